import type { Recipe } from '../recipe.ts';

/** The awk of Aho, Weinberger and Kernighan. Its makefile's two generated files are made by bison and `maketab`. */
export const originalAwk: Recipe = {
  name: 'awk',
  description: 'Pattern scanning and text processing language',
  homepage: 'https://github.com/onetrueawk/awk',
  license: 'SMLNJ',
  source: 'original-awk',
  hostPackages: ['bison', 'gcc', 'libc6-dev'],
  steps: [
    { run: ['bison', '-d', '-o', 'awkgram.tab.c', 'awkgram.y'] },
    { run: ['gcc', '-w', '-I.', '-o', 'maketab', 'maketab.c'] },
    { run: ['./maketab', 'awkgram.tab.h'], output: 'proctab.c' },
  ],
  files: ['awkgram.tab.c', 'b.c', 'lex.c', 'lib.c', 'main.c', 'parse.c', 'proctab.c', 'run.c', 'tran.c'],
  defines: {},
  includes: ['.'],
};
