import { runProgram } from './run-program.ts';

/** Reported before something slow begins. */
export type Progress = (message: string) => void;

async function missingPackages(names: readonly string[]): Promise<string[]> {
  const format = `--showformat=\${Package} \${db:Status-Status}\\n`;
  // dpkg-query fails as soon as one name is unknown to it, but still prints the others.
  const known = await Promise.all(names.map((name) => runProgram(['dpkg-query', '-W', format, name]).catch(() => '')));
  return names.filter((_, index) => known[index]?.includes(' installed') !== true);
}

/**
 * Sees that packages of Debian are installed: as root installs what is missing, otherwise says what to install.
 *
 * @throws Error where there is no apt, or something is missing and may not be installed
 */
export async function ensureHostPackages(names: readonly string[], onProgress: Progress): Promise<void> {
  await runProgram(['apt-get', '--version']).catch((cause: unknown) => {
    throw new Error('Cannot build tools: there is no apt-get; a system with Debian 12 packages is needed', { cause });
  });
  const missing = await missingPackages(names);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) {
    throw new Error(
      `Cannot build tools: ${missing.join(', ')} not installed; run: sudo apt-get install ${missing.join(' ')}`,
    );
  }
  onProgress(`installing ${missing.join(' ')}`);
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...missing];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await runProgram(install, { env });
  } catch {
    // The machine's lists may be absent or older than what the mirror still has.
    await runProgram(['apt-get', 'update', '-qq']);
    await runProgram(install, { env });
  }
}
