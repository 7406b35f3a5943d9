import type { Recipe } from '../recipe.ts';

/** GNU ed. `!` fails: a guest of preview 1 starts no other program. */
export const ed: Recipe = {
  name: 'ed',
  description: 'Line-oriented text editor',
  homepage: 'https://www.gnu.org/software/ed/',
  license: 'GPL-2.0-or-later',
  source: 'ed',
  hostPackages: [],
  steps: [],
  files: ['buffer.c', 'carg_parser.c', 'global.c', 'io.c', 'main.c', 'main_loop.c', 'regex.c', 'signal.c'],
  defines: { PROGVERSION: '"1.19"' },
  includes: ['.'],
};
