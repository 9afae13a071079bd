import type { Workbook } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  overtake,
  type TestApp,
  type WorkspaceCalls,
} from '../../../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

const draft = (title: string) => ({ body: { dashboardDraft: { title, widgets: [] } } });

test('a draft that waits for another change is saved into what that has made', async () => {
  const { id } = await calls.makeWorkbook('Drafted');
  await overtake(
    world.database.pool,
    [`update workbooks set name = 'Renamed', meta = '{"theirs": 1}' where id = $1`, [id]],
    () => calls.ok('PUT', `/workbooks/${id}/dashboard`, draft('Mine')),
  );
  const { name, meta, dashboardDraft } = await calls.ok<Workbook>('GET', `/workbooks/${id}`);
  assert.deepEqual([name, meta['theirs'], dashboardDraft?.title], ['Renamed', 1, 'Mine']);
});

test('a user who loses the right to edit while waiting saves nothing', async () => {
  const person = await calls.makePerson();
  const { id } = await calls.makeWorkbook('Shared');
  await calls.grant('WORKBOOK', id, person.id, 2);
  const revoke: [string, unknown[]] = [
    `with held as (select id from workbooks where id = $1 for update)
     delete from grants using held where resource_type = 'WORKBOOK' and resource_id = held.id`,
    [id],
  ];
  // As sharing does it: a delete waits for the lock of the workspace.
  const revokeLocked: typeof revoke = [
    `with locked as materialized (select pg_advisory_xact_lock(7231005, $2))
     delete from grants using locked where resource_type = 'WORKBOOK' and resource_id = $1`,
    [id, world.deploymentId],
  ];
  for (const [method, path, body, revocation] of [
    ['PUT', `/workbooks/${id}/dashboard`, draft('Late').body, revoke],
    ['PUT', `/workbooks/${id}`, { name: 'Late' }, revoke],
    ['PUT', `/workbooks/${id}`, { name: 'Late' }, revokeLocked],
    ['DELETE', `/workbooks/${id}`, undefined, revokeLocked],
  ] as const) {
    await calls.grant('WORKBOOK', id, person.id, 3).catch(() => {});
    const answer = await overtake(world.database.pool, revocation, () =>
      calls.call(method, path, { body, key: person.key }),
    );
    assert.equal(answer.statusCode, 404, answer.body);
  }
  const { name, dashboardDraft } = await calls.ok<Workbook>('GET', `/workbooks/${id}`);
  assert.deepEqual([name, dashboardDraft], ['Shared', null]);
});

test('a workbook that is deleted while a draft waits is not there', async () => {
  const { id } = await calls.makeWorkbook('Going');
  const answer = await overtake(world.database.pool, ['delete from workbooks where id = $1', [id]], () =>
    calls.call('PUT', `/workbooks/${id}/dashboard`, draft('Late')),
  );
  assert.equal(answer.statusCode, 404, answer.body);
});
