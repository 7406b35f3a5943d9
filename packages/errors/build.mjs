// @boundaries-ignore build scripts of the workspace are not shipped
import { bundleEntries } from '../../tooling/scripts/lib/bundle-entries.mjs';

/** Bundles the entries; called once before a test run, too. */
export const setup = () => bundleEntries(import.meta.url, { entries: ['index'] });

if (process.argv[1] === import.meta.filename) await setup();
