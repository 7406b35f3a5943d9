/** Runs `operation` with a signal that Ctrl-C aborts. */
export async function withInterrupt<T>(operation: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const interrupt = (): void => {
    // The terminal has echoed ^C; what is said next begins a line.
    if (process.stdin.isTTY) process.stderr.write('\n');
    controller.abort(new Error('interrupted'));
  };
  process.on('SIGINT', interrupt);
  try {
    return await operation(controller.signal);
  } finally {
    process.off('SIGINT', interrupt);
  }
}
