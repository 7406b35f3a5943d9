export { createSession, type NodeSessionOptions } from './lib/create-session.ts';
export type { NodeAssets } from './lib/parse-assets.ts';
