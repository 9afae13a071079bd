import type { Engine } from '@oriel/engine';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SignJWT } from 'jose';
import { createFileKeyring } from '../secrets/keyring.ts';
import { readApiSecret } from '../secrets/token-secrets.ts';
import { collectErrors, createModelEngine, createTestApp, type TestApp } from '../test/index.ts';

/**
 * Asks what a caller might: queries that mean something and queries that mean harm, by every way the query API has.
 * Every row of the data says of which tenant it is, so whatever comes back tells whether it is the caller's. Nothing is
 * a failure, and nothing is left behind in the database.
 *
 * `ORIEL_FUZZ_SEED` starts another sequence, `ORIEL_FUZZ_RUNS` sends another number of requests, `ORIEL_FUZZ_MS` bounds
 * the time.
 */
const seed = Number(process.env['ORIEL_FUZZ_SEED'] ?? 20_260_301);
const numRuns = Number(process.env['ORIEL_FUZZ_RUNS'] ?? 1_000);
const timeLimitMs = Number(process.env['ORIEL_FUZZ_MS'] ?? 30_000);
const FEW_RUNS = 200;

const TENANTS = 4;
const ROWS_OF_TENANT = 25;

/** Texts of a row begin with its tenant, as in `t3-`; what is hidden from everybody begins with `hidden-`. */
const model = `
cubes:
  - name: orders
    sql: >
      SELECT n AS id, n % ${TENANTS} AS tenant, 't' || (n % ${TENANTS}) || '-' || (n % 5) AS status,
        't' || (n % ${TENANTS}) || '-note-' || n AS note, 'hidden-' || n AS hidden, n * 1.5 AS amount,
        TIMESTAMP '2024-01-01' + to_days(CAST(n AS INTEGER)) AS created_at
      FROM range(${TENANTS * ROWS_OF_TENANT}) AS r(n)
      WHERE {FILTER_PARAMS.orders.status.filter('status')} AND {FILTER_PARAMS.orders.created_at.filter('created_at')}
    joins:
      - { name: items, relationship: one_to_many, sql: "{CUBE}.id = {items}.order_id" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: tenant, sql: tenant, type: number, public: false }
      - { name: status, sql: status, type: string }
      - { name: note, sql: note, type: string, mask: "'masked'" }
      - { name: hidden, sql: hidden, type: string }
      - { name: created_at, sql: created_at, type: time, granularities: [{ name: odd, interval: 3 days, origin: "2024-01-02" }] }
      - { name: item_count, sql: "{items.count}", type: number, sub_query: true }
      - { name: kind, type: string, case: { when: [{ sql: "{CUBE}.id > 50", label: big }], else: { label: small } } }
    segments:
      - { name: even, sql: "{CUBE}.id % 2 = 0" }
    measures:
      - { name: count, type: count }
      - { name: total, type: sum, sql: amount }
      - { name: mean, type: avg, sql: amount }
      - { name: last_status, type: max, sql: status }
      - { name: last_hidden, type: max, sql: hidden }
      - { name: statuses, type: count_distinct, sql: status }
      - { name: running, type: sum, sql: amount, rolling_window: { trailing: unbounded } }
      - { name: share, type: number, sql: "{total} / NULLIF({whole}, 0)" }
      - { name: whole, type: sum, sql: "{total}", multi_stage: true, group_by: [] }
      - { name: before, type: number, sql: "{total}", multi_stage: true, time_shift: [{ interval: 1 month, type: prior }] }
      - { name: place, type: rank, multi_stage: true, order_by: [{ sql: "{total}", dir: desc }] }
    access_policy:
      - group: viewers
        member_level: { excludes: [hidden, last_hidden, note] }
        member_masking: { includes: [note] }
        row_level: { filters: [{ member: tenant, operator: equals, values: ["{ userAttributes.tenant }"] }] }
  - name: items
    sql: >
      SELECT n AS id, n % ${TENANTS * ROWS_OF_TENANT} AS order_id, n % ${TENANTS} AS tenant, 't' || (n % ${TENANTS}) || '-item' AS label
      FROM range(${TENANTS * ROWS_OF_TENANT * 3}) AS r(n)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: tenant, sql: tenant, type: number, public: false }
      - { name: label, sql: label, type: string }
    measures:
      - { name: count, type: count }
      - { name: first_label, type: min, sql: label }
    access_policy:
      - group: "*"
        row_level: { filters: [{ member: tenant, operator: equals, values: ["{ userAttributes.tenant }"] }] }
  - name: made
    sql: SELECT table_name AS name FROM information_schema.tables
    refresh_key: { every: 1 second }
    dimensions: [{ name: name, sql: name, type: string }]
views:
  - name: sales
    cubes:
      - { join_path: orders, includes: "*", excludes: [tenant] }
      - { join_path: orders.items, includes: "*", prefix: true, excludes: [tenant] }
`;

let engine: Engine;
let app: TestApp;
const { logger, lines: logged } = collectErrors();
const tokens: string[] = [];

before(async () => {
  engine = createModelEngine([{ path: 'orders.yml', content: model }]);
  app = await createTestApp({ engine, logger });
  const ref = { tenantId: app.tenantId, id: app.deploymentId };
  const keyring = createFileKeyring(app.dataDir);
  const secret = new TextEncoder().encode(await readApiSecret(app.database.db, keyring, ref));
  for (let tenant = 0; tenant < TENANTS; tenant += 1) {
    const svcCloud = { groups: ['viewers'], userAttributes: { tenant } };
    const signed = new SignJWT({ svcCloud }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h');
    tokens.push(await signed.sign(secret));
  }
});
after(async () => {
  await app.close();
  await engine.close();
});

const scopes = ['orders', 'orders', 'sales', 'items'];
const names = [
  'id',
  'status',
  'note',
  'created_at',
  'item_count',
  'kind',
  'count',
  'total',
  'mean',
  'last_status',
];
const special = ['statuses', 'running', 'share', 'whole', 'before', 'place', 'even', 'label', 'first_label'];
const ofView = ['items_label', 'items_count', 'items_first_label', 'items_id'];
const forbidden = ['hidden', 'tenant', 'last_hidden', 'nothing', '__proto__', 'constructor'];
const member = fc
  .tuple(fc.constantFrom(...scopes), fc.constantFrom(...names, ...names, ...special, ...ofView, ...forbidden))
  .map((parts) => parts.join('.'));

/** Texts with a meaning in SQL, in JavaScript, or as dates. */
const hostileText = fc.oneof(
  fc.constantFrom(
    "'",
    "' OR 1=1 --",
    "'; DROP TABLE orders; --",
    '") AS x; create table pwned as select 1; --',
    '\\',
    '%',
    '$1',
    '\0',
    '\ud800',
    '{orders.tenant}',
    '{{ 1 }}',
    '1e999',
    '-0',
    'NaN',
    '0x10',
    ' '.repeat(3_000),
    '9'.repeat(400),
    't0-1',
    't1-1',
    't2-1',
  ),
  fc.string({ maxLength: 30 }),
);
const date = fc.oneof(
  fc.constantFrom(
    '2024-02-01',
    '2024-01-05T10:00:00',
    'last 7 days',
    'this month',
    'from 7 days ago to now',
    'Jan 5 2024 - Feb 9 2024',
    '0000-00-00',
    '9999-12-31',
    '99999-01-01',
    'last 99999999999 years',
    'next 5 quarters',
    'from to',
  ),
  hostileText,
);
const dateRange = fc.oneof(date, fc.array(date, { maxLength: 3 }));
const operator = fc.constantFrom(
  'equals',
  'notEquals',
  'in',
  'notIn',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'gt',
  'gte',

  'lt',
  'lte',
  'set',
  'notSet',
  'inDateRange',
  'notInDateRange',
  'beforeDate',
  'afterOrOnDate',
  'onTheDate',
  'measureFilter',
  'like',
  '__proto__',
);
const value = fc.oneof(
  date,
  hostileText,
  fc.constantFrom<unknown>(0, 1, 2, 3, -1, 50, true, null, 1.5, 2 ** 53, [], {}),
);
const list = <T>(of: fc.Arbitrary<T>, maxLength = 3) => fc.array(of, { maxLength });
const { filter } = fc.letrec<{ filter: unknown }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ member, operator, values: list(value) }, { requiredKeys: ['member', 'operator'] }),
    fc.record({ and: list(tie('filter')) }),
    fc.record({ or: list(tie('filter')) }),
  ),
}));
const granularity = fc.constantFrom(
  'second',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'odd',
  'none',
);
const timeDimension = fc.record(
  {
    dimension: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('orders.created_at', 'sales.created_at') },
      member,
    ),
    granularity,
    dateRange,
    compareDateRange: list(dateRange),
  },
  { requiredKeys: ['dimension'] },
);
const query = fc.record(
  {
    measures: list(member),
    dimensions: list(
      fc.oneof(
        member,
        fc.tuple(member, granularity).map((parts) => parts.join('.')),
      ),
    ),
    timeDimensions: list(timeDimension, 2),
    segments: list(member, 1),
    filters: list(filter),
    order: fc.oneof(
      list(fc.tuple(member, fc.constantFrom('asc', 'desc'))),
      fc.dictionary(member, fc.constantFrom('asc', 'desc'), { maxKeys: 2 }),
    ),
    limit: fc.constantFrom(0, 1, 10, 10_000, 50_000, 50_001, -1, 1.5, 2 ** 53),
    offset: fc.constantFrom(0, 1, 1_000, 2 ** 31, 2 ** 53),
    timezone: fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'Asia/Kolkata',
      'America/New_York',
      'Nowhere',
      '+02:00',
      "U'TC",
    ),
    total: fc.boolean(),
    ungrouped: fc.boolean(),
    responseFormat: fc.constantFrom('default', 'compact', 'columnar', 'xml'),
    joinHints: list(list(fc.constantFrom('orders', 'items', 'sales', 'x', '__proto__', ''))),
    periodComparisons: list(
      fc.record({
        measure: member,
        timeDimension: fc.constantFrom('orders.created_at', 'sales.created_at'),
        offset: fc.record({
          amount: fc.constantFrom(1, 2, 1_000, 1_001, 0.5),
          unit: fc.constantFrom('day', 'months', 'year', 'eon'),
        }),
        outputs: list(fc.constantFrom('previous', 'difference', 'percent', 'other')),
      }),
      1,
    ),
    fillMissingRows: fc.record({
      member: fc.constantFrom(
        'orders.created_at',
        'sales.created_at',
        'orders.created_at.day',
        'orders.status',
      ),
      excludedDimensions: list(member, 1),
    }),
    cache: fc.constantFrom('stale-if-slow', 'no-cache', 'other'),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** The same with something in it that does not belong there. */
const spoiled = fc
  .tuple(query, fc.string({ maxLength: 12 }), fc.oneof(fc.jsonValue(), hostileText))
  .map(([asked, key, spoil]) => ({ ...asked, [key]: spoil }));
const anyQuery = fc.oneof(
  { weight: 12, arbitrary: query },
  { weight: 1, arbitrary: spoiled },
  { weight: 1, arbitrary: fc.array(query, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const way = fc.constantFrom('load', 'load', 'load', 'load multi', 'load-batch', 'dry-run', 'sql', 'meta');

async function ask(tenant: number, by: string, asked: unknown) {
  const [name = '', multi] = by.split(' ');
  const body =
    name === 'load-batch'
      ? {
          queries: [
            { id: 'a', query: asked },
            { id: 'b', query: asked },
          ],
        }
      : { query: asked, ...(multi && { queryType: multi }) };
  return app.app.inject({
    method: name === 'meta' ? 'GET' : 'POST',
    url: `/deployments/${app.deploymentId}/cubejs-api/v1/${name}`,
    headers: { authorization: tokens[tenant], 'content-type': 'application/json' },
    ...(name !== 'meta' && { payload: JSON.stringify(body) }),
  });
}

/** What an answer tells beyond what its caller asked: rows of others, or what is hidden. */
function leakIn(body: string, tenant: number, asked: unknown): string | undefined {
  const sent = JSON.stringify(asked) ?? '';
  // What the caller has written himself is his.
  const told = [...body.matchAll(/\bt(\d)-[\w-]*|hidden-\d+/g)].map(([text]) => text);
  return told.find((text) => !text.startsWith(`t${tenant}-`) && !sent.includes(text));
}

/** Counts may be of fewer rows than the caller has, and of no more. */
function countsIn(body: string): number[] {
  return [...body.matchAll(/"(?:orders|sales)\.count":"?(\d+)/g)].map(([, digits]) => Number(digits));
}

test('whatever is asked, nobody sees the rows of another, and nothing fails', async (context) => {
  let answered = 0;
  const property = fc.asyncProperty(fc.nat(TENANTS - 1), way, anyQuery, async (tenant, by, asked) => {
    logged.length = 0;
    const { statusCode, body } = await ask(tenant, by, asked);
    const told = `${by} as tenant ${tenant}: ${statusCode} ${body.slice(0, 600)} ${logged.join('').slice(0, 2_000)}`;
    assert.ok([200, 400, 403, 429].includes(statusCode), told);
    assert.ok(statusCode !== 403 || by === 'sql', told);
    assert.equal(leakIn(body, tenant, asked), undefined, told);
    if (statusCode === 200) answered += 1;
    if (statusCode === 200) for (const count of countsIn(body)) assert.ok(count <= ROWS_OF_TENANT, told);
    for (const line of by === 'load-batch' && statusCode === 200 ? body.trim().split('\n') : []) {
      const { status } = JSON.parse(line) as { status: number };
      assert.ok([200, 400, 429].includes(status), told);
    }
  });
  const details = await fc.check(property, { seed, numRuns, interruptAfterTimeLimit: timeLimitMs });
  if (details.failed)
    throw new Error(`${String(details.errorInstance)}\n${fc.defaultReportMessage(details)}`);
  // On a machine that is too busy for more, the first few say nothing about the share.
  if (details.numRuns >= FEW_RUNS)
    assert.ok(answered > details.numRuns / 20, `only ${answered} of ${details.numRuns} meant something`);
  context.diagnostic(`seed ${seed}, ${details.numRuns} requests, ${answered} of them answered with 200`);
});

test('the policy of the model shows each tenant its own rows', async () => {
  for (let tenant = 0; tenant < TENANTS; tenant += 1) {
    const asked = { dimensions: ['orders.status', 'orders.note'], measures: ['orders.count'] };
    const { data } = (await ask(tenant, 'load', asked)).json() as { data: Record<string, string>[] };
    const total = data.reduce((sum, row) => sum + Number(row['orders.count']), 0);
    assert.equal(total, ROWS_OF_TENANT);
    assert.ok(data.every((row) => row['orders.note'] === 'masked'));
  }
});

test('nothing is left behind in the database', async () => {
  const answer = await ask(0, 'load', { dimensions: ['made.name'] });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(answer.json().data, []);
});
