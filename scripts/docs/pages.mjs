import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../setup.mjs';
import { commandsPage } from './commands-page.mjs';
import { deprecationsPage } from './deprecations-page.mjs';
import { errorsPage } from './errors-page.mjs';
import { format } from './format.mjs';
import { reportSpecsPage } from './report-specs-page.mjs';
import { settingsPage } from './settings-page.mjs';
import { fillSnippets } from './snippets.mjs';

/** Pages that are generated as a whole, by their path from the root of the repository. */
const generatedPages = {
  'docs/reference/commands.md': commandsPage,
  'docs/reference/deprecations.md': deprecationsPage,
  'docs/reference/errors.md': errorsPage,
  'docs/reference/report-specifications.md': reportSpecsPage,
  'docs/reference/settings.md': settingsPage,
};

/** Every page of the repository that is ours, by its path from the root, with `/` between folders. */
export function markdownFiles() {
  const isForeign = (path) => /(^|[\\/])(node_modules|dist|\.git|\.oriel)$/.test(path);
  return globSync('**/*.md', { cwd: root, exclude: isForeign })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/**
 * Finds the pages that are not what the code says.
 *
 * @returns {Promise<{path: string, content: string}[]>} with the content that each should have
 */
export async function findStalePages() {
  const paths = new Set([...Object.keys(generatedPages), ...markdownFiles()]);
  const pages = await Promise.all(
    [...paths].map(async (path) => {
      const current = await readFile(join(root, path), 'utf8').catch(() => undefined);
      const wanted = (await generatedPages[path]?.()) ?? (await fillSnippets(path, current ?? ''));
      return { path, current, content: wanted === current ? wanted : format(path, wanted) };
    }),
  );
  return pages
    .filter(({ current, content }) => content !== current)
    .map(({ path, content }) => ({ path, content }));
}
