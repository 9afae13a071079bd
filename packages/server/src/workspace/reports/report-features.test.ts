import type { Dashboard, Problem, Report } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createModelEngine,
  createTestApp,
  createWorkspaceCalls,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

const model = `
cubes:
  - name: sales
    sql: >
      SELECT * FROM (VALUES ('north', 10, TIMESTAMP '2024-01-10'), ('south', 20, TIMESTAMP '2024-01-11'),
      ('north', 15, TIMESTAMP '2024-02-20'), ('north', 30, TIMESTAMP '2024-04-02')) AS t(region, amount, sold_at)
    dimensions:
      - { name: region, sql: region, type: string }
      - { name: sold_at, sql: sold_at, type: time }
    measures:
      - { name: total, title: Sold, type: sum, sql: amount }
      - { name: margin, type: sum, sql: amount }
    access_policy:
      - group: buyers
        member_level: { excludes: [margin] }
      - { group: owners }
`;

let files = [{ path: 'sales.yml', content: model }];
let engine: Engine;
let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  engine = createModelEngine(() => files);
  world = await createTestApp({ engine });
  calls = createWorkspaceCalls(world);
});
after(async () => {
  await world.close();
  await engine.close();
});

const byMonth = {
  measures: ['sales.total'],
  timeDimensions: [{ dimension: 'sales.sold_at', granularity: 'month' }],
};
const comparison = {
  measure: 'sales.total',
  timeDimension: 'sales.sold_at',
  offset: { amount: 1, unit: 'month' },
};
const fill = { member: 'sales.sold_at' };
const jsonQuery = JSON.stringify(byMonth);

/** Publishes a dashboard with the report alone, and answers with the report as it was frozen. */
async function snapshotOf(report: object) {
  const { id: workbookId } = await calls.makeWorkbook('Board');
  const { id: reportId } = await calls.makeReport({ name: 'Sales', workbookId, ...report });
  const position = { x: 0, y: 0, w: 12, h: 6 };
  const widgets = [{ id: 'chart', type: 'CHART', position, config: { reportId } }];
  const body = { workbookId, config: { widgets } };
  const { reportSnapshots } = await calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, { body });
  return reportSnapshots[0];
}

test('a snapshot says what its report compares and fills, wherever the report says it', async () => {
  const features = { periodComparisons: [comparison], fillMissingRows: fill };
  for (const report of [
    { jsonQuery, meta: features },
    { jsonQuery: JSON.stringify({ ...byMonth, ...features }) },
    {
      jsonQuery: JSON.stringify({ ...byMonth, fillMissingRows: fill }),
      meta: { periodComparisons: [comparison] },
    },
  ]) {
    const snapshot = await snapshotOf(report);
    assert.deepEqual(
      { periodComparisons: snapshot?.periodComparisons, fillMissingRows: snapshot?.fillMissingRows },
      features,
    );
  }
  const plain = await snapshotOf({ jsonQuery, meta: { periodComparisons: null } });
  assert.deepEqual([plain?.periodComparisons, plain?.fillMissingRows], [undefined, undefined]);
});

test('a report may speak of members that its author may not see, for those who may', async () => {
  await calls.makeReport({
    jsonQuery,
    meta: { periodComparisons: [{ ...comparison, measure: 'sales.margin' }] },
  });
});

const compares = (change: object) => ({
  jsonQuery,
  meta: { periodComparisons: [{ ...comparison, ...change }] },
});

const refused: [body: object, path: string, message: RegExp][] = [
  [compares({ measure: undefined }), 'meta.periodComparisons[0].measure', /is missing; it is a name/],
  [
    compares({ measure: 'sales.totl' }),
    'meta.periodComparisons[0].measure',
    /'totl' not found .* Did you mean total/,
  ],
  [
    compares({ measure: 'sales.region' }),
    'meta.periodComparisons[0].measure',
    /is a dimension, and a measure is/,
  ],
  [
    compares({ timeDimension: 'sales.region' }),
    'meta.periodComparisons[0].timeDimension',
    /is of type string/,
  ],
  [
    compares({ offset: { amount: -1, unit: 'month' } }),
    'meta.periodComparisons[0].offset.amount',
    /a whole number from 1 to 1000, not -1/,
  ],
  [
    compares({ offset: { amount: 1, unit: 'decade' } }),
    'meta.periodComparisons[0].offset.unit',
    /one of year, quarter, .*, not "decade"/,
  ],
  [
    compares({ outputs: ['ratio'] }),
    'meta.periodComparisons[0].outputs[0]',
    /previous, difference, percent, not "ratio"/,
  ],
  [compares({ by: 1 }), 'meta.periodComparisons[0].by', /has no key by/],
  [
    { jsonQuery, meta: { periodComparisons: Array.from({ length: 21 }, () => comparison) } },
    'meta.periodComparisons',
    /at most 20 entries, not 21/,
  ],
  [
    { jsonQuery, meta: { fillMissingRows: { member: 'sales.sold_at.week' } } },
    'meta.fillMissingRows.member',
    /not sales.sold_at.week; it cuts sales.sold_at.month/,
  ],
  [
    {
      jsonQuery: JSON.stringify({
        ...byMonth,
        fillMissingRows: { ...fill, excludedDimensions: ['sales.region'] },
      }),
    },
    'jsonQuery.fillMissingRows.excludedDimensions[0]',
    /not "sales.region"/,
  ],
  [
    { jsonQuery: JSON.stringify({ ...byMonth, measures: ['sales.none'] }), meta: { fillMissingRows: fill } },
    'jsonQuery.measures[0]',
    /'none' not found/,
  ],
  [{ meta: { fillMissingRows: fill } }, 'meta.fillMissingRows', /needs jsonQuery/],
  [
    { jsonQuery: JSON.stringify([byMonth]), meta: { fillMissingRows: fill } },
    'meta.fillMissingRows',
    /is a list/,
  ],
  [
    { jsonQuery: JSON.stringify({ ...byMonth, fillMissingRows: fill }), meta: { fillMissingRows: fill } },
    'meta.fillMissingRows',
    /stands in jsonQuery as well/,
  ],
];

for (const [body, path, message] of refused)
  test(`a report is refused for ${path}: ${message.source}`, async () => {
    const { id } = await calls.makeReport({ name: 'As it was', jsonQuery });
    for (const answer of [
      await calls.call('POST', '/reports', { body }),
      await calls.call('PUT', `/reports/${id}`, { body: { jsonQuery: null, ...body } }),
    ]) {
      assert.equal(answer.statusCode, 400, answer.body);
      const { code, issues } = answer.json<Problem>();
      assert.equal(code, 'validation_failed');
      assert.equal(issues?.[0]?.path, path);
      assert.match(issues[0].message, message);
    }
    const kept = await calls.ok<Report>('GET', `/reports/${id}`);
    assert.equal(kept.jsonQuery, jsonQuery);
  });

test('a change is checked with what the report keeps', async () => {
  const { id } = await calls.makeReport({ jsonQuery, meta: { fillMissingRows: fill } });
  const measuresAlone = { jsonQuery: JSON.stringify({ measures: ['sales.total'] }) };
  await calls.refused(['PUT', `/reports/${id}`, { body: measuresAlone }], 400, 'validation_failed');
  await calls.ok('PUT', `/reports/${id}`, { body: { name: 'Renamed' } });
  await calls.ok('PUT', `/reports/${id}`, { body: { ...measuresAlone, meta: {} } });
});

/** Gives the deployment another model. */
function change(content: string): void {
  files = [{ path: 'sales.yml', content }];
  for (const runtime of engine.runtimes()) engine.invalidate(runtime);
}

test('against a broken model nothing can be checked', async () => {
  change('cubes: 1');
  try {
    await calls.refused(['POST', '/reports', { body: compares({}) }], 409, 'conflict');
    await calls.makeReport({ jsonQuery });
  } finally {
    change(model);
  }
});

test('a report is checked against the model as its author has it', async () => {
  change(`{% set author = COMPILE_CONTEXT.securityContext.svcCloud.username.split('@')[0] %}${model}`);
  try {
    await calls.makeReport(compares({}));
  } finally {
    change(model);
  }
});
