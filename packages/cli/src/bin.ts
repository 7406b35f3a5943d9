#!/usr/bin/env node
import { runCli } from './lib/run-cli.ts';

process.exitCode = await runCli(process.argv.slice(2));
