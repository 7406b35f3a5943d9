import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InstallerLimits } from '@aletheia-works/installer';
import {
  concatBytes,
  flipBit,
  gzip,
  makeTar,
  makeTarGz,
  makeZip,
  paddedGuest,
  paxRecords,
  type TarFixtureEntry,
  type ZipFixtureEntry,
} from '@aletheia-works/testkit';
import { describe, expect, it } from 'vitest';
import { failureOf, guest, installOnce, releaseOf, sha256, tarGzOf } from './install-world.ts';

const ENTRY = 'package/tool.wasm';
const tool: TarFixtureEntry & ZipFixtureEntry = { name: ENTRY, data: guest };
const LONG = `${'d/'.repeat(90)}tool.wasm`;

function installArchive(
  archive: Uint8Array,
  format: string,
  entry: string | undefined = ENTRY,
  limits: InstallerLimits = {},
) {
  return installOnce(releaseOf(archive, { format, entry: format === 'wasm.gz' ? undefined : entry }), archive, {
    limits,
  });
}

describe('an archive', () => {
  it.each<[string, Uint8Array, string, string?]>([
    ['gzip of the module', gzip(guest), 'wasm.gz'],
    ['tar.gz', tarGzOf(), 'tar.gz'],
    ['tgz', tarGzOf(), 'tgz'],
    [
      'tar with ./ before every name',
      makeTarGz([
        { name: './', typeflag: '5' },
        { ...tool, name: `./${ENTRY}` },
      ]),
      'tgz',
    ],
    ['tar with a ustar prefix', makeTarGz([{ ...tool, name: 'tool.wasm', prefix: 'package' }]), 'tgz'],
    ['tar with a size in base 256', makeTarGz([{ ...tool, isBinarySize: true }]), 'tgz'],
    [
      'tar with a pax path and size',
      makeTarGz([
        { name: 'x', typeflag: 'x', data: paxRecords({ path: LONG, size: String(guest.length), mtime: '1.5' }) },
        { ...tool, name: 'short' },
      ]),
      'tgz',
      LONG,
    ],
    [
      'tar with a GNU long name',
      makeTarGz([{ name: '././@LongLink', typeflag: 'L', data: `${LONG}\0` }, tool]),
      'tgz',
      LONG,
    ],
    [
      'tar with a global comment',
      makeTarGz([{ name: 'g', typeflag: 'g', data: paxRecords({ comment: 'abc' }) }, tool]),
      'tgz',
    ],
    ['tar padded to its blocking factor', gzip(concatBytes([makeTar([tool]), new Uint8Array(8192)])), 'tgz'],
    ['zip, deflated', makeZip([{ name: 'package/' }, tool, { name: 'b', data: 'x' }]), 'zip'],
    ['zip, stored', makeZip([{ ...tool, isDeflated: false }]), 'zip'],
    ['zip with a comment', makeZip([tool], { comment: 'made by a test' }), 'zip'],
    [
      'zip with descriptors',
      makeZip([
        { ...tool, hasDescriptor: true },
        { name: 'b', data: 'x', hasDescriptor: true },
      ]),
      'zip',
    ],
  ])('%s is unpacked', async (_, archive, format, entry) => {
    const { guests } = await installArchive(archive, format, entry);
    expect(guests).toEqual([{ name: 'tool', sha256: sha256(guest), size: guest.length }]);
  });

  it("made by the system's tar is unpacked", async () => {
    const directory = mkdtempSync(join(tmpdir(), 'installer-tar-'));
    mkdirSync(join(directory, 'package'));
    writeFileSync(join(directory, ENTRY), guest);
    execFileSync('tar', ['-czf', 'a.tgz', 'package'], { cwd: directory });
    await installArchive(readFileSync(join(directory, 'a.tgz')), 'tgz');
  });

  const bomb = new Uint8Array(4_000_000);
  const small: InstallerLimits = { maxUnpackedBytes: 100_000 };
  it.each<[string, Uint8Array, string, RegExp, InstallerLimits?]>([
    // Names and types.
    ['tar: climbs out', makeTarGz([tool, { name: 'a/../../etc/passwd', data: 'x' }]), 'tgz', /has a \.\. in its path/],
    ['tar: is absolute', makeTarGz([tool, { name: '/etc/passwd', data: 'x' }]), 'tgz', /absolute path/],
    ['tar: has a backslash', makeTarGz([tool, { name: '..\\x', data: 'x' }]), 'tgz', /backslash/],
    [
      'tar: climbs by pax',
      makeTarGz([{ name: 'x', typeflag: 'x', data: paxRecords({ path: '../x' }) }, tool]),
      'tgz',
      /\.\./,
    ],
    [
      'tar: has NUL by pax',
      makeTarGz([{ name: 'x', typeflag: 'x', data: paxRecords({ path: 'a\0b' }) }, tool]),
      'tgz',
      /NUL/,
    ],
    [
      'tar: a symlink',
      makeTarGz([tool, { name: 'l', typeflag: '2', linkname: '/etc/passwd' }]),
      'tgz',
      /is a symbolic link/,
    ],
    [
      'tar: the entry as a symlink',
      makeTarGz([{ name: ENTRY, typeflag: '2', linkname: 'x' }]),
      'tgz',
      /is a symbolic link/,
    ],
    ['tar: a hard link', makeTarGz([tool, { name: 'l', typeflag: '1', linkname: ENTRY }]), 'tgz', /is a hard link/],
    ['tar: a device', makeTarGz([tool, { name: 'd', typeflag: '3' }]), 'tgz', /is a character device/],
    ['tar: a block device', makeTarGz([tool, { name: 'd', typeflag: '4' }]), 'tgz', /is a block device/],
    ['tar: a FIFO', makeTarGz([tool, { name: 'd', typeflag: '6' }]), 'tgz', /is a FIFO/],
    ['tar: a sparse file', makeTarGz([tool, { name: 'd', typeflag: 'S' }]), 'tgz', /is a sparse file/],
    [
      'tar: a sparse file by pax',
      makeTarGz([{ name: 'x', typeflag: 'x', data: paxRecords({ 'GNU.sparse.major': '1' }) }, tool]),
      'tgz',
      /sparse/,
    ],
    ['tar: an unknown type', makeTarGz([tool, { name: 'd', typeflag: 'Z' }]), 'tgz', /unknown type/],
    ['tar: a name twice', makeTarGz([tool, tool]), 'tgz', /occurs twice/],
    [
      'tar: a name twice, written differently',
      makeTarGz([tool, { ...tool, name: './package//tool.wasm' }]),
      'tgz',
      /occurs twice/,
    ],
    ['tar: below a file', makeTarGz([{ name: 'package', data: 'x' }, tool]), 'tgz', /entries below it/],
    ['tar: a file with entries below', makeTarGz([tool, { name: 'package', data: 'x' }]), 'tgz', /entries below it/],
    ['tar: not UTF-8', gzip(badName()), 'tgz', /not UTF-8/],
    // Sizes.
    ['tar: a huge size', makeTarGz([{ ...tool, declaredSize: 0o77777777777 }]), 'tgz', /more than 1073741824 bytes/],
    [
      'tar: a huge size in base 256',
      makeTarGz([{ ...tool, declaredSize: 2 ** 52, isBinarySize: true }]),
      'tgz',
      /more than 1073741824/,
    ],
    [
      'tar: too many bytes',
      makeTarGz([{ name: 'a', data: new Uint8Array(99_000) }, tool]),
      'tgz',
      /more than 100000 bytes/,
      small,
    ],
    ['tar: a bomb by ratio', makeTarGz([tool, { name: 'a', data: bomb }]), 'tgz', /more than 200 times/],
    ['gzip: a bomb by ratio', gzip(bomb), 'wasm.gz', /more than 200 times/],
    ['gzip: a bomb by total', gzip(paddedGuest(200_000)), 'wasm.gz', /more than 100000 bytes/, small],
    ['zip: a bomb by ratio', makeZip([tool, { name: 'a', data: bomb }]), 'zip', /more than 200 times/],
    [
      'zip: a bomb by total',
      makeZip([{ name: 'a', data: new Uint8Array(99_000) }, tool]),
      'zip',
      /more than 100000 bytes/,
      small,
    ],
    ['zip: a huge size', makeZip([{ ...tool, declaredSize: 0xfffffff0 }]), 'zip', /more than/],
    [
      'zip: a size that is too small',
      makeZip([{ ...tool, declaredSize: 100 }]),
      'zip',
      /longer than its zip directory says/,
    ],
    [
      'zip: a size that is too large',
      makeZip([{ ...tool, declaredSize: guest.length + 1 }]),
      'zip',
      /checksum or length/,
    ],
    [
      'tar: too many entries',
      makeTarGz([{ name: 'a' }, { name: 'b' }, tool]),
      'tgz',
      /more than 2 entries/,
      { maxEntries: 2 },
    ],
    [
      'zip: too many entries',
      makeZip([{ name: 'a' }, { name: 'b' }, tool]),
      'zip',
      /more than 2 entries/,
      { maxEntries: 2 },
    ],
    [
      'tar: a long extension',
      makeTarGz([{ name: 'x', typeflag: 'L', data: new Uint8Array(65_537) }, tool]),
      'tgz',
      /over 65536 bytes/,
    ],
    // Ends.
    [
      'gzip: trailing garbage',
      concatBytes([gzip(guest), Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9)]),
      'wasm.gz',
      /follows|damaged/,
    ],
    ['gzip: trailing zeros', concatBytes([gzip(guest), new Uint8Array(20)]), 'wasm.gz', /follows|damaged/],
    ['gzip: garbage before a copy of its trailer', hiddenGarbage(), 'wasm.gz', /follows/],
    [
      'gzip: two members',
      concatBytes([gzip(guest.subarray(0, 100)), gzip(guest.subarray(100))]),
      'wasm.gz',
      /one member is accepted/,
    ],
    ['gzip: cut off', gzip(guest).subarray(0, -20), 'wasm.gz', /damaged, cut off/],
    ['gzip: cut off in its trailer', gzip(guest).subarray(0, -3), 'wasm.gz', /damaged|checksum/],
    ['gzip: cut off in its header', gzip(guest).subarray(0, 12), 'wasm.gz', /cut off in its gzip header/],
    ['gzip: empty', new Uint8Array(0), 'wasm.gz', /does not begin like gzip/],
    ['gzip: no gzip', guest, 'wasm.gz', /does not begin like gzip/],
    ['gzip: a wrong checksum', flipBit(gzip(guest), gzip(guest).length - 8), 'wasm.gz', /checksum or length/],
    ['gzip: a wrong length', flipBit(gzip(guest), gzip(guest).length - 4), 'wasm.gz', /checksum or length/],
    ['gzip: an unknown method', flipBit(gzip(guest), 2), 'wasm.gz', /unknown kind/],
    ['tar: cut off in content', gzip(makeTar([tool]).subarray(0, 2000)), 'tgz', /cut off/],
    ['tar: cut off in a header', gzip(makeTar([tool]).subarray(0, 300)), 'tgz', /cut off/],
    ['tar: without its end', gzip(makeTar([tool]).subarray(0, -1024)), 'tgz', /two blocks of zeros/],
    [
      'tar: trailing garbage',
      gzip(concatBytes([makeTar([tool]), new Uint8Array(512).fill(1)])),
      'tgz',
      /follows the end/,
    ],
    ['tar: another tar behind it', gzip(concatBytes([makeTar([tool]), makeTar([tool])])), 'tgz', /follows the end/],
    ['tar: a wrong checksum', makeTarGz([{ ...tool, isBadChecksum: true }]), 'tgz', /wrong checksum/],
    [
      'tar: a dangling extension',
      makeTarGz([tool, { name: 'x', typeflag: 'x', data: paxRecords({ path: 'a' }) }]),
      'tgz',
      /belongs to no entry/,
    ],
    [
      'tar: a malformed extension',
      makeTarGz([{ name: 'x', typeflag: 'x', data: '99 path=a\n' }, tool]),
      'tgz',
      /malformed/,
    ],
    [
      'tar: a global path',
      makeTarGz([{ name: 'g', typeflag: 'g', data: paxRecords({ path: 'a' }) }, tool]),
      'tgz',
      /global tar header/,
    ],
    [
      'tar: no such entry',
      makeTarGz([{ name: 'package/tool2.wasm', data: guest }]),
      'tgz',
      /no file "package\/tool.wasm"; it holds "package\/tool2.wasm"/,
    ],
    ['tar: the entry as a directory', makeTarGz([{ name: ENTRY, typeflag: '5' }]), 'tgz', /no file/],
    ['tar: no tar', gzip(guest), 'tgz', /tar header|cut off/],
    ['zip: trailing garbage', makeZip([tool], { after: Uint8Array.of(1) }), 'zip', /something follows its end/],
    ['zip: leading garbage', makeZip([tool], { before: Uint8Array.of(1) }), 'zip', /between its entries/],
    ['zip: a gap', makeZip([{ ...tool, gap: new Uint8Array(5) }]), 'zip', /between its entries/],
    ['zip: cut off', makeZip([tool]).subarray(0, -10), 'zip', /does not end like a zip/],
    ['zip: empty', new Uint8Array(0), 'zip', /does not end like a zip/],
    ['zip: climbs out', makeZip([tool, { name: '../x', data: 'x' }]), 'zip', /has a \.\. in its path/],
    ['zip: is absolute', makeZip([tool, { name: '/x', data: 'x' }]), 'zip', /absolute path/],
    ['zip: has a backslash', makeZip([tool, { name: 'a\\b', data: 'x' }]), 'zip', /backslash/],
    ['zip: a name twice', makeZip([tool, tool]), 'zip', /occurs twice/],
    ['zip: a symlink', makeZip([tool, { name: 'l', data: '/etc', unixMode: 0o120777 }]), 'zip', /is a symbolic link/],
    ['zip: a device', makeZip([tool, { name: 'd', unixMode: 0o020666 }]), 'zip', /is a device/],
    ['zip: encrypted', makeZip([{ ...tool, flags: 0x0801 }]), 'zip', /is encrypted/],
    ['zip: an unknown method', makeZip([{ ...tool, method: 14 }]), 'zip', /the method 14/],
    ['zip: another local name', makeZip([{ ...tool, localName: 'package/fool.wasm' }]), 'zip', /does not agree/],
    [
      'zip: overlapping entries',
      makeZip([tool, { ...tool, name: ENTRY.replace('tool', 'fool'), localName: ENTRY, localOffset: 0 }]),
      'zip',
      /does not agree|overlap/,
    ],
    ['zip: a wrong checksum', makeZip([{ ...tool, declaredCrc: 1 }]), 'zip', /checksum or length/],
    ['zip: a wrong count', makeZip([tool], { declaredCount: 2 }), 'zip', /zip directory is damaged/],
    [
      'zip: a name in another encoding',
      makeZip([tool, { name: 'é', flags: 0 }]),
      'zip',
      /neither ASCII nor marked as UTF-8/,
    ],
    ['zip: no such entry', makeZip([{ name: 'a', data: 'x' }]), 'zip', /no file "package\/tool.wasm"; it holds "a"/],
  ])('%s: ARCHIVE', async (_, archive, format, message, limits) => {
    const failure = await failureOf(installArchive(archive, format, ENTRY, limits));
    expect(failure).toMatchObject({ code: 'ARCHIVE', message: expect.stringMatching(message) });
  });

  it.each([
    ['wasm.gz', gzip(guest)],
    ['tgz', tarGzOf()],
    ['zip', makeZip([tool])],
  ])('of format %s with another module inside is DIGEST', async (format, archive) => {
    const entry = format === 'wasm.gz' ? {} : { entry: ENTRY };
    const other = releaseOf(archive, { format, ...entry }, paddedGuest(5000, 2));
    expect(await failureOf(installOnce(other, archive))).toMatchObject({ code: 'DIGEST' });
    const shorter = releaseOf(archive, { format, ...entry, guestSize: guest.length - 1 });
    expect(await failureOf(installOnce(shorter, archive))).toMatchObject({
      code: 'DIGEST',
      message: expect.stringContaining('bytes'),
    });
    const longer = releaseOf(archive, { format, ...entry, guestSize: guest.length + 1 });
    expect(await failureOf(installOnce(longer, archive))).toMatchObject({
      code: 'DIGEST',
      message: expect.stringContaining('bytes'),
    });
  });
});

/** A tar whose first name is no UTF-8, with a right checksum. */
function badName(): Uint8Array {
  const tar = makeTar([{ name: 'aa', data: 'x' }, tool]);
  // The checksum is a sum: 0x80 + 0x42 is 0x61 + 0x61.
  tar[0] = 0x80;
  tar[1] = 0x42;
  return tar;
}

/** One member, then bytes that end in a copy of its trailer: the checksum at the very end is right. */
function hiddenGarbage(): Uint8Array {
  const packed = gzip(guest);
  return concatBytes([packed, Uint8Array.of(9, 9, 9), packed.subarray(-8)]);
}
