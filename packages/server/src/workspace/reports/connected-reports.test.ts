import type { Report, ReportPlacement, ReportsListResponse } from '@oriel/contract';
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

const as = (key: string | undefined) => (key === undefined ? {} : { key });
const pathOf = (id: number) => `/reports/${id}/connect-workbook`;
const connect = (id: number, body: object, key?: string) =>
  calls.ok<Report>('PUT', pathOf(id), { body, ...as(key) });
const disconnect = (id: number, body?: object, key?: string) =>
  calls.ok<Report>('DELETE', pathOf(id), { body, ...as(key) });
const placementsOf = ({ externalWorkbookPlacements }: Report): ReportPlacement[] =>
  externalWorkbookPlacements ?? [];
const cells = (report: Report) =>
  placementsOf(report).map(
    ({ workbookId, sheetName, anchorCell }) => `${workbookId} ${sheetName}!${anchorCell}`,
  );

const resultChecksum = { v: 1, chunks: [{ from: 0, hash: 'abc' }] };
const placed = {
  externalWorkbookId: 'book-1',
  workbookName: 'Sales.xlsx',
  host: 'EXCEL',
  sheetId: '7',
  resultLocation: "'Q 1'!B2",
  endResultCell: 'D9',
  resultChecksum,
};

test('a reader places a report, with everything that the spreadsheet says, and the report stays as it is', async () => {
  const { id: userId, key } = await calls.makePerson('Viewer');
  const before = await calls.ok<Report>('POST', '/reports', { body: { jsonQuery: '{"measures":["a.b"]}' } });
  await calls.refused(['PUT', pathOf(before.id), { body: placed, key }], 404, 'report_not_found');
  await calls.grant('REPORT', before.id, userId, 1);
  const report = await connect(before.id, { ...placed, placementId: 'mine' }, key);
  const [{ placedAt, ...placement }] = placementsOf(report) as [ReportPlacement];
  assert.ok(placedAt);
  assert.deepEqual(placement, {
    id: 'mine',
    host: 'EXCEL',
    workbookId: 'book-1',
    workbookName: 'Sales.xlsx',
    sheetId: '7',
    sheetName: 'Q 1',
    anchorCell: 'B2',
    resultLocation: "'Q 1'!B2",
    endResultCell: 'D9',
    placedByUserId: userId,
    refreshedAt: null,
    refreshedByUserId: null,
    queryChecksum: before.currentQueryChecksum,
    resultChecksum,
    syncStatus: 'UP_TO_DATE',
  });
  assert.deepEqual(
    [report.version, report.updatedAt, report.externalWorkbookId],
    [before.version, before.updatedAt, null],
  );
  const { items } = await calls.ok<ReportsListResponse>('GET', '/reports?externalWorkbookId=book-1', { key });
  assert.deepEqual(
    items.map(({ id }) => id),
    [before.id],
  );
});

test('connecting again changes the placement of the same cell, another cell is another one', async () => {
  const { id } = await calls.makeReport({ jsonQuery: '{"measures":["a.b"]}' });
  const [first] = placementsOf(await connect(id, placed));
  const again = await connect(id, {
    ...placed,
    resultLocation: "'Q 1'!$B$2:$F$40",
    workbookName: 'New.xlsx',
  });
  assert.deepEqual(
    placementsOf(again).map((each) => [each.id, each.workbookName, each.placedAt]),
    [[first?.id, 'New.xlsx', first?.placedAt]],
  );
  assert.deepEqual(cells(await connect(id, { ...placed, anchorCell: 'C3' })), [
    'book-1 Q 1!B2',
    'book-1 Q 1!C3',
  ]);
  assert.equal(placementsOf(await connect(id, { ...placed, externalWorkbookId: 'book-2' })).length, 3);
});

test('a placement that has only moved keeps what was read there', async () => {
  const { id } = await calls.makeReport({ jsonQuery: '{"measures":["a.b"]}' });
  await connect(id, { ...placed, placementId: 'p' });
  await calls.ok('PUT', `/reports/${id}`, { body: { jsonQuery: '{"measures":["a.c"]}' } });
  const body = { externalWorkbookId: 'book-1', resultLocation: 'Moved!A1', placementId: 'p' };
  const [moved] = placementsOf(await connect(id, { ...body, addressOnly: true }));
  assert.deepEqual(
    [moved?.sheetName, moved?.anchorCell, moved?.resultChecksum, moved?.syncStatus],
    ['Moved', 'A1', resultChecksum, 'CHANGED'],
  );
  const [read] = placementsOf(await connect(id, body));
  assert.deepEqual([read?.resultChecksum, read?.syncStatus], [null, 'UP_TO_DATE']);
});

test('one placement is dropped by its id, or by spreadsheet, sheet name and cell', async () => {
  const { id } = await calls.makeReport({});
  await connect(id, { ...placed, placementId: 'first' });
  await connect(id, { ...placed, resultLocation: 'Sheet2!A1', placementId: 'second' });
  await connect(id, { ...placed, externalWorkbookId: 'book-2', placementId: 'third' });
  const left = async (body?: object) => placementsOf(await disconnect(id, body)).map((each) => each.id);
  const all = ['first', 'second', 'third'];
  const book = { externalWorkbookId: 'book-1' };
  // Nothing fits these: the address is not whole, or of another sheet.
  for (const body of [
    undefined,
    { placementId: 'gone' },
    book,
    { ...book, sheetName: 'Q 1' },
    { ...book, anchorCell: 'B2' },
    { ...book, sheetId: '7', anchorCell: 'B2' },
    { ...book, sheetName: 'Q 1', anchorCell: 'B2', sheetId: '8' },
    { ...book, resultLocation: 'B2' },
  ])
    assert.deepEqual(await left(body), all, JSON.stringify(body));
  assert.deepEqual(await left({ ...book, resultLocation: "'Q 1'!B2", sheetId: '7' }), ['second', 'third']);
  assert.deepEqual(await left({ placementId: 'third' }), ['second']);
  assert.deepEqual(await left({ placementId: 'third' }), ['second']);
  assert.deepEqual(await left({ ...book, sheetName: 'Sheet2', anchorCell: '$a$1' }), []);
});

test('a placement that the report itself names is forgotten there as well', async () => {
  const report = await calls.ok<Report>('POST', '/reports', { body: placed });
  const dropped = await disconnect(report.id, { externalWorkbookId: 'book-1', resultLocation: "'Q 1'!B2" });
  assert.deepEqual(
    [dropped.externalWorkbookId, dropped.resultLocation, placementsOf(dropped)],
    [null, null, []],
  );
});

test('a placement without a spreadsheet or a location is refused with its field', async () => {
  const { id } = await calls.makeReport({});
  for (const field of ['externalWorkbookId', 'resultLocation']) {
    const answer = await calls.call('PUT', pathOf(id), { body: { ...placed, [field]: undefined } });
    assert.equal(answer.statusCode, 400);
    assert.match(answer.body, new RegExp(`"path":"${field}"`));
  }
});

test('two spreadsheets that place a report at once are both kept', async () => {
  const { id } = await calls.makeReport({});
  const report = await overtake(
    world.database.pool,
    [
      `with held as (select id from reports where id = $1 for update)
       insert into report_placements (report_id, id, workbook_id, result_location) select id, 'theirs', 'book-3', 'A1' from held`,
      [id],
    ],
    () => connect(id, { ...placed, placementId: 'ours' }),
  );
  assert.deepEqual(
    placementsOf(report)
      .map((each) => each.id)
      .sort(),
    ['ours', 'theirs'],
  );
});
