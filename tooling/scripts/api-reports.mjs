// Writes packages/*/etc/<entry>.api.md, the public API of each entry (`pnpm api:update`); with `--check` it compares
// them with what is built instead.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { CACHE, publicPackages, ROOT, typedEntries } from './lib/workspace.mjs';

/** Entries for siblings only carry no promise, so they get no report. */
const UNPROMISED = new Set(['internal', 'vfs', 'worker']);

const update = !process.argv.includes('--check');
const faults = publicPackages().flatMap((pack) =>
  typedEntries(pack)
    .filter(({ name }) => !UNPROMISED.has(name))
    .flatMap((entry) => extract(pack, entry).map((line) => `${pack.folder} ${entry.subpath}: ${line}`)),
);
if (faults.length > 0) {
  console.error([...faults, 'Run `pnpm api:update` after a build when the change is meant.'].join('\n'));
  process.exitCode = 1;
}

function extract({ folder, manifest }, entry) {
  const lines = [];
  const etc = join(ROOT, folder, 'etc');
  const temp = join(CACHE, 'api', folder);
  for (const path of [etc, temp]) mkdirSync(path, { recursive: true });
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(ROOT, folder, 'package.json'),
    packageJson: manifest,
    configObject: {
      projectFolder: join(ROOT, folder),
      mainEntryPointFilePath: join(ROOT, entry.types),
      compiler: { overrideTsconfig: tsconfig(folder) },
      apiReport: { enabled: true, reportFileName: `${entry.name}.api.md`, reportFolder: etc, reportTempFolder: temp },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: { default: { logLevel: 'error' } },
        extractorMessageReporting: {
          default: { logLevel: 'warning', addToApiReportFile: true },
          'ae-missing-release-tag': { logLevel: 'none' },
          'ae-undocumented': { logLevel: 'none' },
        },
        tsdocMessageReporting: { default: { logLevel: 'none' } },
      },
    },
  });
  const result = Extractor.invoke(config, {
    localBuild: update,
    messageCallback: (message) => {
      message.handled = true;
      if (message.logLevel === ExtractorLogLevel.Error) lines.push(message.text);
    },
  });
  if (result.apiReportChanged && !update) lines.push(`etc/${entry.name}.api.md is not what is built`);
  return lines;
}

function tsconfig(folder) {
  return {
    compilerOptions: {
      target: 'ES2023',
      lib: ['ES2023', 'ESNext', 'WebWorker'],
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      strict: true,
      skipLibCheck: true,
      types: [],
    },
    files: [join(ROOT, folder, 'dist/index.d.ts')],
  };
}
