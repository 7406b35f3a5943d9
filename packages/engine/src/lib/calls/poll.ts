import { EBADF, EINVAL, ENOTSUP, SUCCESS } from '../abi/errno.ts';
import {
  CLOCK_ABSTIME,
  CLOCK_MONOTONIC,
  CLOCK_REALTIME,
  CLOCK_THREAD_CPUTIME,
  EVENT_CLOCK,
  EVENT_FD_READ,
  EVENT_FD_WRITE,
  EVENT_HANGUP,
} from '../abi/flags.ts';
import {
  type AbiVersion,
  EVENT_BYTES,
  EVENT_ERROR,
  EVENT_FLAGS,
  EVENT_NBYTES,
  EVENT_TYPE,
  type SubscriptionLayout,
} from '../abi/layouts.ts';
import { getUint64, putUint64 } from '../abi/put-integers.ts';
import { refuse } from '../abi/refusal.ts';
import { RIGHT_POLL_FD_READWRITE } from '../abi/rights.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';

/** One nanosecond in milliseconds: what rounding a clock reading down may take away. */
const CLOCK_STEP_MS = 1e-6;

interface Subscription {
  readonly userdata: bigint;
  readonly type: number;
  readonly fd: number;
  /** On the clock of performance.now(). */
  readonly deadlineMs: number;
  /** Reported at once when not 0. */
  readonly error: number;
}

/**
 * `poll_oneoff` (poll(2) and clock_nanosleep(2) in one): any mix of clocks and descriptors. Sleeps on the process's
 * doorbell, which everything that a descriptor may wait for rings, until one of them is ready or the first clock is.
 */
export function pollCalls(context: GuestContext, abi: AbiVersion): CallTable {
  const { memory, stdio, files, vfs } = context;
  return {
    poll_oneoff(subscriptions: number, events: number, count: number, result: number): number {
      const total = count >>> 0;
      const { bytes } = abi.subscription;
      const from = memory.range(subscriptions, total * bytes);
      const eventsAt = memory.range(events, total * EVENT_BYTES);
      const resultAt = memory.range(result, 4);
      if (total === 0) refuse(EINVAL);
      files.run(() => vfs.settleTimes());
      // Read whole before an event is written: the guest may use one buffer for both.
      const wanted: Subscription[] = [];
      let deadlineMs = Number.POSITIVE_INFINITY;
      for (let i = 0; i < total; i++) {
        const subscription = readSubscription(context, abi.subscription, from + i * bytes);
        wanted.push(subscription);
        if (subscription.type === EVENT_CLOCK) deadlineMs = Math.min(deadlineMs, subscription.deadlineMs);
      }
      for (;;) {
        const seen = stdio.doorbell.count();
        const now = performance.now();
        const ready = files.run(() => putEvents(context, wanted, eventsAt, now));
        if (ready > 0) {
          memory.view.setUint32(resultAt, ready, true);
          return SUCCESS;
        }
        stdio.sleep(seen, deadlineMs - now);
        memory.refresh();
      }
    },
  };
}

function readSubscription({ memory, vfs }: GuestContext, layout: SubscriptionLayout, at: number): Subscription {
  const { view } = memory;
  const userdata = view.getBigUint64(at, true);
  const type = view.getUint8(at + 8);
  if (type === EVENT_FD_READ || type === EVENT_FD_WRITE) {
    return { userdata, type, fd: view.getUint32(at + 16, true), deadlineMs: Number.POSITIVE_INFINITY, error: SUCCESS };
  }
  if (type !== EVENT_CLOCK) refuse(EINVAL);
  const clock = view.getUint32(at + layout.clockId, true);
  const timeoutAt = at + layout.timeout;
  const isAbsolute = (view.getUint16(at + layout.flags, true) & CLOCK_ABSTIME) !== 0;
  const now = performance.now();
  let remainingMs: number;
  if (!isAbsolute) {
    remainingMs = getUint64(view, timeoutAt) / 1e6;
  } else if (clock === CLOCK_REALTIME) {
    vfs.clock.read();
    const nowNs = BigInt(vfs.clock.sec) * 1_000_000_000n + BigInt(vfs.clock.nsec);
    remainingMs = Number(view.getBigUint64(timeoutAt, true) - nowNs) / 1e6;
  } else {
    remainingMs = getUint64(view, timeoutAt) / 1e6 - now;
  }
  let error = SUCCESS;
  // clock_nanosleep(2): ENOTSUP for a processor-time clock, EINVAL for none.
  if (clock > CLOCK_THREAD_CPUTIME) error = EINVAL;
  else if (clock !== CLOCK_REALTIME && clock !== CLOCK_MONOTONIC) error = ENOTSUP;
  const deadlineMs = remainingMs <= 0 ? now : now + remainingMs + CLOCK_STEP_MS;
  return { userdata, type, fd: -1, deadlineMs: error === SUCCESS ? deadlineMs : now, error };
}

/** Writes an event for each subscription that is ready; returns how many. */
function putEvents(context: GuestContext, wanted: readonly Subscription[], eventsAt: number, now: number): number {
  const { view } = context.memory;
  let ready = 0;
  for (const subscription of wanted) {
    const at = eventsAt + ready * EVENT_BYTES;
    if (subscription.type === EVENT_CLOCK) {
      if (now < subscription.deadlineMs) continue;
      putEvent(view, at, subscription, subscription.error, 0, 0);
    } else if (!putDescriptorEvent(context, subscription, at)) {
      continue;
    }
    ready += 1;
  }
  return ready;
}

function putDescriptorEvent({ memory, descriptors }: GuestContext, subscription: Subscription, at: number): boolean {
  const { view } = memory;
  const descriptor = descriptors.find(subscription.fd);
  if (descriptor === undefined || (descriptor.rights & RIGHT_POLL_FD_READWRITE) === 0) {
    putEvent(view, at, subscription, EBADF, 0, 0);
    return true;
  }
  const { file } = descriptor;
  if (subscription.type === EVENT_FD_WRITE) {
    const room = file.writable();
    if (room < 0) return false;
    putEvent(view, at, subscription, SUCCESS, room, room === 0 && file.hungUp() ? EVENT_HANGUP : 0);
    return true;
  }
  const count = file.readable();
  if (count < 0) return false;
  putEvent(view, at, subscription, SUCCESS, count, count === 0 && file.hungUp() ? EVENT_HANGUP : 0);
  return true;
}

function putEvent(
  view: DataView,
  at: number,
  { userdata, type }: Subscription,
  error: number,
  byteCount: number,
  flags: number,
): void {
  view.setBigUint64(at, userdata, true);
  putUint64(view, at + EVENT_ERROR, 0);
  view.setUint16(at + EVENT_ERROR, error, true);
  view.setUint8(at + EVENT_TYPE, type);
  putUint64(view, at + EVENT_NBYTES, byteCount);
  putUint64(view, at + EVENT_FLAGS, 0);
  view.setUint16(at + EVENT_FLAGS, flags, true);
}
