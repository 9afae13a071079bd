import type { Dashboard, TableSpec } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createModelEngine,
  createTestApp,
  createWorkspaceCalls,
  openEmbedSession,
  type TestApp,
  type WorkspaceCalls,
} from '../test/index.ts';
import { createSharedPictures } from './shared-pictures.ts';

/** Each viewer has one customer in each city, but in both cities not the same ones. */
const model = `
cubes:
  - name: sales
    sql: "SELECT * FROM (VALUES (1, 'A', 'x', 1), (2, 'B', 'x', 1), (3, 'A', 'y', 2), (4, 'B', 'z', 2)) t(id, city, customer, region)"
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string, public: true }
      - { name: region, sql: region, type: number, public: true }
      - { name: at, sql: "TIMESTAMP '2026-01-01'", type: time, public: true }
    measures: [{ name: customers, type: count_distinct, sql: customer }]
    access_policy:
      - { group: "*", row_level: { filters: [{ member: region, operator: equals, values: "{ userAttributes.regions }" }] } }
`;

let app: TestApp;
let calls: WorkspaceCalls;
let workbookId: number;
/** The totals of the pictures that were drawn, as their page would have asked for them. */
const totals: number[] = [];
before(async () => {
  app = await createTestApp({
    engine: createModelEngine([{ path: 'sales.yml', content: model }]),
    drawPicture: createSharedPictures(async ({ queries }, _format, signal) => {
      const { body } = await queries.load({ measures: ['sales.customers'] }, signal);
      const { results } = JSON.parse(String(body)) as { results: { data: Record<string, string>[] }[] };
      totals.push(Number(results[0]?.data[0]?.['sales.customers']));
      return Buffer.from(`picture ${totals.length}`);
    }),
  });
  calls = createWorkspaceCalls(app);
  const body = { name: 'regions', type: 'number_array' };
  assert.ok((await app.call({ method: 'POST', path: '/api/v1/user-attributes', body })).statusCode < 300);
  ({ id: workbookId } = await calls.makeWorkbook('Sales'));
  const shared = { body: { allEmbedUsers: true, action: 'read' } };
  await calls.ok('PUT', `/workbooks/${workbookId}/embed-access`, shared);
});
after(() => app.close());

async function publish(spec: TableSpec | string, kind: 'table' | 'html' = 'table'): Promise<string> {
  const jsonQuery = JSON.stringify({
    measures: ['sales.customers'],
    dimensions: ['sales.city'],
    order: [['sales.city', 'asc']],
  });
  const meta = { kind, spec };
  const { id: reportId } = await calls.makeReport({ name: 'Cities', workbookId, jsonQuery, meta });
  const position = { x: 0, y: 0, w: 6, h: 6 };
  const widgets = [{ id: 'cities', type: 'CHART', position, config: { reportId } }];
  const body = { workbookId, config: { widgets }, allowEmbed: true };
  const { publicId } = await calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, { body });
  return String(publicId);
}

/** The picture that a viewer gets. */
async function pictureFor(publicId: string, externalId: string, region: number): Promise<string> {
  const userAttributes = [{ name: 'regions', value: [region] }];
  const token = await openEmbedSession(app, { embedTenantName: 'northwind', externalId, userAttributes });
  const answer = await app.call({
    method: 'POST',
    path: `/api/v1/embed/dashboard/${publicId}/export`,
    key: '',
    headers: { authorization: `Embed-Token ${token}` },
    body: { format: 'png' },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.body;
}

test('viewers with the same rows share a picture', async () => {
  const publicId = await publish({});
  const pictures = [await pictureFor(publicId, 'ada', 1), await pictureFor(publicId, 'bob', 2)];
  assert.equal(new Set(pictures).size, 1);
});

const display = { type: 'sparkline', dimension: 'sales.at', granularity: 'month' } as const;
for (const [name, spec] of [
  ['totals of its columns', { columnTotals: true }],
  ['the titles of what it is filtered by', { appliedFilters: true }],
  ['totals of its rows', { rowTotals: true }],
  ['groups', { groupRows: true }],
  ['small charts', { columns: [{ field: 'sales.customers', display }] }],
] as const)
  test(`a table with ${name} is drawn for each viewer: theirs may differ for the same rows`, async () => {
    const publicId = await publish(spec as TableSpec);
    totals.length = 0;
    const ada = await pictureFor(publicId, 'ada', 1);
    const bob = await pictureFor(publicId, 'bob', 2);
    assert.notEqual(ada, bob);
    assert.deepEqual(totals, [1, 2]);
    assert.equal(await pictureFor(publicId, 'ada', 1), ada, 'who asks again gets the same one');
    assert.notEqual(await pictureFor(publicId, 'ada', 2), ada, 'but with other attributes another');
  });

test('a template with totals is drawn for each viewer, another one for all with its rows', async () => {
  const own = await publish('{{pivot.grandTotals.[sales.customers]}}', 'html');
  assert.notEqual(await pictureFor(own, 'ada', 1), await pictureFor(own, 'bob', 2));
  const shared = await publish('{{rowCount}}', 'html');
  assert.equal(await pictureFor(shared, 'ada', 1), await pictureFor(shared, 'bob', 2));
});
