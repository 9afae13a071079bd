import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';
import type { EmbedClaims } from './embed-claims.ts';
import { createSessionBatches, type SessionBatches } from './session-batches.ts';

let testApp: TestApp;
let batches: SessionBatches;
let claims: EmbedClaims;
before(async () => {
  testApp = await createTestApp();
  batches = createSessionBatches(testApp.database);
  const answer = await testApp.call({
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    body: { deploymentId: testApp.deploymentId, externalId: 'ada', embedTenantName: 'customer' },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const { rows } = await testApp.database.pool.query<{ claims: EmbedClaims }>(
    'select claims from embed_sessions',
  );
  const [row] = rows;
  assert.ok(row);
  claims = row.claims;
});
after(() => testApp.close());

/** A session with its number in its claims. */
function session(order: number, changes: Partial<EmbedClaims> = {}) {
  const { tenantId, deploymentId } = testApp;
  const own = { ...claims, ...changes, securityContext: { order } };
  return { tenantId, deploymentId, hash: randomBytes(32), claims: own, ttlSeconds: 60 };
}

test('sessions of one batch are stored and redeemed each with its own claims', async () => {
  const sessions = [1, 2, 3].map((order) => session(order));
  assert.deepEqual(await Promise.all(sessions.map(batches.insertForViewer)), [true, true, true]);
  const late = session(4);
  const [stored, ...redeemed] = await Promise.all([
    batches.insertForViewer(late),
    ...sessions.map((each) => batches.redeem(each)),
  ]);
  assert.equal(stored, true);
  assert.deepEqual(
    redeemed.map((each) => each?.claims),
    sessions.map((each) => each.claims),
  );
  assert.deepEqual((await batches.redeem(late))?.claims, late.claims);
});

test('of several exchanges in one batch one gets the session, and none of another account', async () => {
  const one = session(1);
  await batches.insertForViewer(one);
  const found = await Promise.all([
    batches.redeem({ tenantId: one.tenantId + 1, hash: one.hash }),
    batches.redeem(one),
    batches.redeem(one),
  ]);
  assert.deepEqual(
    found.map((each) => each?.claims),
    [undefined, one.claims, undefined],
  );
});

test('of two servers that exchange the same sessions at once each session goes to one', async () => {
  const other = createSessionBatches(testApp.database);
  const sessions = Array.from({ length: 20 }, (_, order) => session(order));
  await Promise.all(sessions.map(batches.insertForViewer));
  const found = await Promise.all([
    ...sessions.map((each) => batches.redeem(each)),
    ...sessions.toReversed().map((each) => other.redeem(each)),
  ]);
  const orders = found.flatMap((each) => (each ? [each.claims.securityContext['order']] : []));
  assert.deepEqual(
    orders.sort((a, b) => Number(a) - Number(b)),
    sessions.map((_, order) => order),
  );
});

test('a viewer who has gone gets no session, and the others of the batch do', async () => {
  const [here, gone] = [session(1), session(2, { embedUserId: 2_000_000_000 })];
  assert.deepEqual(await Promise.all([here, gone].map(batches.insertForViewer)), [true, false]);
  assert.equal(await batches.redeem(gone), undefined);
});

test('what cannot be stored fails alone', async () => {
  const [fine, bad] = [session(1), session(2, { embedTenantName: '\u0000' })];
  const settled = await Promise.allSettled([fine, bad].map(batches.insertForViewer));
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
  assert.deepEqual((await batches.redeem(fine))?.claims, fine.claims);
});

test('a session that has expired is not redeemed', async () => {
  const expired = { ...session(1), ttlSeconds: -1 };
  assert.equal(await batches.insertForViewer(expired), true);
  assert.equal(await batches.redeem(expired), undefined);
});
