import type { PathParameterName, pathParameters, Static } from '@oriel/contract';
import type { TestApp } from './test-app.ts';
import type { WorkspaceCalls } from './workspace-calls.ts';

/** Text in every fixture: an answer to a caller who may not see them must never contain it. */
export const SECRET = 'Quarterly secrets';

/** Records that requests name, by the path parameter that names them. */
export type Fixtures = { readonly [Name in PathParameterName]: Static<(typeof pathParameters)[Name]> };

interface Makers {
  readonly testApp: TestApp;
  readonly calls: WorkspaceCalls;
}

/** What tests of every operation use in the place of a path parameter. */
interface Fixture<Value> {
  /** A value that no record has. */
  readonly missing: Value;
  /** Makes a record as the administrator of the test app. @returns what a path names it by */
  make(makers: Makers): Promise<Value>;
}

/** `fixtures` of a file `FEATURE-fixtures.ts`: those of the path parameters of the feature. */
export type FeatureFixtures = { readonly [Name in PathParameterName]?: Fixture<Fixtures[Name]> };
