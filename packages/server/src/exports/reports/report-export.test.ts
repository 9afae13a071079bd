import type { Dashboard, Permission } from '@oriel/contract';
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { accessLevels } from '../../access/access-level.ts';
import { createModelEngine } from '../../test/model-engine.ts';
import {
  createTestApp,
  createWorkspaceCalls,
  openEmbedSession,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';
import type { RenderedDashboard } from '../../rendering/dashboard-rendering.ts';

const ROWS = 60_000;

/** As many rows as no query of the API gives, and a few that a spreadsheet would misread. */
const model = `
cubes:
  - name: events
    sql: "SELECT i AS id, i % 3 AS kind, i / 7.0 AS share, TIMESTAMP '2026-01-01 23:30:00' + INTERVAL (i) MINUTE AS at FROM range(${ROWS}) t(i)"
    dimensions:
      - { name: id, sql: id, type: number, title: Number, primary_key: true, public: true }
      - { name: kind, sql: kind, type: number }
      - { name: share, sql: share, type: number, title: Share, format: percent }
      - { name: at, sql: at, type: time, title: At }
    measures: [{ name: count, type: count }]
    access_policy:
      - { group: "*", row_level: { filters: [{ member: kind, operator: equals, values: "{ userAttributes.kinds }" }] } }
  - name: notes
    sql: "SELECT * FROM (VALUES (1, '=1+1'), (2, 'a, \\"b\\"'), (3, chr(10) || 'x'), (4, '@cmd'), (5, NULL), (6, repeat('z', 40000))) t(id, note)"
    dimensions: [{ name: id, sql: id, type: number }, { name: note, sql: note, type: string, title: "=Note" }]
  - name: broken
    sql: "SELECT CASE WHEN i < 30000 THEN 1 ELSE error('no more')::int END AS v, i FROM range(60000) t(i)"
    dimensions: [{ name: v, sql: v, type: number }, { name: i, sql: i, type: number, primary_key: true, public: true }]
`;

let app: TestApp;
let spillDirectory: string;
let calls: WorkspaceCalls;
let published: Dashboard;
const drawn: RenderedDashboard[] = [];
const reports: Record<string, number> = {};

before(async () => {
  spillDirectory = await mkdtemp(join(tmpdir(), 'oriel-spill-'));
  app = await createTestApp({
    engine: createModelEngine([{ path: 'events.yml', content: model }], { duckdb: { spillDirectory } }),
    maxTableBytes: 1_500_000,
    drawPicture: async (rendered) => {
      drawn.push(rendered);
      return Buffer.from('drawn');
    },
  });
  calls = createWorkspaceCalls(app);
  const attribute = await app.call({
    method: 'POST',
    path: '/api/v1/user-attributes',
    body: { name: 'kinds', type: 'number_array' },
  });
  const userAttributeId = String((attribute.json() as { id: number }).id);
  const value = { userId: String(app.adminId), userAttributeId, value: [0, 1, 2] };
  const set = await app.call({ method: 'POST', path: '/api/v1/user-attribute-values', body: value });
  assert.equal(set.statusCode, 200, set.body);
  const { id: workbookId } = await calls.makeWorkbook('Events');
  const make = async (name: string, query: object, meta: object = {}) => {
    const body = {
      name,
      workbookId,
      jsonQuery: JSON.stringify(query),
      meta: { kind: 'table', spec: {}, ...meta },
    };
    reports[name] = (await calls.makeReport(body)).id;
  };
  const events = { dimensions: ['events.id', 'events.kind'], order: [['events.id', 'asc']] };
  await make('All events', events);
  await make('First', { ...events, limit: 7 });
  await make('Many', { ...events, limit: 10_000 });
  await make('Notes', { dimensions: ['notes.id', 'notes.note'], order: [['notes.id', 'asc']] });
  await make('Broken', { dimensions: ['broken.i', 'broken.v'] });
  await make('Formats', {
    dimensions: ['events.id', 'events.share', 'events.at'],
    order: [['events.id', 'asc']],
    limit: 2,
  });
  await make(
    'Days',
    {
      measures: ['events.count'],
      timeDimensions: [{ dimension: 'events.at', granularity: 'day' }],
      order: [['events.at', 'asc']],
      limit: 3,
    },
    {
      spec: {
        columns: [{ field: 'events.count', label: 'How many', format: ',.1f' }, { field: 'events.at.day' }],
      },
    },
  );
  const place = { x: 0, y: 0, w: 6, h: 6 };
  const widgets = [
    { id: 'kind', type: 'FILTER', position: place, config: { member: 'events.kind' } },
    { id: 'chart', type: 'CHART', position: place, config: { reportId: reports['All events'] } },
    { id: 'days', type: 'CHART', position: place, config: { reportId: reports['Days'] } },
  ];
  const config = { title: 'Events', widgets, settings: { timezone: 'Asia/Tokyo' } };
  const body = { workbookId, title: 'Events', config, allowEmbed: true };
  await app.database.db
    .insertInto('grants')
    .values(
      (['ORGANIZATION', 'ALL_EMBED_USERS'] as const).map((subjectType) => ({
        deploymentId: app.deploymentId,
        resourceType: 'WORKBOOK' as const,
        resourceId: workbookId,
        subjectType,
        subjectId: 0,
        level: 1,
      })),
    )
    .execute();
  published = await calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, { body });
});
after(async () => {
  await app.close();
  await rm(spillDirectory, { recursive: true, force: true, maxRetries: 10 });
});

const exportReport = (name: string, body: object, key?: string) =>
  calls.call('POST', `/reports/${reports[name]}/export`, { body, ...(key !== undefined && { key }) });
const codeOf = (answer: { json(): unknown }) => (answer.json() as { code: string }).code;
/** Files of rows that are there. */
async function listFiles(): Promise<string[]> {
  const read = (folder: string) => readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const entries = await Promise.all([join(app.dataDir, 'exports'), spillDirectory].map(read));
  return entries.flat().flatMap((entry) => (entry.isFile() ? [entry.name] : []));
}
const linesOf = (text: string) => text.replace('\uFEFF', '').trimEnd().split('\r\n');

test('a CSV file holds every row of the report, and says so', async () => {
  const answer = await exportReport('All events', { format: 'csv' });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.headers['oriel-rows'], `${ROWS}/${ROWS}`);
  assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
  assert.match(String(answer.headers['content-disposition']), /All events\.csv/);
  const [head, ...lines] = linesOf(answer.body);
  assert.equal(head, 'Number,Kind');
  assert.equal(lines.length, ROWS);
  assert.equal(lines.at(-1), `${ROWS - 1},${(ROWS - 1) % 3}`);
  assert.deepEqual(await listFiles(), []);
});

test('a limit of the report is part of it, one that only takes all is not', async () => {
  assert.equal((await exportReport('First', { format: 'csv' })).headers['oriel-rows'], '7/7');
  assert.equal((await exportReport('Many', { format: 'csv' })).headers['oriel-rows'], `${ROWS}/${ROWS}`);
});

test('texts that a spreadsheet would run begin with a quote, and quotes and line ends survive', async () => {
  const { body } = await exportReport('Notes', { format: 'csv' });
  const text = body.replace('\uFEFF', '');
  assert.ok(
    text.startsWith(`ID,'=Note\r\n1,'=1+1\r\n2,"a, ""b"""\r\n3,"'\nx"\r\n4,'@cmd\r\n5,\r\n6,z`),
    text.slice(0, 80),
  );
});

test('columns, labels and formats are those of the table, in the language and the zone that are asked for', async () => {
  const days = await exportReport('Days', { format: 'csv', timezone: 'Asia/Tokyo', locale: 'de' });
  // Half past eleven in the night is the next morning in Tokyo.
  assert.deepEqual(linesOf(days.body), [
    'How many,At',
    '"930,0",2026-01-02',
    '"1.440,0",2026-01-03',
    '"1.440,0",2026-01-04',
  ]);
  const shown = await exportReport('Formats', { format: 'csv' });
  assert.deepEqual(linesOf(shown.body), [
    'Number,Share,At',
    '0,0.0%,2026-01-01 23:30:00',
    '1,14.3%,2026-01-01 23:31:00',
  ]);
  const plain = await exportReport('Formats', { format: 'csv', values: 'plain' });
  assert.match(linesOf(plain.body)[2] ?? '', /^1,0\.14285\d*,/);
});

test("a dashboard's own zone goes before the account's, and after the one that is asked for, while zones are on", async () => {
  const path = `/api/v1/embed/dashboard/${published.publicId}/export`;
  const configure = (timezoneSettings: object) =>
    app.call({ method: 'PUT', path: '/api/v1/app-config', body: { timezoneSettings } });
  const firstDay = async (more: object = {}) => {
    const body = { widgetId: 'days', format: 'csv', ...more };
    return linesOf((await app.call({ method: 'POST', path, body })).body)[1];
  };
  const [utc, tokyo] = ['30.0,2026-01-01', '930.0,2026-01-02'];
  assert.equal(await firstDay(), utc);
  await configure({ enabled: true, timezone: 'America/Lima' });
  try {
    assert.equal(await firstDay(), tokyo);
    assert.equal(await firstDay({ timezone: 'UTC' }), utc);
  } finally {
    await configure({ enabled: false, timezone: null });
  }
});

test('filters and granularities act on a report; those of another view and unknown zones are refused', async () => {
  const filters = [{ member: 'events.kind', operator: 'equals', value: 2 }];
  assert.equal(
    (await exportReport('All events', { format: 'csv', filters })).headers['oriel-rows'],
    '20000/20000',
  );
  const timeGrains = [{ member: 'events.at', grain: 'month' }];
  assert.equal((await exportReport('Days', { format: 'csv', timeGrains })).headers['oriel-rows'], '2/2');
  const wrong = [
    { filters: [{ member: 'notes.id', value: 1 }] },
    { timezone: 'Mars/Olympus' },
    { locale: 'not a language' },
  ];
  for (const body of wrong)
    assert.equal((await exportReport('All events', { format: 'csv', ...body })).statusCode, 400);
});

test('an XLSX file holds every row with its types, and says which texts Excel cannot hold', async () => {
  const { readXlsx } = await import('hucre/xlsx');
  const read = async (name: string, body: object = {}) => {
    const answer = await exportReport(name, { format: 'xlsx', ...body });
    assert.equal(answer.statusCode, 200, answer.body);
    return { answer, sheets: (await readXlsx(answer.rawPayload)).sheets };
  };
  const formats = await read('Formats');
  const [, first] = formats.sheets[0]?.rows ?? [];
  assert.equal(first?.[0], 0);
  assert.equal(first?.[1], 0);
  assert.deepEqual(first?.[2], new Date('2026-01-01T23:30:00Z'));
  const notes = await read('Notes');
  assert.equal(notes.answer.headers['oriel-cut-cells'], '1');
  const rows = notes.sheets[0]?.rows ?? [];
  assert.equal(rows[1]?.[1], '=1+1');
  const longest = String(rows[6]?.[1]);
  assert.equal(longest.length, 32_767);
  assert.match(longest, /\[cut by Excel’s limit of 32,767 characters\]$/);
  const all = await read('All events');
  assert.equal(all.answer.headers['oriel-rows'], `${ROWS}/${ROWS}`);
  assert.equal(all.sheets[0]?.rows.length, ROWS + 1);
});

test('an XLSX file says on a sheet of its own what its rows are filtered by, in the language that is asked for', async () => {
  const { readXlsx } = await import('hucre/xlsx');
  const read = async (name: string, body: object = {}) =>
    (await readXlsx((await exportReport(name, { format: 'xlsx', ...body })).rawPayload)).sheets;
  assert.equal((await read('First')).length, 1, 'without filters there is nothing to say');
  const filters = [
    { member: 'events.kind', value: 1 },
    { member: 'events.id', operator: 'greater_than_or_equal', value: 2000.5 },
    { member: 'events.at', operator: 'between', value: ['2026-01-01', '2026-01-31'] },
  ];
  const [rows, told, ...others] = await read('First', { filters, locale: 'de-AT' });
  assert.equal(rows?.rows.length, 8);
  assert.equal(others.length, 0);
  assert.equal(told?.name, 'Filter');
  assert.deepEqual(told?.rows, [
    ['Feld', 'Bedingung'],
    ['Kind', '1'],
    ['Number', 'mindestens 2000,5'],
    ['At', '01.01.2026 – 31.01.2026'],
  ]);
  const [, english] = await read('First', { filters: filters.slice(0, 1) });
  assert.deepEqual(english?.rows, [
    ['Field', 'Condition'],
    ['Kind', '1'],
  ]);
});

test('a file that would be too large is cut, and its last line and its header say where', async () => {
  const wide = await calls.makeReport({
    name: 'Wide',
    jsonQuery: JSON.stringify({ dimensions: ['events.id', 'events.at', 'events.share', 'events.kind'] }),
    meta: { kind: 'table', spec: {} },
  });
  const answer = await calls.call('POST', `/reports/${wide.id}/export`, {
    body: { format: 'csv', values: 'plain' },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const [written, total] = String(answer.headers['oriel-rows']).split('/').map(Number);
  assert.equal(total, ROWS);
  const lines = linesOf(answer.body);
  assert.ok(written !== undefined && written > 0 && written < ROWS);
  assert.equal(lines.length, written + 2);
  assert.equal(lines.at(-1), `Cut: this file has ${written} of ${ROWS} rows`);
});

test('a query that fails behind its first rows is refused, and leaves nothing', async () => {
  const answer = await exportReport('Broken', { format: 'csv' });
  assert.equal(answer.statusCode, 422, answer.body);
  assert.equal(codeOf(answer), 'export_failed');
  assert.deepEqual(await listFiles(), []);
});

test('pictures are drawn of the report alone, with what is asked for', async () => {
  drawn.length = 0;
  const filters = [{ member: 'events.kind', value: 1 }];
  const answer = await exportReport('First', {
    format: 'png',
    filters,
    locale: 'ja',
    timezone: 'Asia/Tokyo',
  });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.headers['content-type'], 'image/png');
  const [rendered] = drawn;
  assert.deepEqual(rendered?.drawing, { locale: 'ja', timezone: 'Asia/Tokyo', isOneChart: true, filters });
  assert.deepEqual(rendered?.answers.charts[0]?.result?.rows[0], { 'events.id': 1, 'events.kind': 1 });
});

test('a viewer of an embed exports charts of a dashboard under its own rights, where the session allows it', async () => {
  const path = `/api/v1/embed/dashboard/${published.publicId}/export`;
  const asViewer = (token: string, body: object) =>
    app.call({ method: 'POST', path, key: '', body, headers: { authorization: `Embed-Token ${token}` } });
  const session = { embedTenantName: 'customer', userAttributes: [{ name: 'kinds', value: [1] }] };
  const token = await openEmbedSession(app, session);
  const answer = await asViewer(token, { format: 'csv', widgetId: 'chart' });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.headers['oriel-rows'], '20000/20000');
  const filters = [{ member: 'events.kind', value: 2 }];
  assert.equal(
    (await asViewer(token, { format: 'csv', widgetId: 'chart', filters })).headers['oriel-rows'],
    '0/0',
  );
  assert.equal(codeOf(await asViewer(token, { format: 'csv', widgetId: 'other' })), 'chart_not_found');
  assert.equal(codeOf(await asViewer(token, { format: 'csv' })), 'export_failed');
  const picture = await asViewer(token, { format: 'pdf' });
  assert.equal(picture.headers['content-type'], 'application/pdf');
  const locked = await openEmbedSession(app, { ...session, settings: { allowExport: false } });
  assert.equal(codeOf(await asViewer(locked, { format: 'csv', widgetId: 'chart' })), 'forbidden');
});

test('a role without DownloadData is refused every file, whatever else it permits', async () => {
  const makeMember = async (...actions: Permission[]) => {
    const policies = [{ resourceType: 'Global', resources: ['All'], actions }];
    const name = `Role ${crypto.randomUUID()}`;
    const role = await app.call({ method: 'POST', path: '/api/v1/roles', body: { name, policies } });
    assert.equal(role.statusCode, 200, role.body);
    const username = `user-${crypto.randomUUID()}`;
    const body = { username, email: `${username}@example.com`, defaultRoles: [name] };
    const { id } = (await app.call({ method: 'POST', path: '/api/v1/users', body })).json() as { id: number };
    await calls.grant('WORKBOOK', published.workbookId, id, accessLevels.manage);
    return app.build.apiKey({ tenantId: app.tenantId, userId: id });
  };
  const others: Permission[] = ['AIBIView', 'AIBIExplore', 'AIBIDevelop', 'DeploymentRead', 'SchemaRead'];
  const key = await makeMember(...others);
  drawn.length = 0;
  const embedded = `/api/v1/embed/dashboard/${published.publicId}/export`;
  const asked = [
    ...(['csv', 'xlsx', 'png', 'pdf'] as const).flatMap((format) => [
      exportReport('First', { format }, key),
      app.call({ method: 'POST', path: embedded, key, body: { format, widgetId: 'chart' } }),
    ]),
    app.call({ method: 'POST', path: embedded, key, body: { format: 'pdf' } }),
    calls.call('POST', '/dashboard-exports', {
      key,
      body: { dashboardPublicId: published.publicId, format: 'png' },
    }),
  ];
  for (const answer of await Promise.all(asked)) {
    assert.equal(answer.statusCode, 403, answer.body);
    assert.match(answer.body, /The rows of (reports|this dashboard) may not be downloaded/);
  }
  assert.deepEqual(drawn, []);
  const permitted = await makeMember(...others, 'DownloadData');
  assert.equal((await exportReport('First', { format: 'csv' }, permitted)).statusCode, 200);
});

test('the lock of the account stops every export, and who does not see a report finds none', async () => {
  const stranger = await calls.makePerson('Viewer');
  const own = await calls.makeReport({ name: 'Own', jsonQuery: '{"dimensions":["events.id"]}' });
  const answer = await calls.call('POST', `/reports/${own.id}/export`, {
    body: { format: 'csv' },
    key: stranger.key,
  });
  assert.equal(codeOf(answer), 'report_not_found');
  const lock = (restrictDataDownload: boolean) =>
    app.call({ method: 'PUT', path: '/api/v1/app-config', body: { restrictDataDownload } });
  assert.equal((await lock(true)).statusCode, 200);
  try {
    for (const format of ['csv', 'xlsx', 'png'])
      assert.equal(codeOf(await exportReport('First', { format })), 'forbidden');
  } finally {
    await lock(false);
  }
});

test('where nothing can be drawn, the refusal says why', async () => {
  const plain = await createTestApp({ engine: createModelEngine([{ path: 'events.yml', content: model }]) });
  try {
    const own = createWorkspaceCalls(plain);
    const { id } = await own.makeReport({ name: 'Report', jsonQuery: '{"dimensions":["events.id"]}' });
    await own.refused(
      ['POST', `/reports/${id}/export`, { body: { format: 'png' } }],
      422,
      'drawing_unavailable',
    );
  } finally {
    await plain.close();
  }
});
