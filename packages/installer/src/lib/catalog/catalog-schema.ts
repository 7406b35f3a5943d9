import * as z from 'zod/mini';
import { ARCHIVE_PATH_RULE, isArchivePath } from '../archive/archive-path.ts';
import { isFetchableUrl } from './fetchable-url.ts';

const NAME_RULE = 'is no accepted name; accepted is [a-z0-9][a-z0-9._+-]{0,63}';
const DIGEST_RULE = 'is no SHA-256 digest; accepted are 64 lower-case hexadecimal digits';
const URL_RULE =
  'is no URL to fetch from; accepted is https:, or http: to a loopback host, without credentials and at most 2048 characters';

const name = z.string().check(z.regex(/^[a-z0-9][a-z0-9._+-]{0,63}$/, NAME_RULE));
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/, DIGEST_RULE));
const bytes = z.int().check(z.nonnegative());
const text = z.string().check(z.minLength(1), z.maxLength(2048));
// The pattern is what a JSON Schema can say of the rule; isFetchableUrl decides.
const url = z
  .string()
  .check(
    z.maxLength(2048, URL_RULE),
    z.regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/, URL_RULE),
    z.refine(isFetchableUrl, URL_RULE),
  );
const entry = z.string().check(z.minLength(1), z.maxLength(1024), z.refine(isArchivePath, ARCHIVE_PATH_RULE));

const guestData = z.strictObject({
  url,
  sha256: digest,
  size: z.optional(bytes),
  format: z.enum(['tar.gz', 'tgz', 'zip']),
  entry: z.optional(entry),
  mount: z
    .string()
    .check(
      z.regex(/^\/usr\/share\/[a-z0-9][a-z0-9._+-]{0,63}$/, 'is no accepted mount; accepted is /usr/share/<tool>'),
    ),
});

const release = z.strictObject({
  url,
  sha256: digest,
  size: z.optional(bytes),
  format: z.enum(['wasm', 'wasm.gz', 'tar.gz', 'tgz', 'zip']),
  entry: z.optional(entry),
  guestSha256: digest,
  guestSize: z.optional(bytes),
  data: z.optional(guestData),
  build: z.strictObject({
    source: z.strictObject({ url: text, ref: text, commit: z.optional(text) }),
    builtAt: z.optional(text),
    target: text,
    toolchain: z.optional(text),
  }),
});

const tool = z.strictObject({
  description: z.optional(z.string()),
  homepage: z.optional(z.string()),
  license: z.optional(z.string()),
  default: name,
  versions: z.record(name, release),
  names: z.optional(z.record(name, name)),
});

/** The one definition behind both `parseCatalog` and the published `catalog.schema.json`. */
export const catalogSchema = z.strictObject({
  schemaVersion: z.literal(1),
  // Lets an editor find the schema of a catalog file.
  $schema: z.optional(z.string()),
  tools: z.record(name, tool),
});
