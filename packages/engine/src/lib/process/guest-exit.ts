import { WASIExitError } from '@wasmer/wasi';

/**
 * Thrown through the guest to end it; the process knows the code. One instance serves all, since a fresh stack costs more
 * than a small guest's whole run.
 */
export const guestExit = new WASIExitError(null);
