import type { Dashboard, PythonAnalysisFilteredRun } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createModelEngine } from '../test/model-engine.ts';
import {
  createTestApp,
  createWorkspaceCalls,
  openEmbedSession,
  type TestApp,
  type WorkspaceCalls,
} from '../test/index.ts';
import { createPythonSandbox, DEFAULT_SANDBOX_LIMITS } from './sandbox.ts';

const model = `
cubes:
  - name: sales
    sql: "SELECT * FROM (VALUES ('north', 3), ('south', 4), ('west', 5)) t(region, amount)"
    dimensions: [{ name: region, sql: region, type: string }]
    measures:
      - { name: total, sql: amount, type: sum }
      - { name: count, type: count }
      - { name: least, sql: amount, type: min }
    access_policy:
      - group: "*"
        row_level: { filters: [{ member: region, operator: equals, values: "{ userAttributes.regions }" }] }
`;
const query = { dimensions: ['sales.region'], measures: ['sales.total'], order: [['sales.region', 'asc']] };
const double = `
import csv, json, time
rows = list(csv.DictReader(open('data.csv')))
json.dump([{'region': row['sales.region'], 'double': 2 * int(row['sales.total'])} for row in rows], open('output.json', 'w'))
print(time.time_ns())`;

const sandbox = createPythonSandbox({ ...DEFAULT_SANDBOX_LIMITS, timeoutMs: 60_000 });
const fault = await sandbox.findFault();
const here = { skip: fault !== undefined && fault };

interface World {
  readonly app: TestApp;
  readonly calls: WorkspaceCalls;
  readonly published: Dashboard;
}

async function createWorld(searchPath?: string): Promise<World> {
  const app = await createTestApp({
    engine: createModelEngine([{ path: 'sales.yml', content: model }]),
    pythonSandbox:
      searchPath === undefined ? sandbox : createPythonSandbox(DEFAULT_SANDBOX_LIMITS, searchPath),
  });
  const calls = createWorkspaceCalls(app);
  const attribute = { name: 'regions', type: 'string_array' };
  await app.call({ method: 'POST', path: '/api/v1/user-attributes', body: attribute });
  const { id: workbookId } = await calls.makeWorkbook('Sales');
  const make = async (name: string, meta: object) => {
    const body = {
      name,
      workbookId,
      jsonQuery: JSON.stringify(query),
      meta: { kind: 'table', spec: {}, ...meta },
    };
    return (await calls.makeReport(body)).id;
  };
  const ids = [
    await make('Double', { pythonCode: double }),
    await make('Fails', { pythonCode: 'raise SystemExit("no luck")' }),
    await make('Plain', {}),
  ];
  const widgets = ids.map((reportId, index) => ({
    id: `chart-${index}`,
    type: 'CHART',
    position: { x: 0, y: index * 4, w: 6, h: 4 },
    config: { reportId },
  }));
  const switcher = {
    id: 'shown',
    type: 'FIELD',
    position: { x: 6, y: 0, w: 6, h: 1 },
    config: { member: 'sales.total', alternatives: ['sales.count', 'sales.least'] },
  };
  const grant = { deploymentId: app.deploymentId, resourceType: 'WORKBOOK', resourceId: workbookId } as const;
  await app.database.db
    .insertInto('grants')
    .values({ ...grant, subjectType: 'ALL_EMBED_USERS', subjectId: 0, level: 1 })
    .execute();
  const body = { workbookId, title: 'Sales', config: { title: 'Sales', widgets: [...widgets, switcher] } };
  const published = await calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, { body });
  return { app, calls, published };
}

const allow = ({ app }: World, pythonReports: boolean | null) =>
  app.call({ method: 'PUT', path: '/api/v1/app-config', body: { pythonReports } });

const viewer = (world: World, region: string) =>
  openEmbedSession(world.app, {
    embedTenantName: 'customer',
    externalId: region,
    userAttributes: [{ name: 'regions', value: [region] }],
  });

function run({ app, published }: World, name: string, token: string, changes: object = {}) {
  const snapshot = published.reportSnapshots.find((each) => each.name === name);
  const body = {
    reportId: snapshot?.reportId,
    reportVersionId: snapshot?.id,
    sqlQuery: JSON.stringify(query),
    ...changes,
  };
  const path = `/api/v1/embed/dashboard/${published.publicId}/python-run`;
  return app.call({
    method: 'POST',
    path,
    key: '',
    body,
    headers: { authorization: `Embed-Token ${token}` },
  });
}

let world: World;
before(async () => {
  world = await createWorld();
});
after(() => world.app.close());

test('Python is off until the account switches it on, and refused with the reason without bubblewrap', async () => {
  const bare = await createWorld('/nowhere');
  try {
    const token = await viewer(bare, 'north');
    const off = await run(bare, 'Double', token);
    assert.equal(off.statusCode, 403, off.body);
    assert.match(off.body, /off for this account/);
    assert.equal((await allow(bare, true)).statusCode, 200);
    const without = await run(bare, 'Double', token);
    assert.equal(without.statusCode, 503, without.body);
    assert.match(without.body, /python_unavailable/);
    assert.match(without.body, /bubblewrap|Linux/);
  } finally {
    await bare.app.close();
  }
});

test(
  'a viewer runs the script over the rows that it sees, and gets the same answer for a while',
  here,
  async () => {
    await allow(world, true);
    const [north, south] = await Promise.all([viewer(world, 'north'), viewer(world, 'south')]);
    const first = await run(world, 'Double', north);
    assert.equal(first.statusCode, 200, first.body);
    const answer = first.json() as PythonAnalysisFilteredRun;
    assert.deepEqual(answer.outputData, [{ region: 'north', double: 6 }]);
    assert.equal(answer.inputRowCount, 1);
    assert.deepEqual((await run(world, 'Double', north)).json(), answer);
    const other = (await run(world, 'Double', south)).json() as PythonAnalysisFilteredRun;
    assert.deepEqual(other.outputData, [{ region: 'south', double: 8 }]);
    const filters = [{ member: 'sales.region', operator: 'equals', values: ['west'] }];
    const filtered = await run(world, 'Double', north, { sqlQuery: JSON.stringify({ ...query, filters }) });
    assert.deepEqual((filtered.json() as PythonAnalysisFilteredRun).outputData, []);
  },
);

test(
  'a field that a switcher offers is given to the script under the name of the one that it replaces',
  here,
  async () => {
    await allow(world, true);
    const token = await viewer(world, 'south');
    const sqlQuery = JSON.stringify({ ...query, measures: ['sales.count'] });
    const change = { member: 'sales.total', selected: 'sales.count' };
    const doubled = async (changes: object) => {
      const answer = (await run(world, 'Double', token, changes)).json() as PythonAnalysisFilteredRun;
      return answer.outputData;
    };
    assert.deepEqual(await doubled({}), [{ region: 'south', double: 8 }]);
    assert.deepEqual(await doubled({ sqlQuery, memberSwitchers: [change] }), [
      { region: 'south', double: 2 },
    ]);
    assert.deepEqual(await doubled({ memberSwitchers: [] }), [{ region: 'south', double: 8 }]);
    const wrong: object[][] = [
      [{ ...change, selected: 'sales.region' }],
      [{ ...change, selected: 'sales.hidden' }],
      [{ ...change, member: 'sales.region' }],
      [{ ...change, selected: 'sales.total' }],
      [change, change],
      [change, { ...change, selected: 'sales.least' }],
      [{ ...change, selected: 'x'.repeat(10_000) }],
      [{ ...change, selected: 'sales.count\0' }],
      [{ member: 'sales.total' }],
      Array.from({ length: 1_001 }, () => change),
    ];
    for (const memberSwitchers of wrong) {
      const answer = await run(world, 'Double', token, { sqlQuery, memberSwitchers });
      assert.equal(answer.statusCode, 400, JSON.stringify(memberSwitchers).slice(0, 100));
    }
    // What stands in the place of a member is all that is asked for in its place.
    const both = JSON.stringify({ ...query, measures: ['sales.total', 'sales.count'] });
    assert.equal(
      (await run(world, 'Double', token, { sqlQuery: both, memberSwitchers: [change] })).statusCode,
      400,
    );
  },
);

test('viewers who ask at once get their own rows alone, and one viewer gets one run', here, async () => {
  await allow(world, true);
  const regions = ['north', 'south', 'west'];
  const tokens = await Promise.all(regions.map((region) => viewer(world, region)));
  // A query that nobody has asked yet.
  const sqlQuery = JSON.stringify({ ...query, limit: 99 });
  const answers = await Promise.all(
    [...tokens, ...tokens].map(
      async (token) => (await run(world, 'Double', token, { sqlQuery })).json() as PythonAnalysisFilteredRun,
    ),
  );
  const rows = answers.map(({ outputData }) => outputData as { region: string }[]);
  assert.deepEqual(
    rows.map((own) => own.map(({ region }) => region)),
    [...regions, ...regions].map((region) => [region]),
  );
  assert.equal(new Set(answers.map(({ stdout }) => stdout)).size, regions.length);
});

test('who wants no answer that was kept gets a new one', here, async () => {
  await allow(world, true);
  const token = await viewer(world, 'north');
  const ask = async (changes: object) =>
    (await run(world, 'Double', token, changes)).json() as PythonAnalysisFilteredRun;
  const first = await ask({});
  assert.notEqual((await ask({ cache: 'must-revalidate' })).stdout, first.stdout);
  assert.equal((await run(world, 'Double', token, { cache: 'never' })).statusCode, 400);
});

test('a script that fails says why, and is run again the next time', here, async () => {
  await allow(world, true);
  const token = await viewer(world, 'north');
  const [first, second] = [await run(world, 'Fails', token), await run(world, 'Fails', token)];
  assert.equal(first.statusCode, 200, first.body);
  const { executionError, outputData, at } = first.json() as PythonAnalysisFilteredRun;
  assert.deepEqual([executionError, outputData], ['no luck', null]);
  assert.notEqual((second.json() as PythonAnalysisFilteredRun).at, at);
});

test('only the published script of the dashboard is run, over a query of its report', async () => {
  const ready = here.skip === false ? world : undefined;
  const other = await createWorld('/nowhere');
  const token = await viewer(other, 'north');
  const snapshot = other.published.reportSnapshots[0];
  const mixed = { reportVersionId: (snapshot?.id ?? 0) + 1_000 };
  try {
    assert.equal((await run(other, 'Double', token, mixed)).statusCode, 403);
  } finally {
    await other.app.close();
  }
  if (!ready) return;
  const own = await viewer(ready, 'north');
  assert.match((await run(ready, 'Plain', own)).body, /has no Python/);
  for (const sqlQuery of ['select 1', '[]', JSON.stringify({ ...query, measures: ['sales.count'] })])
    assert.equal((await run(ready, 'Double', own, { sqlQuery })).statusCode, 400, sqlQuery);
});

test('the Python of a dashboard that is not published any more is not there for its viewers', async () => {
  const token = await viewer(world, 'north');
  const state = (status: string) =>
    world.calls.ok('PATCH', `/workbooks/${world.published.workbookId}/dashboard`, { body: { status } });
  await allow(world, true);
  for (const status of ['draft', 'archived']) {
    await state(status);
    const gone = await run(world, 'Double', token);
    assert.deepEqual([gone.statusCode, (gone.json() as { code: string }).code], [404, 'dashboard_not_found']);
  }
  await state('published');
  assert.notEqual((await run(world, 'Double', token)).statusCode, 404);
});
