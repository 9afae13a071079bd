// What a reader notices of each change, in a file of its own under `changes/`, so that two changes never meet in one
// place. `npm run changes` shows what is to come; `npm run changes -- --release VERSION DATE` moves it to CHANGELOG.md.
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatSection, insertSection, parseChange } from './changes/change-files.mjs';
import { root } from './setup.mjs';

/** The files of changes that no release has yet, sorted by name. */
export const changeFiles = () =>
  globSync('changes/*.md', { cwd: root })
    .filter((file) => !file.endsWith('README.md'))
    .sort();

/** @throws {Error} for a file that has another form */
export const readChange = (file) => parseChange(file, readFileSync(join(root, file), 'utf8'));

function release(version, date) {
  if (!/^\d+\.\d+\.\d+$/.test(version ?? '') || !/^\d{4}-\d\d-\d\d$/.test(date ?? ''))
    throw new Error('a release is named by --release VERSION DATE, such as --release 0.2.0 2026-12-01');
  const path = join(root, 'CHANGELOG.md');
  const files = changeFiles();
  const section = formatSection(`${version} — ${date}`, files.map(readChange));
  writeFileSync(path, insertSection(readFileSync(path, 'utf8'), section));
  for (const file of files) rmSync(join(root, file));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [mode, version, date] = process.argv.slice(2);
  if (mode === '--release') release(version, date);
  else console.log(formatSection('To come', changeFiles().map(readChange)));
}
