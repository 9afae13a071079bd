import type { OperationId } from '@oriel/contract';
import { recordsOf } from '../http/example-requests.ts';
import { makeFixtures, SECRET, type Fixtures } from './fixtures.ts';
import type { TestApp } from './test-app.ts';
import type { WorkspaceCalls } from './workspace-calls.ts';

/** Fixtures of an operation's own instead of those that other operations need after it. */
const ownFixtures: Partial<Record<OperationId, (testApp: TestApp) => Promise<Partial<Fixtures>>>> = {
  deleteDeployment: async ({ build, tenantId }) => ({
    deploymentId: await build.deployment({ tenantId, name: `${SECRET} ${crypto.randomUUID()}` }),
  }),
};

/** Makes the records that a request for an operation can name, new ones each time. */
export async function makeFixturesFor(
  id: OperationId,
  testApp: TestApp,
  calls: WorkspaceCalls,
): Promise<Fixtures> {
  const made = await makeFixtures(testApp, calls, recordsOf(id));
  return { ...made, ...(await ownFixtures[id]?.(testApp)) };
}
