export type {
  BuiltinName,
  BuiltinResult,
  CommandOptions,
  CommandResult,
  CommandSession,
  CommandSessionOptions,
  EmptyResult,
  GuestResult,
  InstallCommandResult,
} from './lib/command-session.ts';
export { createCommandSession } from './lib/create-command-session.ts';
