export { type TokenizeReason, type TokenizeResult, tokenize } from './lib/tokenize.ts';
