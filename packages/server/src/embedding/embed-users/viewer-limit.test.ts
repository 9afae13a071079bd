import { Refusal } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { embedUsersWithin } from './embed-user-service.ts';
import { createViewerLimit, type ViewerLimit } from './viewer-limit.ts';

const MINUTE_MS = 60_000;

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());

let clockMs: number;
let tenantId: number;
let deploymentId: number;
beforeEach(async () => {
  clockMs = 0;
  tenantId = await testApp.build.tenant();
  deploymentId = await testApp.build.deployment({ tenantId });
});

let viewers = 0;
/** Provisions a new viewer as a session does. */
function provision(viewerLimit: ViewerLimit, input: object = {}): Promise<{ embedUserId: number }> {
  const scope = { tenantId, deploymentId, mayChangeAccount: true };
  const viewer = { externalId: `viewer ${(viewers += 1)}`, ...input };
  return testApp.database.db
    .transaction()
    .execute((tx) => embedUsersWithin(tx, viewerLimit).provision(scope, viewer));
}

const isLimit = (error: unknown) => error instanceof Refusal && error.code === 'embed_user_limit';

test('the viewer beyond the limit is refused, those who are known and ephemeral ones go on', async () => {
  const viewerLimit = createViewerLimit(3, () => clockMs);
  for (let index = 0; index < 2; index += 1) await provision(viewerLimit);
  const { embedUserId } = await provision(viewerLimit, { externalId: 'last' });
  await assert.rejects(provision(viewerLimit), isLimit);
  assert.equal((await provision(viewerLimit, { externalId: 'last' })).embedUserId, embedUserId);
  await provision(viewerLimit, { isEphemeral: true });
  await assert.rejects(provision(viewerLimit), isLimit, 'nothing of a refused one is left');
});

test('those whom another server makes count within a minute', async () => {
  const [one, other] = [createViewerLimit(20, () => clockMs), createViewerLimit(0)];
  await provision(one);
  for (let index = 0; index < 19; index += 1) await provision(other);
  clockMs += MINUTE_MS;
  await assert.rejects(provision(one), isLimit);
});

test('without a limit nobody is refused', async () => {
  const viewerLimit = createViewerLimit(0);
  for (let index = 0; index < 3; index += 1) await provision(viewerLimit);
});
