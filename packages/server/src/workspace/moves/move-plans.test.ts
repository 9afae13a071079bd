import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';

let world: TestApp;
before(async () => {
  world = await createTestApp();
});
after(() => world.close());

/** PostgreSQL looks at the values of so many executions before it may do without. */
const PLANNED_FOR_VALUES = 5;
const MOVES = 20;

test('the statements of a move are planned for all moves at once', async () => {
  const { database, deploymentId, adminId } = world;
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into reports (deployment_id, public_id, name, user_id) values ($1, 'move-plans-1', 'Report', $2) returning id`,
    [deploymentId, adminId],
  );
  const path = `/api/v1/deployments/${deploymentId}/workspace/move`;
  const body = { type: 'REPORT', id: rows[0]?.id, folderId: null };
  for (let move = 0; move < MOVES; move += 1) {
    const answer = await world.call({ method: 'POST', path, body });
    assert.equal(answer.statusCode, 200, answer.body);
  }
  // The one that was released last, which all have used.
  const client = await database.pipelined.connect();
  try {
    const { rows: plans } = await client.query<{
      statement: string;
      customPlans: number;
      genericPlans: number;
    }>('select statement, custom_plans::integer, generic_plans::integer from pg_prepared_statements');
    const used = plans.filter(({ customPlans, genericPlans }) => customPlans + genericPlans === MOVES);
    assert.equal(used.length, 3);
    for (const { statement, customPlans } of used) assert.equal(customPlans, PLANNED_FOR_VALUES, statement);
  } finally {
    client.release();
  }
});
