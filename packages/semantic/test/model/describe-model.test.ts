import { describeModel } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everybody } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';

const content = `cubes:
  - name: orders
    sql: "SELECT * FROM orders WHERE {FILTER_PARAMS.orders.created_at.filter('created_at')}"
    refresh_key: { every: 1 hour }
    joins: [{ name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers}.id" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - name: number
        sql: number
        type: number
        format: id
        order: desc
        links: [{ name: open, label: Open, dashboard: order, icon: eye, primary: true, params: [{ key: id, value: "{CUBE}.id" }] }]
      - { name: currency, type: switch, values: [EUR, USD] }
      - { name: customer, sql: customer, type: string, key: number, suggest_filter_values: false }
      - name: created_at
        sql: created_at
        type: time
        granularities: [{ name: fiscal_year, interval: 1 year, offset: 1 month }]
    measures:
      - { name: count, type: count, drill_members: [number, created_at] }
      - { name: revenue, type: sum, sql: amount, format: currency_0, currency: eur }
      - { name: running, type: sum, sql: amount, rolling_window: { trailing: unbounded } }
      - { name: latest, type: time, sql: "max({CUBE}.created_at)" }
    segments: [{ name: big, sql: "{CUBE}.amount > 100" }]
    pre_aggregations: [{ name: daily, measures: [count], time_dimension: created_at, granularity: day }]
  - name: customers
    sql_table: customers
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: country, sql: country, type: string }
      - { name: city, sql: city, type: string }
    hierarchies: [{ name: place, title: Where, levels: [country, city] }]
  - name: hidden
    sql_table: hidden
    public: false
    measures: [{ name: count, type: count }]
  - name: alone
    sql_table: alone
    measures: [{ name: count, type: count }]
views:
  - name: sales
    title: All Sales
    cubes:
      - { join_path: orders, includes: [count, number, customer, big] }
      - { join_path: orders.customers, prefix: true, includes: [place] }
    folders: [{ name: Money, includes: [count, { name: Who, includes: [customers_city, count] } ] }]
  - name: secret
    cubes: [{ join_path: orders, includes: [count, number, { name: customer, alias: buyer }] }]
    folders: [{ name: All, includes: "*" }]
    access_policy: [{ group: "*", member_level: { includes: [number] } }]
view_groups:
  - { name: business, description: Numbers, views: [sales, secret] }
`;

const model = modelOf(content);

/** The description as a client reads it. */
function described(options?: Parameters<typeof describeModel>[2]) {
  // Only for looking into: assertions below say what is there.
  const meta = JSON.parse(JSON.stringify(describeModel(model, everybody, options))) as {
    cubes: Record<string, never>[];
    viewGroups: unknown;
  };
  const find = (list: Record<string, unknown>[], name: string) => list.find((one) => one['name'] === name);
  return {
    ...meta,
    cube: (name: string) => find(meta.cubes, name) as Record<string, never> | undefined,
    member: (kind: string, name: string) =>
      find(meta.cubes.find((cube) => cube['name'] === name.split('.')[0])?.[kind] ?? [], name),
  };
}

test('cubes that can be joined share a number, views have none, hidden cubes are not there', () => {
  const { cubes } = described();
  assert.deepEqual(
    cubes.map(({ name, type, connectedComponent }) => [name, type, connectedComponent]),
    [
      ['orders', 'cube', 1],
      ['customers', 'cube', 1],
      ['alone', 'cube', 3],
      ['sales', 'view', undefined],
      ['secret', 'view', undefined],
    ],
  );
});

test('a measure is described with its format, its members to drill into, and whether it accumulates', () => {
  const { member } = described();
  assert.deepEqual(member('measures', 'orders.revenue'), {
    name: 'orders.revenue',
    title: 'Orders Revenue',
    shortTitle: 'Revenue',
    format: { type: 'custom-numeric', value: '$,.0f', alias: 'currency_0' },
    formatDescription: { name: 'currency_0', specifier: '$,.0f', currency: 'EUR' },
    type: 'number',
    aggType: 'sum',
    currency: 'EUR',
    drillMembers: [],
    drillMembersGrouped: { measures: [], dimensions: [] },
    cumulative: false,
    cumulativeTotal: false,
    isVisible: true,
    public: true,
  });
  assert.equal(member('measures', 'orders.running')?.['cumulative'], true);
  assert.deepEqual(member('measures', 'orders.count')?.['formatDescription'], {
    name: 'number',
    specifier: ',.2f',
  });
  assert.equal(member('measures', 'orders.latest')?.['formatDescription'], undefined);
  assert.deepEqual(member('measures', 'sales.count')?.['drillMembers'], ['sales.number']);
});

test('a dimension is described with its key, order, links and own granularities', () => {
  const { member } = described();
  const number = member('dimensions', 'orders.number');
  assert.deepEqual(
    [number?.['order'], number?.['formatDescription']],
    ['desc', { name: 'id', specifier: 'd' }],
  );
  assert.deepEqual(number?.['links'], [
    {
      name: 'open',
      label: 'Open',
      dashboard: 'order',
      icon: 'eye',
      target: 'blank',
      primary: true,
      params: ['id'],
    },
  ]);
  assert.equal(member('dimensions', 'orders.number___link_open_url')?.['synthetic'], true);
  assert.equal(member('dimensions', 'orders.currency')?.['type'], 'string');
  assert.equal(member('dimensions', 'orders.customer')?.['key'], 'orders.number');
  assert.deepEqual(member('dimensions', 'orders.created_at')?.['granularities'], [
    { name: 'fiscal_year', title: 'Fiscal Year', interval: '1 year', offset: '1 month' },
  ]);
});

test('in a view, members say what is behind them; a key that the view leaves out is not told', () => {
  const { member } = described();
  const customer = member('dimensions', 'sales.customer');
  assert.deepEqual(
    [customer?.['aliasMember'], customer?.['key'], customer?.['suggestFilterValues']],
    ['orders.customer', 'sales.number', false],
  );
  assert.equal(member('segments', 'sales.big')?.['aliasMember'], 'orders.big');
});

test('hierarchies and folders of a view speak of its own names', () => {
  const { cube } = described();
  assert.deepEqual(cube('customers')?.['hierarchies'], [
    {
      name: 'customers.place',
      title: 'Where',
      levels: ['customers.country', 'customers.city'],
      public: true,
    },
  ]);
  assert.deepEqual(cube('sales')?.['hierarchies'], [
    {
      name: 'sales.customers_place',
      title: 'Where',
      levels: ['sales.customers_country', 'sales.customers_city'],
      public: true,
      aliasMember: 'customers.place',
    },
  ]);
  assert.deepEqual(cube('sales')?.['folders'], [
    { name: 'Money', members: ['sales.count', 'sales.customers_city'] },
  ]);
  assert.deepEqual(cube('sales')?.['nestedFolders'], [
    {
      name: 'Money',
      members: ['sales.count', { name: 'Who', members: ['sales.customers_city', 'sales.count'] }],
    },
  ]);
});

test('what a policy does not grant is nowhere: not among the members, not in folders', () => {
  const secret = described().cube('secret');
  assert.deepEqual(secret?.['measures'], []);
  assert.deepEqual(secret?.['folders'], [
    { name: 'All', members: ['secret.number', 'secret.number___link_open_url'] },
  ]);
});

test('view groups list the views that are there, and views their groups', () => {
  const { viewGroups, cube } = described();
  assert.deepEqual(viewGroups, [
    { name: 'business', title: 'Business', description: 'Numbers', views: ['sales', 'secret'] },
  ]);
  assert.deepEqual(cube('sales')?.['viewGroups'], ['business']);
});

test('extended, cubes come with their definitions; without cubes, views alone', () => {
  const orders = described({ isExtended: true }).cube('orders');
  assert.deepEqual(
    [orders?.['fileName'], orders?.['dataSource'], orders?.['refreshKey'], orders?.['sql']],
    [
      'model.yml',
      'default',
      { every: '1 hour' },
      "SELECT * FROM orders WHERE {FILTER_PARAMS.orders.created_at.filter('created_at')}",
    ],
  );
  assert.deepEqual(orders?.['joins'], [
    { name: 'customers', relationship: 'many_to_one', sql: '{CUBE}.customer_id = {customers}.id' },
  ]);
  assert.deepEqual(orders?.['preAggregations'], [
    { type: 'rollup', name: 'daily', measures: ['count'], time_dimension: 'created_at', granularity: 'day' },
  ]);
  assert.equal(described().cube('orders')?.['sql'], undefined);
  assert.deepEqual(
    described({ onlyViews: true }).cubes.map(({ name }) => name),
    ['sales', 'secret'],
  );
});

test('meta comes back as it was written', () => {
  const content = `
cubes:
  - name: t
    sql: SELECT 1 AS id
    meta: &own {chartType: bar, some_key: 1, someKey: 2, URL: "https://example.com", nested: {fooBar: [{deepKey: 1}], meta: {aB: 1}}}
    dimensions:
      - {name: id, sql: id, type: number, primaryKey: true, public: true, meta: {<<: *own, isOwn: true}}
    measures: [{name: n, type: count, drillMembers: [id], meta: {A: {b: {C: null}}}}]
    segments: [{name: s, sql: "id = 1", meta: {segmentKey: 1}}]
views:
  - name: v
    meta: {viewKey: 1}
    cubes: [{joinPath: t, includes: [{name: id, meta: {overKey: 1}}, n]}]
`;
  interface Described {
    name: string;
    meta: unknown;
    dimensions: Described[];
    measures: Described[];
    segments: Described[];
  }
  const described = describeModel(modelOf(content), everybody);
  const { cubes } = JSON.parse(JSON.stringify(described)) as { cubes: Described[] };
  const own = {
    chartType: 'bar',
    some_key: 1,
    someKey: 2,
    URL: 'https://example.com',
    nested: { fooBar: [{ deepKey: 1 }], meta: { aB: 1 } },
  };
  const [cube, view] = ['t', 'v'].map((name) => cubes.find((one) => one.name === name));
  assert.deepEqual(cube?.meta, own);
  assert.deepEqual(cube?.dimensions[0]?.meta, { ...own, isOwn: true });
  assert.deepEqual(cube?.measures[0]?.meta, { A: { b: { C: null } } });
  assert.deepEqual(cube?.segments[0]?.meta, { segmentKey: 1 });
  assert.deepEqual(view?.meta, { viewKey: 1 });
  assert.deepEqual(view?.dimensions[0]?.meta, { overKey: 1 });
  assert.deepEqual(view?.measures[0]?.meta, { A: { b: { C: null } } });
});
