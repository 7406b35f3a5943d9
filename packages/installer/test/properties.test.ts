import { flipBit, gzip, makeZip, paddedGuest } from '@aletheia-works/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf, fetchOf, guest, installOnce, releaseOf, sha256, tarGzOf } from './install-world.ts';

const small = paddedGuest(300);
const forms: readonly [string, Uint8Array, object][] = [
  ['wasm', small, { format: 'wasm' }],
  ['wasm.gz', gzip(small), { format: 'wasm.gz' }],
  ['tgz', tarGzOf(small), { format: 'tgz', entry: 'package/tool.wasm' }],
  ['zip', makeZip([{ name: 'package/tool.wasm', data: small }]), { format: 'zip', entry: 'package/tool.wasm' }],
];

describe.each(forms)('an artifact of format %s', (_, artifact, fields) => {
  it('is refused when any byte of it changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(artifact.length - 1), async (index) => {
        const changed = flipBit(artifact, index);
        expect(await failureOf(installOnce(releaseOf(artifact, fields, small), changed))).toMatchObject({
          code: 'DIGEST',
        });
      }),
      { numRuns: 60 },
    );
  });

  it('is refused when it was packed with any byte changed, unless the module is intact', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(artifact.length - 1), async (index) => {
        const changed = flipBit(artifact, index);
        try {
          const { guests } = await installOnce(releaseOf(changed, fields, small), changed);
          expect(guests[0]?.sha256).toBe(sha256(small));
        } catch (error) {
          expect(['ARCHIVE', 'DIGEST']).toContain((error as { code: string }).code);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('is refused as ARCHIVE or DIGEST when it ends early', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(artifact.length - 1), async (length) => {
        const cut = artifact.slice(0, length);
        const failure = await failureOf(installOnce(releaseOf(cut, fields, small), cut));
        expect(['ARCHIVE', 'DIGEST']).toContain(failure.code);
      }),
      { numRuns: 60 },
    );
  });

  it('gives the same guest for any chunking of the download', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: artifact.length + 1 }), fc.boolean(), async (chunkLength, hasSize) => {
        const release = releaseOf(artifact, { ...fields, ...(hasSize ? { size: artifact.length } : {}) }, small);
        const { result } = await installOnce(release, artifact, { fetch: fetchOf(artifact, chunkLength) });
        expect(result).toMatchObject({ digest: sha256(small), size: small.length });
      }),
      { numRuns: 40 },
    );
  });
});

describe('bytes that are no archive', () => {
  it.each(['wasm.gz', 'tgz', 'zip'])('are ARCHIVE as %s', async (format) => {
    const entry = format === 'wasm.gz' ? {} : { entry: 'a' };
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const failure = await failureOf(installOnce(releaseOf(bytes, { format, ...entry }, guest), bytes));
        expect(failure.code).toBe('ARCHIVE');
      }),
      { numRuns: 100 },
    );
  });
});
