import type { BrokenContent, ContentValidationResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createRuntimeApp,
  createWorkspaceCalls,
  type RuntimeApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

const production = `
cubes:
  - name: orders
    sql: SELECT 1 AS id
    measures:
      - { name: count, type: count }
      - { name: revenue, type: sum, sql: id }
      - { name: secret, type: count, public: false }
    dimensions:
      - { name: status, type: string, sql: id }
      - { name: city, type: string, sql: id }
      - { name: amount, type: number, sql: id }
      - name: created_at
        type: time
        sql: id
        granularities: [{ name: fiscal, interval: 1 year, offset: 3 months }]
    segments:
      - { name: paid, sql: 'id = 1' }
views:
  - { name: sales, cubes: [{ join_path: orders, includes: '*' }] }
`;
/**
 * \`status\` has another name, \`city\` is hidden, \`amount\` is a text, \`revenue\` a dimension, and a granularity and
 * a segment are gone.
 */
const changed = production
  .replace('name: status', 'name: state')
  .replace('name: city,', 'name: city, public: false,')
  .replace('name: amount, type: number', 'name: amount, type: string')
  .replace('      - { name: revenue, type: sum, sql: id }\n', '')
  .replace('    dimensions:\n', '    dimensions:\n      - { name: revenue, type: number, sql: id }\n')
  .replace(/ +granularities: .*\n/, '')
  .replace(/ +segments:\n.*\n/, '');

let world: RuntimeApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createRuntimeApp();
  calls = createWorkspaceCalls(world);
  await world.commitModel(world.deploymentId, [{ path: 'model.yml', content: production }]);
  await world.commitModel(world.deploymentId, [{ path: 'model.yml', content: changed }], 'next');
});
after(() => world.close());

const validate = (branch?: string, key?: string) =>
  calls.ok<ContentValidationResponse>(
    'GET',
    `/content-validation${branch === undefined ? '' : `?branchName=${branch}`}`,
    key === undefined ? {} : { key },
  );

const makeReport = (name: string, query: unknown, more: object = {}) =>
  calls.makeReport({ name, jsonQuery: typeof query === 'string' ? query : JSON.stringify(query), ...more });

async function findItem(type: BrokenContent['type'], id: number): Promise<BrokenContent | undefined> {
  const { items } = await validate('next');
  return items.find((item) => item.type === type && item.id === id);
}

const told = (item: BrokenContent | undefined) =>
  item?.findings.map(({ place, member, problem, isNew }) => [place, member, problem, isNew]).sort();

test('every part of a query is compared with the branch, and with production', async () => {
  const { id } = await makeReport('All parts', {
    measures: ['orders.count', 'orders.revenue', 'orders.secret', 'orders.never'],
    dimensions: ['orders.city', 'orders.created_at.month', 'sales.status'],
    timeDimensions: [{ dimension: 'orders.created_at', granularity: 'fiscal', dateRange: 'last year' }],
    segments: ['orders.paid'],
    filters: [
      {
        or: [
          { member: 'orders.status', operator: 'set' },
          { and: [{ member: 'orders.amount', operator: 'gt', values: ['1'] }] },
        ],
      },
      { member: 'orders.city', operator: 'inDateRange', values: ['last year'] },
    ],
    order: { 'orders.status': 'asc', 'orders.created_at.fiscal': 'desc' },
  });
  assert.deepEqual(told(await findItem('REPORT', id)), [
    ['dimensions', 'orders.city', 'hidden', true],
    ['dimensions', 'sales.status', 'missing', true],
    ['filters', 'orders.amount', 'type_changed', true],
    // In production it is a text too.
    ['filters', 'orders.city', 'hidden', false],
    ['filters', 'orders.status', 'missing', true],
    ['measures', 'orders.never', 'missing', false],
    ['measures', 'orders.revenue', 'wrong_kind', true],
    ['measures', 'orders.secret', 'hidden', false],
    ['order', 'orders.created_at', 'granularity_missing', true],
    ['order', 'orders.status', 'missing', true],
    ['segments', 'orders.paid', 'missing', true],
    ['timeDimensions', 'orders.created_at', 'granularity_missing', true],
  ]);
  const { items } = await validate('next');
  const status = items.flatMap(({ findings }) => findings).find(({ member }) => member === 'sales.status');
  assert.deepEqual(
    [status?.suggestion, status?.message],
    ['sales.state', 'The model has no member sales.status; it may be sales.state now'],
  );
});

test('what works on the branch is no finding, and what is broken there alone is what the branch breaks', async () => {
  const whole = await makeReport('Whole', {
    measures: ['orders.count'],
    dimensions: ['orders.created_at.year'],
  });
  const old = await makeReport('Old', { measures: ['gone.count'] });
  const answer = await validate('next');
  const byId = new Map(answer.items.filter(({ type }) => type === 'REPORT').map((item) => [item.id, item]));
  assert.deepEqual([byId.get(whole.id), byId.get(old.id)?.isNew], [undefined, false]);
  assert.equal(answer.valid, false);
  assert.equal(
    answer.newlyBrokenCount + answer.items.filter(({ isNew }) => !isNew).length,
    answer.brokenCount,
  );
  // New ones come first.
  const order = answer.items.map(({ isNew }) => isNew);
  assert.deepEqual(order, [...order].sort().reverse());
  const own = await validate('master');
  assert.deepEqual([own.valid, own.newlyBrokenCount], [true, 0]);
});

test('drafts, published dashboards, calculated fields and notifications are checked', async () => {
  const { id: workbookId } = await calls.makeWorkbook('Board');
  await calls.ok('PUT', `/workbooks/${workbookId}`, {
    body: {
      calculatedFields: {
        share: { kind: 'measure', sql: "MEASURE(sales.revenue) / 100 + length('sales.nothing')" },
      },
    },
  });
  const report = await makeReport(
    'By state',
    { measures: ['sales.count'], dimensions: ['sales.status'] },
    { workbookId },
  );
  const position = { x: 0, y: 0, w: 6, h: 4 };
  const config = {
    title: 'States',
    widgets: [
      {
        id: 'box',
        type: 'CONTAINER',
        position,
        config: {
          children: [
            { id: 'state', type: 'FILTER', position, config: { member: 'sales.status', label: 'State' } },
          ],
        },
      },
      {
        id: 'grain',
        type: 'TIME_GRAIN',
        position,
        config: { member: 'sales.created_at', granularities: ['month', 'fiscal'] },
      },
      {
        id: 'field',
        type: 'FIELD',
        position,
        config: { member: 'sales.count', alternatives: ['sales.revenue', { member: 'sales.city' }] },
      },
      {
        id: 'chart',
        type: 'CHART',
        position,
        config: {
          reportId: report.id,
          title: 'Chart',
          controls: { state: { member: 'sales.city' }, grain: false },
        },
      },
    ],
  };
  await calls.ok('POST', `/workbooks/${workbookId}/publish`, { body: { workbookId, config } });
  await calls.ok('PUT', `/workbooks/${workbookId}/dashboard`, { body: { dashboardDraft: config } });
  const { rows } = await world.database.pool.query<{ id: number }>(
    'select id from dashboards where workbook_id = $1',
    [workbookId],
  );
  const dashboardId = rows[0]?.id ?? 0;
  const { id: notificationId } = await calls.ok('POST', '/notifications', {
    body: {
      dashboardId,
      scheduleType: 'DAILY',
      hour: 8,
      minute: 0,
      timezone: 'UTC',
      filters: [{ member: 'sales.status', operator: 'equals', value: 'new' }],
      timeGrains: [{ member: 'sales.created_at', grain: 'fiscal' }],
      memberSwitchers: [{ member: 'sales.count', selected: 'sales.gone' }],
    },
  });
  const widgets = [
    ['controls of chart "Chart"', 'sales.city', 'hidden', true],
    ['field switcher "field"', 'sales.city', 'hidden', true],
    ['filter "State"', 'sales.status', 'missing', true],
    ['time grain "grain"', 'sales.created_at', 'granularity_missing', true],
  ];
  const dashboard = [...widgets, ['dimensions of report "By state"', 'sales.status', 'missing', true]].sort();
  assert.deepEqual(told(await findItem('DASHBOARD', dashboardId)), dashboard);
  assert.deepEqual(told(await findItem('WORKBOOK', workbookId)), widgets);
  assert.deepEqual(
    told(await findItem('NOTIFICATION', notificationId)),
    [
      ...dashboard.map(([place, ...rest]) => [`dashboard: ${String(place)}`, ...rest]),
      ['filters', 'sales.status', 'missing', true],
      ['memberSwitchers', 'sales.gone', 'missing', false],
      ['timeGrains', 'sales.created_at', 'granularity_missing', true],
    ].sort(),
  );
});

test('calculated fields are no members, and what they are made of is', async () => {
  const { id: workbookId } = await calls.makeWorkbook('Fields');
  await calls.ok('PUT', `/workbooks/${workbookId}`, {
    body: {
      calculatedFields: {
        'sales.double': { kind: 'measure', sql: 'MEASURE(sales.count) * 2' },
        'sales.place': { kind: 'dimension', sql: 'sales.city' },
      },
    },
  });
  const query = JSON.stringify({ measures: ['sales.double'], dimensions: ['sales.place'] });
  const { rows } = await world.database.pool.query<{ id: number }>(
    `insert into reports (deployment_id, name, public_id, json_query, user_id, workbook_id)
     values ($1, 'Fields', 'fieldsReport', $2, $3, $4) returning id`,
    [world.deploymentId, query, world.adminId, workbookId],
  );
  assert.equal(await findItem('REPORT', rows[0]?.id ?? 0), undefined);
  assert.deepEqual(told(await findItem('WORKBOOK', workbookId)), [
    ['calculated field "sales.place"', 'sales.city', 'hidden', true],
  ]);
});

test('queries in SQL and what is no query are counted as not checked', async () => {
  const before = await validate('next');
  await calls.makeReport({ name: 'SQL', sqlQuery: 'SELECT 1' });
  const { id } = await makeReport('Nonsense', { measures: ['orders.count'] });
  // As another program may have stored it.
  await world.database.pool.query("update reports set json_query = 'no JSON' where id = $1", [id]);
  await calls.makeReport({ name: 'Nothing yet' });
  const answer = await validate('next');
  assert.deepEqual(
    [answer.uncheckedCount - before.uncheckedCount, answer.checkedCount],
    [2, before.checkedCount],
  );
});

test('a caller is told of what they see alone', async () => {
  const shared = await makeReport('Shared', { measures: ['sales.gone'] });
  const explorer = await calls.makePerson('Explorer');
  await calls.refused(['GET', '/content-validation', { key: explorer.key }], 403, 'forbidden');
  const id = await world.build.user({ tenantId: world.tenantId, role: 'Developer' });
  const key = await world.build.apiKey({ tenantId: world.tenantId, userId: id });
  assert.deepEqual((await validate('next', key)).items, []);
  await calls.grant('REPORT', shared.id, id, 1);
  const { items, checkedCount } = await validate('next', key);
  assert.deepEqual([items.map(({ type, name }) => [type, name]), checkedCount], [[['REPORT', 'Shared']], 1]);
});

test('a branch that does not compile is told so, and one that is not there is refused', async () => {
  await world.commitModel(
    world.deploymentId,
    [{ path: 'model.yml', content: 'cubes: [{ name: 1 }]' }],
    'broken',
  );
  const { valid, errors, checkedCount } = await validate('broken');
  assert.deepEqual([valid, errors.length > 0, checkedCount], [false, true, 0]);
  await calls.refused(['GET', '/content-validation?branchName=nowhere'], 404, 'branch_not_found');
});

test('what is saved and not committed yet counts, for who has the branch in dev mode', async () => {
  const base = `/build/api/v1/deployments/${world.deploymentId}`;
  await world.call({ method: 'POST', path: `${base}/dev-mode` });
  const files = [{ path: 'model.yml', content: changed }];
  const saved = await world.call({ method: 'PUT', path: `${base}/data-model/files`, body: { files } });
  assert.equal(saved.statusCode, 200, saved.body);
  const answer = await validate();
  assert.match(answer.branchName, /^dev-/);
  assert.equal(answer.newlyBrokenCount, (await validate('next')).newlyBrokenCount);
  await world.call({ method: 'DELETE', path: `${base}/dev-mode` });
});

test('10,000 reports are read in pages', async () => {
  const { rows } = await world.database.pool.query<{ id: number }>(
    `insert into reports (deployment_id, name, public_id, json_query, user_id)
     select $1, 'R' || n, lpad(n::text, 12, 'x'), '{"measures":["orders.revenue"]}', $2 from generate_series(1, 10000) n returning id`,
    [world.deploymentId, world.adminId],
  );
  const { brokenCount, items } = await validate('next');
  assert.ok(brokenCount >= rows.length);
  assert.equal(items.length, 1000);
});

test('a build that production answers by and that the repository has not is no reason to fail', async () => {
  const { rows } = await world.database.pool.query<{ id: number }>(
    `insert into model_builds (deployment_id, branch, commit_id, runtime_version, cause, state, finished_at)
     values ($1, 'master', repeat('a', 40), 1, 'commit', 'success', now()) returning id`,
    [world.deploymentId],
  );
  const { newlyBrokenCount, brokenCount } = await validate('next');
  assert.deepEqual([newlyBrokenCount, brokenCount > 0], [0, true]);
  await world.database.pool.query('delete from model_builds where id = $1', [rows[0]?.id]);
});
