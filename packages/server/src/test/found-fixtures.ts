import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FeatureFixtures } from './feature-fixtures.ts';
import type { CreateListRows, TableCopyRules } from './feature-list-rows.ts';

/** What a file `FEATURE-fixtures.ts` exports. */
interface FixturesModule {
  readonly fixtures?: FeatureFixtures;
  readonly createListRows?: CreateListRows;
  readonly listTableRules?: TableCopyRules;
}

const source = dirname(import.meta.dirname);
const files = globSync('*/**/*-fixtures.ts', { cwd: source, exclude: ['test/**'] }).sort();

/** The fixtures beside the features of the server, in the order of their paths. */
export const foundFixtures: readonly FixturesModule[] = await Promise.all(
  // The exports have these types where the files declare them.
  files.map((file) => import(pathToFileURL(join(source, file)).href) as Promise<FixturesModule>),
);

/**
 * Unites what the files say.
 *
 * @throws for a name that two of them have
 */
export function uniteFixtures<T extends object>(parts: readonly (T | undefined)[]): T {
  const entries = parts.flatMap((part) => Object.entries(part ?? {}) as [string, unknown][]);
  const names = entries.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new Error(`${twice} is in two of the files FEATURE-fixtures.ts of the server`);
  return Object.fromEntries(entries) as T;
}
