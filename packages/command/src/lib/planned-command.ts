import type { GuestCatalog, Installer } from '@aletheia-works/installer';
import type { Session } from '@aletheia-works/session-core';
import type { CommandOptions, CommandResult } from './command-session.ts';

/** What commands work on. */
export interface CommandContext {
  readonly session: Session;
  readonly catalog: GuestCatalog;
  readonly installer: Installer;
}

/** A checked command that only needs to be carried out; it takes its reservation in the tick in which it is called. */
export type PlannedCommand = (io: CommandOptions) => Promise<CommandResult>;
