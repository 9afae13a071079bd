import type { Problem, Report, ReportPlacement, ReportsListResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  overtake,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

const resultChecksum = { v: 1, chunks: [{ from: 0, hash: 'abc' }] };
const inExcel = {
  externalWorkbookId: 'book-1',
  workbookName: 'Sales.xlsx',
  host: 'EXCEL',
  sheetId: '0',
  resultLocation: "'Q 1'!B2",
  endResultCell: 'D9',
  resultChecksum,
};

const post = (body: object, key?: string) =>
  calls.ok<Report>('POST', '/reports', { body, ...(key !== undefined && { key }) });
const put = (id: number, body: object) => calls.ok<Report>('PUT', `/reports/${id}`, { body });
const refresh = (id: number, body?: object, key?: string) =>
  calls.ok<Report>('PUT', `/reports/${id}/refresh`, { body, ...(key !== undefined && { key }) });
const placementsOf = ({ externalWorkbookPlacements }: Report): ReportPlacement[] =>
  externalWorkbookPlacements ?? [];

test('a report keeps where it was placed', async () => {
  const report = await post({ jsonQuery: '{"measures":["a.b"]}', ...inExcel });
  const [{ id, placedAt, ...placement }] = placementsOf(report) as [ReportPlacement];
  assert.ok(id);
  assert.ok(placedAt);
  assert.ok(report.currentQueryChecksum);
  assert.deepEqual(placement, {
    host: 'EXCEL',
    workbookId: 'book-1',
    workbookName: 'Sales.xlsx',
    sheetId: '0',
    sheetName: 'Q 1',
    anchorCell: 'B2',
    resultLocation: "'Q 1'!B2",
    endResultCell: 'D9',
    placedByUserId: world.adminId,
    refreshedAt: null,
    refreshedByUserId: null,
    queryChecksum: report.currentQueryChecksum,
    resultChecksum,
    syncStatus: 'UP_TO_DATE',
  });
  const { items } = await calls.ok<ReportsListResponse>('GET', '/reports?externalWorkbookId=book-1');
  assert.deepEqual(items.map(placementsOf), [placementsOf(report)]);
});

test('the same cell is one placement, another cell another', async () => {
  const { id } = await post(inExcel);
  await put(id, { resultLocation: "'Q 1'!$B$2:$E$20", endResultCell: 'E20' });
  const changed = await put(id, { resultLocation: 'Sheet2!A1', placementId: 'mine' });
  assert.deepEqual(
    placementsOf(changed).map(({ anchorCell, endResultCell, host }) => [anchorCell, endResultCell, host]),
    [
      ['B2', 'E20', 'EXCEL'],
      ['A1', null, null],
    ],
  );
  const moved = await put(id, { placementId: 'mine', resultLocation: 'Sheet2!C7' });
  assert.deepEqual(
    placementsOf(moved).map(({ anchorCell }) => anchorCell),
    ['B2', 'C7'],
  );
});

test('a change of the query leaves placements behind until they are read anew', async () => {
  const { id } = await post({ jsonQuery: '{"measures":["a.b"]}', ...inExcel, placementId: undefined });
  const status = (report: Report) => placementsOf(report).map(({ syncStatus }) => syncStatus);
  assert.deepEqual(status(await put(id, { name: 'Renamed' })), ['UP_TO_DATE']);
  assert.deepEqual(status(await put(id, { jsonQuery: '{"measures":["a.c"]}' })), ['CHANGED']);
  const fresh = await refresh(id, { externalWorkbookId: 'book-1', sheetName: 'Q 1', anchorCell: 'b2' });
  assert.deepEqual(status(fresh), ['UP_TO_DATE']);
  assert.equal(placementsOf(fresh)[0]?.refreshedByUserId, world.adminId);
  assert.equal(placementsOf(fresh)[0]?.resultChecksum, null);
  assert.deepEqual(status(await put(id, { jsonQuery: null })), ['UNKNOWN']);
});

test('a refresh means the placements that its address fits', async () => {
  const { id } = await post(inExcel);
  await put(id, { resultLocation: 'Sheet2!A1', placementId: 'second' });
  await put(id, { externalWorkbookId: 'book-2', resultLocation: 'Sheet2!A1', placementId: 'elsewhere' });
  const refreshed = async (body?: object) => {
    await world.database.pool.query('update report_placements set refreshed_at = null');
    const report = await refresh(id, body);
    assert.equal(report.refreshedBy, world.adminId);
    return placementsOf(report)
      .filter(({ refreshedAt }) => refreshedAt)
      .map(({ workbookId, resultLocation }) => `${workbookId} ${resultLocation}`);
  };
  assert.deepEqual(await refreshed(), []);
  assert.deepEqual(await refreshed({ placementId: 'second' }), ['book-1 Sheet2!A1']);
  assert.deepEqual(await refreshed({ placementId: 'gone' }), []);
  assert.deepEqual(await refreshed({ externalWorkbookId: 'book-1' }), [
    "book-1 'Q 1'!B2",
    'book-1 Sheet2!A1',
  ]);
  assert.deepEqual(await refreshed({ externalWorkbookId: 'book-1', resultLocation: 'Sheet2!A1' }), [
    'book-1 Sheet2!A1',
  ]);
  assert.deepEqual(await refreshed({ externalWorkbookId: 'book-1', sheetId: '5', sheetName: 'Q 1' }), []);
  assert.deepEqual(await refreshed({ externalWorkbookId: 'book-3' }), []);
});

test('reading is enough to refresh, and without it there is nothing to refresh', async () => {
  const { id: userId, key } = await calls.makePerson('Viewer');
  const { id } = await post({ ...inExcel, placementId: undefined });
  await calls.refused(['PUT', `/reports/${id}/refresh`, { body: {}, key }], 404, 'report_not_found');
  await calls.grant('REPORT', id, userId, 1);
  const report = await refresh(id, { externalWorkbookId: 'book-1', resultChecksum }, key);
  assert.equal(placementsOf(report)[0]?.refreshedByUserId, userId);
  assert.deepEqual(placementsOf(report)[0]?.resultChecksum, resultChecksum);
});

test('what describes a placement nowhere is refused with its field', async () => {
  const answer = await calls.call('POST', '/reports', { body: { host: 'EXCEL', sheetId: '1' } });
  assert.equal(answer.statusCode, 400, answer.body);
  assert.deepEqual(
    answer.json<Problem>().issues?.map(({ path }) => path),
    ['host', 'sheetId'],
  );
  const { externalWorkbookPlacements } = await post({ externalWorkbookId: 'without a cell' });
  assert.deepEqual(externalWorkbookPlacements, []);
});

test('two refreshes at once are both kept', async () => {
  const { id } = await post(inExcel);
  await put(id, { resultLocation: 'Sheet2!A1', placementId: 'second' });
  const after = await overtake(
    world.database.pool,
    [
      `with held as (select from reports where id = $1 for update)
       update report_placements set refreshed_at = now() from held where report_id = $1 and id = 'second'`,
      [id],
    ],
    () => refresh(id, { externalWorkbookId: 'book-1', resultLocation: "'Q 1'!B2" }),
  );
  assert.ok(placementsOf(after).every(({ refreshedAt }) => refreshedAt));
});

test('the placements of a report are bounded in bytes together, and one of them can still be replaced', async () => {
  const chunks = Array.from({ length: 2000 }, (_, from) => ({ from, hash: '€'.repeat(64) }));
  const { id } = await post({ jsonQuery: '{"measures":["a.b"]}' });
  const place = (index: number) =>
    calls.call('PUT', `/reports/${id}`, {
      body: { ...inExcel, resultLocation: `A${index + 1}`, resultChecksum: { v: 1, chunks } },
    });
  let answer = await place(0);
  let count = 0;
  for (; answer.statusCode === 200; answer = await place(count)) count += 1;
  assert.ok(count > 10 && count < 40, String(count));
  assert.equal(answer.statusCode, 400, answer.body);
  assert.match(answer.body, /take 8388608 bytes together at most.*resultChecksum/);
  const replaced = await place(0);
  assert.equal(replaced.statusCode, 200, replaced.body);
  assert.equal(placementsOf(replaced.json<Report>()).length, count);
});
