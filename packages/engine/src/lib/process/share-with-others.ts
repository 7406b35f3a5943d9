import { SharedChannels } from '../channels/shared-channels.ts';
import type { GuestContext } from './guest-context.ts';
import { watchSignals } from './process-signals.ts';

/** Prepares a process for having others beside it. Idempotent. */
export function shareWithOthers(context: GuestContext): void {
  const { seat, stdio } = context;
  stdio.share(new SharedChannels(seat.space, seat.row));
  watchSignals(context);
}
