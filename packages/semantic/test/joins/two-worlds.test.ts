import type { Model, QueryContext } from '@oriel/semantic';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { everybody, rowsOf, type Row } from '../support/query-rows.ts';
import { comparePairs } from '../support/property-settings.ts';
import { modelOf } from '../support/read-model.ts';
import { onEveryEngine, type TestDatabase } from '../support/test-engines.ts';

/**
 * Two worlds: one with the rows of every tenant behind policies and masks, and for each tenant a mirror with its own
 * rows alone, in which the masked values are not there to begin with. Whatever is asked, the answers of both are the
 * same.
 */
const TENANTS = 3;
const tenants = Array.from({ length: TENANTS }, (_, tenant) => tenant);

/** Notes are told where the status is open, by a second policy; everywhere else they are masked. */
const mirrorOf = (tenant: number) => `
  create table orders_${tenant} as select id, tenant, status, case when status = 'open' then note else 'masked' end as note, amount, created_at
    from orders where tenant = ${tenant};
  create table items_${tenant} as select * from items where tenant = ${tenant};`;

const onEach = onEveryEngine(`
  create table orders as select n as id, n % ${TENANTS} as tenant,
      case when n % 4 = 0 then 'open' when n % 4 = 1 then 'closed' when n % 4 = 2 then 't' || (n % ${TENANTS}) end as status,
      'note ' || (n % 7) as note, n * 3 as amount,
      timestamp '2024-01-01 00:00:00' + n * interval '1 day' as created_at
    from (select row_number() over () as n from (values (1),(2),(3),(4),(5),(6),(7),(8),(9)) a(x), (values (1),(2),(3),(4),(5),(6),(7),(8)) b(y)) s;
  create table items as select id * 10 + k as id, id as order_id, (id + k) % ${TENANTS} as tenant, 'label ' || (k % 2) as label, k as pieces
    from orders, (values (0),(1),(2)) c(k);
  ${tenants.map(mirrorOf).join('\n')}`);

const cubes = (suffix: string, policies: { orders: string; items: string }) => `
cubes:
  - name: orders
    sql: "SELECT * FROM orders${suffix} WHERE {FILTER_PARAMS.orders.status.filter('status')}"
    joins:
      - { name: items, relationship: one_to_many, sql: "{CUBE}.id = {items}.order_id" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: tenant, sql: tenant, type: number, public: false }
      - { name: status, sql: status, type: string }
      - { name: note, sql: note, type: string, mask: "'masked'" }
      - { name: amount, sql: amount, type: number }
      - { name: created_at, sql: created_at, type: time }
      - { name: item_count, sql: "{items.count}", type: number, sub_query: true }
      - { name: kind, type: string, case: { when: [{ sql: "{CUBE}.id > 30", label: big }], else: { label: small } } }
    segments:
      - { name: even, sql: "{CUBE}.id % 2 = 0" }
    measures:
      - { name: count, type: count }
      - { name: total, type: sum, sql: amount }
      - { name: largest, type: max, sql: amount }
      - { name: statuses, type: count_distinct, sql: status }
      - { name: open, type: count, filters: [{ sql: "{CUBE}.status = 'open'" }] }
      - { name: running, type: sum, sql: amount, rolling_window: { trailing: unbounded } }
      - { name: whole, type: sum, sql: "{total}", multi_stage: true, group_by: [] }
${policies.orders}
  - name: items
    sql_table: items${suffix}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: tenant, sql: tenant, type: number, public: false }
      - { name: label, sql: label, type: string }
    measures:
      - { name: count, type: count }
      - { name: pieces, type: sum, sql: pieces }
${policies.items}
views:
  - name: sales
    cubes:
      - { join_path: orders, includes: "*", excludes: [tenant] }
      - { join_path: orders.items, includes: "*", prefix: true, excludes: [tenant] }
`;

const ownRows = `{ member: tenant, operator: equals, values: ["{ userAttributes.tenant }"] }`;
const guarded = modelOf(
  cubes('', {
    orders: `
    access_policy:
      - group: viewers
        member_level: { excludes: [note] }
        member_masking: { includes: [note] }
        row_level: { filters: [${ownRows}] }
      - group: readers
        row_level: { filters: [${ownRows}, { member: status, operator: equals, values: [open] }] }`,
    items: `
    access_policy:
      - group: "*"
        row_level: { filters: [${ownRows}] }`,
  }),
);
const mirrors = tenants.map((tenant) => modelOf(cubes(`_${tenant}`, { orders: '', items: '' })));

const contextOf = (tenant: number): QueryContext => ({
  ...everybody,
  securityContext: { svcCloud: { groups: ['viewers', 'readers'], userAttributes: { tenant } } },
});

const dimensions = ['id', 'status', 'note', 'amount', 'item_count', 'kind'];
const measures = ['count', 'total', 'largest', 'statuses', 'open', 'running', 'whole'];
const within = (scope: string, names: readonly string[]) => names.map((name) => `${scope}.${name}`);
const scopes = [
  {
    dimensions: [...within('orders', dimensions), 'items.id', 'items.label'],
    measures: [...within('orders', measures), 'items.count', 'items.pieces'],
    scope: 'orders',
  },
  {
    dimensions: [...within('sales', dimensions), 'sales.items_id', 'sales.items_label'],
    measures: [...within('sales', measures), 'sales.items_count', 'sales.items_pieces'],
    scope: 'sales',
  },
];
const values = fc.array(
  fc.constantFrom('open', 'closed', 't0', 't1', 't2', 'masked', 'note 1', 'note 3', 'label 0', 'big'),
  { minLength: 1, maxLength: 3 },
);
const numbers = fc.array(fc.constantFrom('0', '1', '3', '9', '40', '100'), { minLength: 1, maxLength: 1 });

interface Condition {
  member: string;
  operator: string;
  values: string[];
}

const query = fc.constantFrom(...scopes).chain(({ dimensions: dims, measures: sums, scope }) => {
  const isText = (name: string) => /status|note|label|kind/.test(name);
  const condition = fc.constantFrom(...dims, ...sums).chain((member): fc.Arbitrary<Condition> =>
    isText(member) && !member.endsWith('statuses')
      ? fc.record({
          member: fc.constant(member),
          operator: fc.constantFrom('equals', 'notEquals', 'contains', 'notContains', 'startsWith'),
          values,
        })
      : fc.record({
          member: fc.constant(member),
          operator: fc.constantFrom('equals', 'notEquals', 'gt', 'lte'),
          values: numbers,
        }),
  );
  const ofRows = condition.filter(({ member }) => dims.includes(member));
  const set = fc.record({ member: fc.constantFrom(...dims), operator: fc.constantFrom('set', 'notSet') });
  const group = fc.record({ or: fc.array(fc.oneof(ofRows, set), { minLength: 1, maxLength: 3 }) });
  const timeDimension = fc.record(
    {
      dimension: fc.constant(`${scope}.created_at`),
      granularity: fc.constantFrom('day', 'week', 'month'),
      dateRange: fc.constantFrom(['2024-01-10', '2024-02-20'], ['2024-02-01', '2024-03-31']),
    },
    { requiredKeys: ['dimension'] },
  );
  return fc.record({
    dimensions: fc.subarray(dims, { maxLength: 3 }),
    measures: fc.subarray(sums, { minLength: 1, maxLength: 3 }),
    timeDimensions: fc.array(timeDimension, { maxLength: 1 }),
    filters: fc.array(fc.oneof(condition, group, set), { maxLength: 2 }),
    segments: fc.subarray([`${scope}.even`]),
  });
});

/** The rows in an order of their own, or that the query is refused. */
async function answerOf(
  database: TestDatabase,
  model: Model,
  asked: unknown,
  context: QueryContext,
): Promise<string[] | 'refused'> {
  let rows: Row[];
  try {
    rows = await rowsOf(database, model, asked, context);
  } catch (error) {
    // What the compiler refuses has a code; what the database refuses is a fault of ours.
    if ((error as { code?: unknown }).code === undefined || (error as { cause?: unknown }).cause) throw error;
    return 'refused';
  }
  return rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();
}

onEach('behind policies and masks no query sees what a mirror has not', async (database) => {
  let told = 0;
  const asked = fc.tuple(query, fc.constantFrom(...tenants));
  const pairs = await comparePairs('policies and masks', database, asked, async ([one, tenant]) => {
    const mirror = mirrors[tenant];
    assert.ok(mirror);
    const seen = await answerOf(database, guarded, one, contextOf(tenant));
    assert.deepEqual(seen, await answerOf(database, mirror, one, everybody));
    if (seen === 'refused') return undefined;
    if (seen.length > 0) told += 1;
    return 'compared';
  });
  assert.ok(told > pairs / 3, `only ${told} of ${pairs} queries had rows`);
});
