/** The command line itself is wrong, or names something on the host that is not there: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
