import { expect, it, vi } from 'vitest';
// Not exported: only builds install packages.
import { ensureHostPackages } from '../../dist/lib/recipes/apt-packages.js';

it('a user who is not root is told what to install', async () => {
  const getuid = vi.spyOn(process, 'getuid').mockReturnValue(1000);
  try {
    await expect(ensureHostPackages(['apt', 'formicarium-missing'], () => {})).rejects.toThrow(
      'Cannot build tools: formicarium-missing not installed; run: sudo apt-get install formicarium-missing',
    );
  } finally {
    getuid.mockRestore();
  }
});
