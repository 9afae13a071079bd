import type { Dashboard, PythonAnalysisFilteredRun } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPythonSandbox, DEFAULT_SANDBOX_LIMITS } from '../../python/sandbox.ts';
import type { RenderedDashboard } from '../../rendering/dashboard-rendering.ts';
import { answerPage, PAGE_ORIGIN, type PageContent } from '../../rendering/picture-page.ts';
import { createModelEngine } from '../../test/model-engine.ts';
import {
  createTestApp,
  createWorkspaceCalls,
  openEmbedSession,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

const model = `
cubes:
  - name: sales
    sql: "SELECT * FROM (VALUES ('north', 3), ('south', 4), ('west', 5)) t(region, amount)"
    dimensions: [{ name: region, sql: region, type: string }]
    measures: [{ name: total, sql: amount, type: sum }, { name: count, type: count }]
    access_policy:
      - group: "*"
        row_level: { filters: [{ member: region, operator: equals, values: "{ userAttributes.regions }" }] }
`;
const query = { dimensions: ['sales.region'], measures: ['sales.total'], order: [['sales.region', 'asc']] };
/** Two rows of each, with columns in an order that no query has, and what a spreadsheet would misread. */
const script = `
import csv, json
out = []
for row in csv.DictReader(open('data.csv')):
    for step in (1, 2):
        out.append({'value': step * int(row['sales.total']), 'region': row['sales.region'], '=x': '=1+1', '__proto__': 'p'})
json.dump(out, open('output.json', 'w'))`;
const failing = 'raise SystemExit("a secret of the author")';
const linesOf = (...regions: readonly [string, number][]) => [
  "value,region,'=x,__proto__",
  ...regions.flatMap(([region, value]) => [1, 2].map((step) => `${step * value},${region},'=1+1,p`)),
];

const sandbox = createPythonSandbox({ ...DEFAULT_SANDBOX_LIMITS, timeoutMs: 60_000 });
const fault = await sandbox.findFault();
const here = { skip: fault !== undefined && fault };

let app: TestApp;
let calls: WorkspaceCalls;
let published: Dashboard;
let double: number;
let broken: number;
const drawn: RenderedDashboard[] = [];

before(async () => {
  app = await createTestApp({
    engine: createModelEngine([{ path: 'sales.yml', content: model }]),
    pythonSandbox: sandbox,
    drawPicture: async (rendered) => {
      drawn.push(rendered);
      return Buffer.from('drawn');
    },
  });
  calls = createWorkspaceCalls(app);
  await configure({ pythonReports: true });
  const attribute = await app.call({
    method: 'POST',
    path: '/api/v1/user-attributes',
    body: { name: 'regions', type: 'string_array' },
  });
  attributeId = String((attribute.json() as { id: number }).id);
  await see(app.adminId, ['north', 'south']);
  const { id: workbookId } = await calls.makeWorkbook('Sales');
  const make = async (name: string, pythonCode: string) => {
    const meta = { kind: 'table', spec: {}, pythonCode };
    return (await calls.makeReport({ name, workbookId, jsonQuery: JSON.stringify(query), meta })).id;
  };
  double = await make('Double', script);
  broken = await make('Broken', failing);
  const place = { x: 0, y: 0, w: 6, h: 4 };
  const widgets = [
    { id: 'region', type: 'FILTER', position: place, config: { member: 'sales.region' } },
    {
      id: 'value',
      type: 'FIELD',
      position: place,
      config: { member: 'sales.total', alternatives: ['sales.count'] },
    },
    { id: 'double', type: 'CHART', position: place, config: { reportId: double } },
    { id: 'broken', type: 'CHART', position: place, config: { reportId: broken } },
  ];
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
  const body = { workbookId, title: 'Sales', config: { title: 'Sales', widgets }, allowEmbed: true };
  published = await calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, { body });
});
after(() => app.close());

let attributeId: string;

const configure = (body: object) => app.call({ method: 'PUT', path: '/api/v1/app-config', body });

/** Says which rows a user sees. */
async function see(userId: number, value: readonly string[]): Promise<void> {
  const body = { userId: String(userId), userAttributeId: attributeId, value };
  const set = await app.call({ method: 'POST', path: '/api/v1/user-attribute-values', body });
  assert.equal(set.statusCode, 200, set.body);
}

const openSession = (region: string, session: object = {}) =>
  openEmbedSession(app, {
    embedTenantName: 'customer',
    externalId: region,
    userAttributes: [{ name: 'regions', value: [region] }],
    ...session,
  });
const openCreator = (region: string, settings?: object, embedTenantName = 'customer') =>
  openSession(region, {
    embedTenantName,
    creatorMode: true,
    userAttributeDefinitions: [{ name: 'regions', type: 'string_array' }],
    ...(settings && { settings }),
  });

/** Calls as the viewer of a session; without a token as the administrator. */
const ask = (path: string, body: object, token?: string) =>
  app.call({
    method: 'POST',
    path,
    body,
    ...(token !== undefined && { key: '', headers: { authorization: `Embed-Token ${token}` } }),
  });
const exportReport = (id: number, body: object, token?: string) =>
  ask(`/api/v1/deployments/${app.deploymentId}/reports/${id}/export`, body, token);
const exportChart = (widgetId: string, body: object, token?: string) =>
  ask(`/api/v1/embed/dashboard/${published.publicId}/export`, { widgetId, ...body }, token);
const runReport = (id: number, token?: string) =>
  ask(`/api/v1/deployments/${app.deploymentId}/reports/${id}/python-run`, {}, token);
const csv = { format: 'csv' };
const only = (region: string) => ({
  filters: [{ member: 'sales.region', operator: 'equals', value: [region] }],
});

interface Answer {
  readonly statusCode: number;
  readonly body: string;
  readonly headers: Record<string, unknown>;
}

function holds({ statusCode, body, headers }: Answer, lines: readonly string[]): void {
  assert.equal(statusCode, 200, body);
  assert.deepEqual(body.replace('\uFEFF', '').trimEnd().split('\r\n'), lines);
  assert.equal(headers['oriel-rows'], `${lines.length - 1}/${lines.length - 1}`);
}

test(
  'the file of a chart with Python has the output over the rows of each viewer, and over the filters',
  here,
  async () => {
    const [north, south] = await Promise.all([openSession('north'), openSession('south')]);
    holds(await exportChart('double', csv, north), linesOf(['north', 3]));
    holds(await exportChart('double', csv, south), linesOf(['south', 4]));
    holds(await exportChart('double', csv), linesOf(['north', 3], ['south', 4]));
    holds(await exportChart('double', { ...csv, ...only('south') }), linesOf(['south', 4]));
    const memberSwitchers = [{ member: 'sales.total', selected: 'sales.count' }];
    holds(await exportChart('double', { ...csv, memberSwitchers }, south), linesOf(['south', 1]));
    const none = await exportChart('double', { ...csv, ...only('west') }, north);
    assert.deepEqual([none.statusCode, none.headers['oriel-rows']], [200, '0/0'], none.body);
    const sheet = await exportChart('double', { format: 'xlsx' }, north);
    assert.deepEqual([sheet.body.slice(0, 2), sheet.headers['oriel-rows']], ['PK', '2/2']);
  },
);

test(
  'the file of a report has what was kept of its Python, and with filters what the rows of the caller make',
  here,
  async () => {
    const reader = await calls.makePerson('Viewer');
    await see(reader.id, ['west']);
    const path = `/reports/${double}/export`;
    const asReader = (body: object) => calls.call('POST', path, { body, key: reader.key });
    holds(await asReader(csv), linesOf(['west', 5]));
    assert.equal((await runReport(double)).statusCode, 200);
    const kept = linesOf(['north', 3], ['south', 4]);
    holds(await exportReport(double, csv), kept);
    // As the page of the report says: everybody who reads it sees what the last run has left.
    holds(await asReader(csv), kept);
    holds(await asReader({ ...csv, ...only('west') }), linesOf(['west', 5]));
    const north = await asReader({ ...csv, ...only('north') });
    assert.equal(north.headers['oriel-rows'], '0/0', north.body);
  },
);

/** A report of a viewer, which everybody of its embed tenant may read. */
async function makeShared(token: string, pythonCode: string): Promise<number> {
  const headers = { authorization: `Embed-Token ${token}` };
  const base = `/api/v1/deployments/${app.deploymentId}/reports`;
  const meta = { kind: 'table', spec: {}, pythonCode };
  const made = await ask(base, { name: 'Own', jsonQuery: JSON.stringify(query), meta }, token);
  assert.equal(made.statusCode, 200, made.body);
  const { id } = made.json() as { id: number };
  const body = {
    entries: [{ subjectType: 'EMBED_TENANT', embedTenantName: 'customer', level: 'read' }],
  };
  const shared = await app.call({ method: 'PUT', path: `${base}/${id}/access`, key: '', headers, body });
  assert.equal(shared.statusCode, 200, shared.body);
  return id;
}

test(
  'to the viewers of an embed a report has the output over their own rows, and nothing of it is kept',
  here,
  async () => {
    const [west, south] = [await openCreator('west'), await openCreator('south')];
    const id = await makeShared(west, script);
    const run = (await runReport(id, west)).json() as PythonAnalysisFilteredRun;
    assert.deepEqual(
      (run.outputData as { region: string }[]).map(({ region }) => region),
      ['west', 'west'],
    );
    holds(await exportReport(id, csv, south), linesOf(['south', 4]));
    holds(await exportReport(id, csv, west), linesOf(['west', 5]));
    const { rowCount } = await app.database.pool.query('select from python_results where report_id = $1', [
      id,
    ]);
    assert.equal(rowCount, 0);
    const path = `/api/v1/deployments/${app.deploymentId}/reports/${id}/python-run`;
    assert.equal((await ask(path, { timezone: 'Mars/Olympus' }, west)).statusCode, 400);
    // What a user has run is not shown to viewers either.
    await app.database.pool.query(
      "insert into python_results (report_id, source_checksum, stdout, stderr, input_row_count, output) values ($1, '', '', '', 0, '[]')",
      [id],
    );
    holds(await exportReport(id, csv, west), linesOf(['west', 5]));
  },
);

test('sessions, accounts and places decide who exports a report in an embed', async () => {
  const creator = await openCreator('north');
  const own = await makeShared(creator, script);
  const refused = async (expected: number, token: string, id = own) => {
    const answer = await exportReport(id, csv, token);
    assert.equal(answer.statusCode, expected, answer.body);
  };
  await refused(403, await openSession('north'));
  await refused(403, await openCreator('north', { allowExport: false }));
  const hidden = await calls.makeReport({ name: 'Hidden', jsonQuery: JSON.stringify(query) });
  await refused(404, creator, hidden.id);
  const stranger = await openCreator('north', undefined, 'competitor');
  await refused(404, stranger);
  assert.equal((await runReport(own, stranger)).statusCode, 404);
  for (const id of [2 ** 31, 2 ** 53])
    assert.ok([400, 404].includes((await exportReport(id, csv, creator)).statusCode));
  await configure({ restrictDataDownload: true });
  try {
    await refused(403, creator);
  } finally {
    await configure({ restrictDataDownload: false });
  }
  const nobody = await app.call({
    method: 'POST',
    path: `/api/v1/deployments/${app.deploymentId}/reports/${double}/export`,
    key: '',
    body: csv,
  });
  assert.equal(nobody.statusCode, 401);
  await configure({ pythonReports: false });
  try {
    const off = await exportReport(own, csv, creator);
    assert.equal(off.statusCode, 403);
    assert.match(off.body, /off for this account/);
  } finally {
    await configure({ pythonReports: true });
  }
});

test('a script that fails makes no file; why is told to users alone', here, async () => {
  const creator = await openCreator('north');
  const own = await exportReport(broken, csv);
  assert.deepEqual([own.statusCode, (own.json() as { code: string }).code], [422, 'export_failed'], own.body);
  assert.match(own.body, /a secret of the author/);
  for (const answer of [
    await exportReport(await makeShared(creator, failing), csv, creator),
    await exportChart('broken', csv, await openSession('north')),
  ]) {
    assert.equal((answer.json() as { code: string }).code, 'export_failed', answer.body);
    assert.doesNotMatch(answer.body, /a secret/);
  }
});

test(
  'a picture and a message are made of the output, and the page that is drawn runs it as the viewer',
  here,
  async () => {
    const token = await openSession('south');
    drawn.length = 0;
    assert.equal((await exportChart('double', { format: 'png' }, token)).statusCode, 200);
    const [rendered] = drawn;
    assert.ok(rendered);
    const [chart] = rendered.answers.charts;
    assert.deepEqual(
      chart?.result?.rows.map(({ value }) => value),
      [4, 8],
    );
    const snapshot = published.reportSnapshots.find(({ reportId }) => reportId === double);
    const run = async (reportVersionId: number | undefined) => {
      const url = new URL(`/api/v1/embed/dashboard/${published.publicId}/python-run`, PAGE_ORIGIN);
      const body = JSON.stringify({ reportId: double, reportVersionId, sqlQuery: JSON.stringify(query) });
      const content = { signal: AbortSignal.timeout(60_000) } as PageContent;
      return answerPage({ method: 'POST', url, body, isOfApp: false }, rendered, content);
    };
    const answer = await run(snapshot?.id);
    const { outputData } = JSON.parse(String(answer?.body)) as PythonAnalysisFilteredRun;
    assert.deepEqual(
      (outputData as { region: string }[]).map(({ region }) => region),
      ['south', 'south'],
    );
    assert.equal(await run(0), undefined);
    await configure({ pythonReports: false });
    try {
      const off = await run(snapshot?.id);
      assert.equal(off?.status, 403);
      assert.match(String(off.body), /off for this account/);
    } finally {
      await configure({ pythonReports: true });
    }
  },
);

test('the picture of a report is that of what was kept', here, async () => {
  assert.equal((await runReport(double)).statusCode, 200);
  const reader = await calls.makePerson('Viewer');
  await see(reader.id, ['west']);
  drawn.length = 0;
  const body = { format: 'png' };
  assert.equal(
    (await calls.call('POST', `/reports/${double}/export`, { body, key: reader.key })).statusCode,
    200,
  );
  const values = drawn[0]?.answers.charts[0]?.result?.rows.map(({ region }) => region);
  assert.deepEqual(values, ['north', 'north', 'south', 'south']);
});
