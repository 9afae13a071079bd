import { pathParameters, type PathParameterName } from '@oriel/contract';
import type { FeatureFixtures, Fixtures } from './feature-fixtures.ts';
import { foundFixtures, uniteFixtures } from './found-fixtures.ts';
import type { TestApp } from './test-app.ts';
import type { WorkspaceCalls } from './workspace-calls.ts';

const found = completeFixtures(uniteFixtures(foundFixtures.map(({ fixtures }) => fixtures)));

/**
 * The fixtures of all path parameters.
 *
 * @throws where one has none, with what to write where
 */
export function completeFixtures(fixtures: FeatureFixtures): Required<FeatureFixtures> {
  const missing = Object.keys(pathParameters).filter((name) => !(name in fixtures));
  if (missing.length > 0)
    throw new Error(
      `No fixture of ${missing.join(', ')}: a file FEATURE-fixtures.ts in the folder of the feature ` +
        '(packages/server/src) exports `fixtures` with `missing`, a value of no record, and `make`',
    );
  return fixtures as Required<FeatureFixtures>;
}

/** Ids that no record has. */
export const missingFixtures = Object.fromEntries(
  Object.entries(found).map(([name, { missing }]) => [name, missing]),
  // Each value is of the fixture of its name.
) as unknown as Fixtures;

/**
 * Makes new records as the administrator of a test app.
 *
 * @param names what is needed; the ids of everything else are those of no record
 */
export async function makeFixtures(
  testApp: TestApp,
  calls: WorkspaceCalls,
  names: ReadonlySet<PathParameterName>,
): Promise<Fixtures> {
  const made: [PathParameterName, number | string][] = [];
  for (const name of names) made.push([name, await found[name].make({ testApp, calls })]);
  // Each value is of the fixture of its name.
  return { ...missingFixtures, ...(Object.fromEntries(made) as Partial<Fixtures>) };
}
