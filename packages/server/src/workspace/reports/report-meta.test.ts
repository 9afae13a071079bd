import type { Dashboard, Problem, Report } from '@oriel/contract';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';
import { readReportMeta } from './report-meta.ts';

let testApp: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  testApp = await createTestApp();
  calls = createWorkspaceCalls(testApp);
});
after(() => testApp.close());

const hostile = {
  layer: [{ mark: 'bar' }, { data: { url: '/api/v1/users' }, mark: { type: 'image', href: 'x' } }],
};
const paths = ['meta.spec.layer[1].data.url', 'meta.spec.layer[1].mark.href'];

for (const spec of [hostile, JSON.stringify(hostile)])
  test(`a chart that names an address is not stored: as ${typeof spec}`, async () => {
    const { id } = await calls.makeReport({ meta: { kind: 'vega', spec: { mark: 'bar' } } });
    const body = { meta: { kind: 'vega', spec } };
    for (const [method, path] of [
      ['POST', '/reports'],
      ['PUT', `/reports/${id}`],
    ] as const) {
      const answer = await calls.call(method, path, { body });
      assert.equal(answer.statusCode, 400, answer.body);
      assert.deepEqual(
        answer.json<Problem>().issues?.map(({ path }) => path),
        paths,
      );
    }
    assert.deepEqual((await calls.ok<Report>('GET', `/reports/${id}`)).meta, {
      kind: 'vega',
      spec: { mark: 'bar' },
    });
  });

const points = { mode: 'points', latitude: 'a.lat', longitude: 'a.lon' };
const regions = {
  mode: 'regions',
  source: 'world',
  property: 'iso_a3',
  dimension: 'a.country',
  measure: 'a.count',
};
const others: [string, unknown, string][] = [
  [
    'map',
    { ...points, layers: [{ tiles: 'https://evil.example/{z}/{x}.png' }] },
    'meta.spec.layers[0].tiles',
  ],
  ['map', { ...points, source: 'https://evil.example/x.json' }, 'meta.spec.source'],
  ['map', { ...points, a: { prototype: {} } }, 'meta.spec.a.prototype'],
  ['map', { ...regions, source: 'http://example.com/x.json' }, 'meta.spec.source'],
  ['map', { ...regions, source: 'https://user:secret@example.com/x.json' }, 'meta.spec.source'],
  ['map', { ...regions, source: 'javascript:alert(1)' }, 'meta.spec.source'],
  ['map', { ...regions, palette: 'https://evil.example/x' }, 'meta.spec.palette'],
  ['sankey', { icons: ['//evil.example/x'] }, 'meta.spec.icons[0]'],
  ['sankey', { icons: [' JavaScript:alert(1)'] }, 'meta.spec.icons[0]'],
  ['html', '<img src="//evil.example">', 'meta.spec'],
  ['html', { template: '<script></script>' }, 'meta.spec.template'],
  ['kpi', { blocks: [{ type: 'html', content: '<img src=x>' }] }, 'meta.spec.blocks[0].content'],
];
for (const [kind, spec, path] of others)
  test(`what names an address is not stored, whether or not it is drawn yet: ${kind} ${JSON.stringify(spec)}`, async () => {
    const answer = await calls.call('POST', '/reports', { body: { meta: { kind, spec } } });
    assert.equal(answer.statusCode, 400, answer.body);
    assert.equal(answer.json<Problem>().issues?.[0]?.path, path);
  });

test('maps, flows and templates without addresses are stored as they are', async (t) => {
  await listHosts(t, ['maps.example.com']);
  for (const meta of [
    { kind: 'map', spec: { ...points, size: 12, color: '#ff0000', cluster: true, title: 'Ratio: 5 // 7' } },
    { kind: 'map', spec: { ...regions, palette: ['#ffffff', '#000000'] } },
    { kind: 'map', spec: { ...regions, source: 'us-states', property: 'STUSPS', palette: 'palette:abc' } },
    { kind: 'map', spec: { ...regions, source: 'https://maps.example.com/x.json?a=b', property: 'Any' } },
    { kind: 'sankey', spec: { source: 'a.from', target: 'a.to', value: 'a.count' } },
    { kind: 'html', spec: '<p class="total">{{total}}</p>' },
  ]) {
    const { id } = await calls.makeReport({ meta });
    assert.deepEqual((await calls.ok<Report>('GET', `/reports/${id}`)).meta, meta);
  }
});

/** Lists the hosts of pictures of the account until the test has ended. */
async function listHosts(t: TestContext, hosts: readonly string[]): Promise<void> {
  const list = (body: object) =>
    testApp.call({ method: 'PUT', path: '/api/v1/app-config/image-hosts', body });
  assert.equal((await list({ hosts })).statusCode, 200);
  t.after(() => list({ hosts: [] }));
}

test('a map of a host that the account does not list is not stored, and is told which', async (t) => {
  const from = (source: string) => ({ meta: { kind: 'map', spec: { ...regions, source } } });
  const refused = async (method: 'POST' | 'PUT', path: string, source: string) => {
    const answer = await calls.call(method, path, { body: from(source) });
    assert.equal(answer.statusCode, 400, answer.body);
    const [issue] = answer.json<Problem>().issues ?? [];
    assert.equal(issue?.path, 'meta.spec.source');
    return issue?.message;
  };
  await listHosts(t, ['maps.example.com', '*.tiles.example.com:8443']);
  const { id } = await calls.makeReport(from('https://maps.example.com/a.json'));
  await calls.makeReport(from('https://west.tiles.example.com:8443/a.json'));
  for (const source of [
    'https://example.com/a.json',
    'https://evil-maps.example.com/a.json',
    'https://maps.example.com:444/a.json',
    'https://west.tiles.example.com/a.json',
    'http://localhost/a.json',
  ]) {
    const { host } = new URL(source);
    for (const [method, path] of [
      ['POST', '/reports'],
      ['PUT', `/reports/${id}`],
    ] as const)
      assert.ok((await refused(method, path, source))?.includes(`; ${host} is none of them`), source);
  }
  // What was stored before its host was taken off the list can be saved again, and nothing else of that host.
  await listHosts(t, []);
  await calls.ok('PUT', `/reports/${id}`, {
    body: { name: 'Again', ...from('https://maps.example.com/a.json') },
  });
  await refused('PUT', `/reports/${id}`, 'https://maps.example.com/b.json');
  await refused('POST', '/reports', 'https://maps.example.com/a.json');
});

const incomplete: [object, string][] = [
  [{}, 'meta.spec.mode'],
  [{ mode: 'globe' }, 'meta.spec.mode'],
  [{ mode: 'points', latitude: 'a.lat' }, 'meta.spec.longitude'],
  [{ ...points, size: 0 }, 'meta.spec.size'],
  [{ ...points, cluster: 'yes' }, 'meta.spec.cluster'],
  [{ ...regions, source: 'mars' }, 'meta.spec.source'],
  [{ ...regions, property: 'iso_a4' }, 'meta.spec.property'],
  [{ ...regions, source: 'us-states', property: 'iso_a2' }, 'meta.spec.property'],
  [{ ...regions, measure: '' }, 'meta.spec.measure'],
  [{ ...regions, palette: ['#ffffff'] }, 'meta.spec.palette'],
];
for (const [spec, path] of incomplete)
  test(`a map that cannot be drawn is not stored, and is told why: ${JSON.stringify(spec)}`, async () => {
    const answer = await calls.call('POST', '/reports', { body: { meta: { kind: 'map', spec } } });
    assert.equal(answer.statusCode, 400, answer.body);
    const issues = answer.json<Problem>().issues ?? [];
    assert.ok(
      issues.some((issue) => issue.path.startsWith(path)),
      answer.body,
    );
  });

test('one that an older version stored is not published; what was published stays readable', async () => {
  const { id: workbookId } = await calls.makeWorkbook('Old charts');
  const { id: reportId } = await calls.makeReport({
    workbookId,
    name: 'Old',
    meta: { kind: 'vega', spec: {} },
  });
  const position = { x: 0, y: 0, w: 1, h: 1 };
  const config = { widgets: [{ id: 'a', type: 'CHART', position, config: { reportId } }] };
  const publish = { body: { workbookId, config } };
  const { publicId } = await calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, publish);
  const { pool } = testApp.database;
  await pool.query(`update reports set meta = jsonb_set(meta, '{spec}', $1) where id = $2`, [
    hostile,
    reportId,
  ]);
  await pool.query(
    `update dashboard_versions set report_snapshots = jsonb_set(report_snapshots, '{0,spec}', $1)
     where dashboard_id in (select id from dashboards where workbook_id = $2)`,
    [hostile, workbookId],
  );
  const answer = await calls.call('POST', `/workbooks/${workbookId}/publish`, publish);
  assert.equal(answer.statusCode, 400, answer.body);
  assert.match(
    answer.json<Problem>().issues?.[0]?.message ?? '',
    /"Old"; its meta\.spec\.layer\[1\]\.data\.url must/,
  );
  const shown = await testApp.call({ method: 'GET', path: `/api/v1/embed/dashboard/${publicId}` });
  assert.deepEqual(shown.json<Dashboard>().reportSnapshots[0]?.spec, hostile);
});

test('an address is found wherever in a document it stands', () => {
  const key = fc.constantFrom(
    'layer',
    'spec',
    'encoding',
    'config',
    'transform',
    'from',
    'data',
    'x',
    'mark',
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue(),
      fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
      fc.array(tie('tree'), { maxLength: 3 }),
    ),
  }));
  const way = fc.array(fc.oneof(key, fc.nat(2)), { maxLength: 12 });
  const plant = fc.constantFrom<[string, unknown]>(
    ['url', 'x'],
    ['href', { expr: 'a' }],
    ['bind', { element: 'body' }],
  );
  const property = fc.property(tree, way, plant, (around, steps, [name, value]) => {
    const hostilePart = steps.reduceRight<unknown>(
      (inner, step) => (typeof step === 'number' ? [around, inner] : { a: around, [step]: inner }),
      { [name]: value },
    );
    const spec = { mark: 'bar', layer: [hostilePart] };
    assert.throws(() => readReportMeta({ kind: 'vega', spec }), { code: 'validation_failed' });
    assert.throws(() => readReportMeta({ kind: 'vega', spec: JSON.stringify(spec) }), {
      code: 'validation_failed',
    });
  });
  fc.assert(property, { numRuns: 500, seed: 20_261_122 });
});
