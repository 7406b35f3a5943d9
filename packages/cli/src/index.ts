export { runCli } from './lib/run-cli.ts';
