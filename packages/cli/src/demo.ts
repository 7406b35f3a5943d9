import { runDemo } from './lib/demo/run-demo.ts';

process.exitCode = await runDemo();
