import type { Problem, Report, Workbook } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

/** What editors change with the version that they have read. */
const changes = {
  'a report': async () => {
    const { id, version } = await calls.ok<Report>('POST', '/reports', { body: { name: 'Report' } });
    return { path: `/reports/${id}`, method: 'PUT' as const, version, body: { title: 'Title' } };
  },
  'a workbook': async () => {
    const { id, version } = await calls.makeWorkbook('Workbook');
    return { path: `/workbooks/${id}`, method: 'PUT' as const, version, body: { meta: { a: 1 } } };
  },
  'a dashboard draft': async () => {
    const { id, version } = await calls.makeWorkbook('Workbook');
    const body = { dashboardDraft: { widgets: [] } };
    return { path: `/workbooks/${id}/dashboard`, method: 'PUT' as const, version, body };
  },
};

for (const [what, make] of Object.entries(changes)) {
  test(`of two editors of ${what} who save at once, one saves and the other is told`, async () => {
    for (let round = 0; round < 5; round += 1) {
      const { method, path, version, body } = await make();
      const save = () => calls.call(method, path, { body: { ...body, expectedVersion: version } });
      const answers = await Promise.all([save(), save()]);
      assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409]);
      const refused = answers.find(({ statusCode }) => statusCode === 409)?.json<Problem>();
      assert.equal(refused?.code, 'version_conflict');
      const late = await calls.call(method, path, { body: { ...body, expectedVersion: (version ?? 0) + 1 } });
      assert.equal(late.statusCode, 200, late.body);
    }
  });

  test(`${what} is changed whatever its version where none is expected`, async () => {
    const { method, path, body } = await make();
    for (const expectedVersion of [undefined, null])
      await calls.ok(method, path, { body: { ...body, expectedVersion } });
  });
}

test('a draft is published and a version restored only as they were seen', async () => {
  const { id, version } = await calls.makeWorkbook('Workbook');
  const config = { widgets: [] };
  const publish = `/workbooks/${id}/publish`;
  const restore = `/workbooks/${id}/dashboard/versions/1/restore`;
  const body = { workbookId: id, config };
  await calls.ok('POST', publish, { body: { ...body, expectedVersion: version } });
  const { version: later } = await calls.ok<Workbook>('PUT', `/workbooks/${id}`, {
    body: { name: 'Renamed' },
  });
  assert.equal(later, (version ?? 0) + 1);
  const stale = { expectedVersion: version };
  await calls.refused(['POST', publish, { body: { ...body, ...stale } }], 409, 'version_conflict');
  await calls.refused(['POST', restore, { body: stale }], 409, 'version_conflict');
  const restored = await calls.ok<Workbook>('POST', restore, { body: { expectedVersion: later } });
  assert.equal(restored.version, (later ?? 0) + 1);
});
