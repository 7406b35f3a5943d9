// Writes or checks packages/*/etc/<entry>.api.md, the public API of each entry. Run it directly to write
// (`pnpm api:update`); the checks call `checkApiReports`.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { CACHE, publicPackages, ROOT, typedEntries } from './lib/workspace.mjs';

/** Entries for siblings only carry no promise, so they get no report. */
const UNPROMISED = new Set(['internal', 'worker']);

/** Compares every report with what is built. */
export function checkApiReports() {
  return apiReports(false);
}

function apiReports(update) {
  const faults = [];
  let passed = 0;
  for (const pack of publicPackages()) {
    for (const entry of typedEntries(pack).filter(({ name }) => !UNPROMISED.has(name))) {
      const lines = extract(pack, entry, update);
      if (lines.length === 0) passed += 1;
      else faults.push(`${pack.folder} ${entry.subpath}:`, ...lines);
    }
  }
  const hint = 'Run `pnpm api:update` after a build when the change is meant.';
  return { passed, failed: faults.length === 0 ? 0 : 1, output: [...faults, hint].join('\n') };
}

function extract({ folder, manifest }, entry, update) {
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

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { failed, output } = apiReports(true);
  if (failed > 0) console.error(output);
  process.exitCode = failed;
}
