// Which test files a run is of.
import { listChanges, selectTouched } from './changed-files.mjs';
import { findFiles } from './find-files.mjs';
import { UsageError } from './options.mjs';

/**
 * @param options as `parseOptions` returns them
 * @returns the `browser` and `unit` files to run
 * @throws {UsageError} where a text is in no path
 */
export function selectFiles(root, { texts, isUnit, changedSince }) {
  const all = findFiles(root);
  const found = isUnit ? { ...all, browser: [] } : all;
  const isNamed = (file) => texts.length === 0 || texts.some((text) => file.includes(text));
  const named = { browser: found.browser.filter(isNamed), unit: found.unit.filter(isNamed) };
  for (const text of texts)
    if (![...named.browser, ...named.unit].some((file) => file.includes(text)))
      throw new UsageError(`No test file has ${JSON.stringify(text)} in its path`);
  if (changedSince === undefined) return named;
  return selectTouched(root, named, listChanges(root, changedSince));
}
