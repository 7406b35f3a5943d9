import type { Recipe } from '../recipe.ts';

/** Keeps make from renewing files that the package brings: their times are those of unpacking. */
const keepGenerated = ['ACLOCAL=:', 'AUTOCONF=:', 'AUTOHEADER=:', 'AUTOMAKE=:', 'MAKEINFO=:', 'LEX=:', 'YACC=:'];

/** GNU bc. Its library of functions (`-l`) is translated by a bc that is built for the build machine first. */
export const bc: Recipe = {
  name: 'bc',
  description: 'Arbitrary precision calculator language',
  homepage: 'https://www.gnu.org/software/bc/',
  license: 'GPL-3.0-or-later',
  source: 'bc',
  hostPackages: ['ed', 'gcc', 'libc6-dev', 'make'],
  steps: [
    { run: ['./configure', '--without-readline', '--without-libedit'] },
    { run: ['make', '-C', 'lib', ...keepGenerated] },
    { run: ['make', '-C', 'bc', 'libmath.h', ...keepGenerated] },
  ],
  files: [
    ...['bc', 'execute', 'global', 'load', 'main', 'scan', 'storage', 'util', 'warranty'].map((unit) => `bc/${unit}.c`),
    ...['getopt', 'getopt1', 'number', 'vfprintf'].map((unit) => `lib/${unit}.c`),
  ],
  defines: { HAVE_CONFIG_H: true },
  includes: ['.', 'h', 'bc'],
};
