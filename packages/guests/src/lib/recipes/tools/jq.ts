import type { Recipe } from '../recipe.ts';

const units =
  'builtin bytecode compile execute jq_test jv jv_alloc jv_aux jv_dtoa jv_file jv_parse jv_print jv_unicode lexer ' +
  'linker locfile main parser util';

/** jq without Oniguruma: `test`, `match` and `sub` say so. What configure would find out is in the macros. */
export const jq: Recipe = {
  name: 'jq',
  description: 'JSON processor',
  homepage: 'https://jqlang.github.io/jq/',
  license: 'MIT',
  source: 'jq',
  hostPackages: [],
  steps: [
    { write: 'src/version.h', text: '#define JQ_VERSION "1.6"\n' },
    { quote: 'src/builtin.jq', to: 'src/builtin.inc' },
  ],
  directory: 'src',
  files: units.split(' ').map((unit) => `${unit}.c`),
  defines: {
    HAVE_ISATTY: 1,
    HAVE_GMTIME_R: 1,
    HAVE_LOCALTIME_R: 1,
    HAVE_MEMMEM: 1,
    HAVE_MKSTEMP: 1,
    HAVE_MKTIME: 1,
    HAVE_SETLOCALE: 1,
    HAVE_STRFTIME: 1,
    HAVE_STRPTIME: 1,
    HAVE_TIMEGM: 1,
    HAVE_TM_TM_GMT_OFF: 1,
    IEEE_8087: 1,
    JQ_CONFIG: '""',
  },
  includes: ['.', '..'],
};
