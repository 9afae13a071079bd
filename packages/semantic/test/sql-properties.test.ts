import { compileQuery, normalizeQuery, QueryError, rewriteNames, type QueryContext } from '@oriel/semantic';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { propertySettings } from './support/property-settings.ts';
import { everybody } from './support/query-rows.ts';
import { retailData, retailModel } from './support/retail-model.ts';
import { onEveryEngine, type TestDatabase } from './support/test-engines.ts';

const model = retailModel();
const test = onEveryEngine(retailData);

const MEASURES = [
  'customers.count',
  'customers.average_credit',
  'tags.count',
  'orders.count',
  'orders.amount',
  'orders.buyers',
  'orders.done_share',
  'orders.amount_per_credit',
  'items.quantity',
  'sales.amount',
  'sales.customers_credit',
  'sales.quantity',
];
const DIMENSIONS = [
  'customers.name',
  'customers.is_vip',
  'tags.tag',
  'orders.id',
  'orders.size',
  'orders.created_at',
  'items.category',
  'sales.status',
  'sales.customers_country',
  'sales.category',
];
const conditions = fc.oneof(
  fc.record({
    member: fc.constantFrom('customers.country', 'items.category', 'sales.status'),
    operator: fc.constantFrom('equals', 'notEquals', 'contains', 'notStartsWith', 'set'),
    values: fc.array(fc.constantFrom('DE', 'a', 'done', "'", null), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    member: fc.constantFrom('orders.amount', 'items.quantity', 'customers.count', 'orders.done_share'),
    operator: fc.constantFrom('gt', 'lte', 'equals', 'notSet'),
    values: fc.array(fc.constantFrom(0, 20, '0.5'), { minLength: 1, maxLength: 1 }),
  }),
  fc.record({
    member: fc.constantFrom('orders.created_at', 'sales.created_at'),
    operator: fc.constantFrom('inDateRange', 'notInDateRange', 'afterDate'),
    values: fc.constantFrom(['2024-03-31'], ['2024-01-01', '2024-06-30'], ['last month']),
  }),
);

const queries = fc.record({
  measures: fc.uniqueArray(fc.constantFrom(...MEASURES), { maxLength: 4 }),
  dimensions: fc.uniqueArray(fc.constantFrom(...DIMENSIONS), { maxLength: 2 }),
  timeDimensions: fc.array(
    fc.record(
      {
        dimension: fc.constantFrom('orders.created_at', 'sales.created_at'),
        granularity: fc.constantFrom('hour', 'week', 'month', 'sunday_week', 'half_year'),
        dateRange: fc.constantFrom(['2024-01-01', '2024-12-31'], 'this year', 'from 300 days ago to now'),
      },
      { requiredKeys: ['dimension'] },
    ),
    { maxLength: 2 },
  ),
  segments: fc.subarray(['customers.european']),
  filters: fc.array(conditions, { maxLength: 2 }),
  timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
  offset: fc.nat(2),
  limit: fc.integer({ min: 0, max: 4 }),
});

const callers: QueryContext[] = [
  { groups: ['staff'] },
  { userAttributes: { country: ['DE', 'FR'] } },
  {},
].map((caller) => ({ ...everybody, securityContext: { [everybody.brandKey]: caller } }));

test('whatever is not refused runs, and limit and offset cut what the total counts', async (database) => {
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(queries, fc.constantFrom(...callers), async (query, caller) => {
      const counts = await countRows(database, { ...query, total: true }, caller);
      if (!counts) return;
      answered += 1;
      assert.equal(counts.rows, Math.max(0, Math.min(query.limit, counts.total - query.offset)));
    }),
    propertySettings,
  );
  assert.ok(answered > propertySettings.numRuns / 4, `only ${answered} queries were answered`);
});

test('no rewrite changes the rows', async (database) => {
  await fc.assert(
    fc.asyncProperty(
      queries,
      fc.constantFrom(...callers),
      fc.subarray([...rewriteNames], { minLength: 1 }),
      async (query, caller, withoutRewrites) => {
        const { offset: _offset, limit: _limit, ...whole } = query;
        const expected = await textsOfRows(database, whole, caller);
        assert.deepEqual(await textsOfRows(database, whole, { ...caller, withoutRewrites }), expected);
      },
    ),
    propertySettings,
  );
});

async function textsOfRows(
  database: TestDatabase,
  query: object,
  caller: QueryContext,
): Promise<string[] | undefined> {
  try {
    const [normalized] = normalizeQuery(query, caller).queries;
    assert.ok(normalized);
    const { sql, params } = compileQuery(model, normalized, caller, database.dialect);
    const { rows } = await database.query(sql, params);
    return rows.map((row) => JSON.stringify(row)).sort();
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}

/** Undefined for a query that is refused. */
async function countRows(
  database: TestDatabase,
  query: object,
  caller: QueryContext,
): Promise<{ rows: number; total: number } | undefined> {
  try {
    const [normalized] = normalizeQuery(query, caller).queries;
    assert.ok(normalized);
    const { sql, params, total } = compileQuery(model, normalized, caller, database.dialect);
    assert.ok(total);
    const { rows } = await database.query(sql, params);
    const { rows: counted } = await database.query(total.sql, total.params);
    return { rows: rows.length, total: Number(counted[0]?.[0]) };
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}
