import { SECRET, type FeatureFixtures } from '../test/feature-fixtures.ts';
import { rowsOf, type CreateListRows } from '../test/feature-list-rows.ts';
import type { WorkspaceCalls } from '../test/workspace-calls.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  environmentId: {
    missing: 900_011,
    make: async ({ calls }) => getProduction(calls),
  },
  environmentTokenId: {
    missing: 900_012,
    make: async ({ calls }) => {
      const path = `/environments/${await getProduction(calls)}/tokens`;
      const body = { security_context: { name: SECRET } };
      const made = await calls.ok<{ data: { id: number } }>('POST', path, { body });
      return made.data.id;
    },
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  getDeploymentEnvironmentTokens: rowsOf('environment_tokens'),
  getDeploymentEnvironments: 'what the branches in git have',
});

async function getProduction(calls: WorkspaceCalls): Promise<number> {
  const { items } = await calls.ok<{ items: { id: string }[] }>('GET', '/environments?type=production');
  return Number(items[0]?.id);
}
