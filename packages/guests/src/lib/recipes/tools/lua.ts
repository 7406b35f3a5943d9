import type { Recipe } from '../recipe.ts';

const units =
  'lapi lauxlib lbaselib lcode lcorolib lctype ldblib ldebug ldo ldump lfunc lgc linit liolib llex lmathlib lmem ' +
  'loadlib lobject lopcodes loslib lparser lstate lstring lstrlib ltable ltablib ltm lua lundump lutf8lib lvm lzio';

/** Lua with its whole standard library. The header that Debian's configuration asks for names the machine. */
export const lua: Recipe = {
  name: 'lua',
  description: 'Lua 5.4 interpreter',
  homepage: 'https://www.lua.org/',
  license: 'MIT',
  source: 'lua5.4',
  hostPackages: [],
  steps: [{ write: 'src/lua5.4-deb-multiarch.h', text: '#define DEB_HOST_MULTIARCH "wasm32-wasi"\n' }],
  directory: 'src',
  files: units.split(' ').map((unit) => `${unit}.c`),
  defines: {},
  includes: ['.'],
};
