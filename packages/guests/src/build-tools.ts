import { buildTools } from './lib/recipes/build-tools.ts';

const words = process.argv.slice(2);
const unknown = words.filter((word) => word.startsWith('-') && word !== '--refresh' && word !== '--');
try {
  if (unknown.length > 0) throw new Error(`Cannot use ${unknown.join(' ')}: the only option is --refresh`);
  const tools = await buildTools(
    words.filter((word) => !word.startsWith('-')),
    { refresh: words.includes('--refresh'), onProgress: (message) => process.stdout.write(`${message}\n`) },
  );
  for (const { name, built, file, bytes, seconds, source } of tools) {
    const state = built ? `built in ${seconds} s` : 'up to date';
    process.stdout.write(`${name}: ${source.name} ${source.version}, ${bytes} bytes, ${state}: ${file}\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof Error && error.cause instanceof Error) process.stderr.write(`${error.cause.message}\n`);
  process.exitCode = 1;
}
