import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertFault, openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.close());

const KNOWN =
  '--source takes duckdb:FILE or an address such as postgres://USER:PASSWORD@HOST:PORT/DATABASE ' +
  '(also redshift, mysql, mariadb, trino and clickhouse)';

const sql = (query: unknown, ...args: string[]) => [
  'model',
  'sql',
  'model',
  '--query',
  JSON.stringify(query),
  ...args,
];
const paid = {
  measures: ['orders.count'],
  filters: [{ member: 'orders.status', operator: 'equals', values: ['paid\n; --'] }],
};

test('sql prints a statement, and its parameters as comments that no value ends', async () => {
  const text = await shop.output(sql(paid));
  assert.match(text, /^SELECT count\([^]*\$1[^]*;\n-- \$1 = "paid\\n; --"\n$/);
});

test('with --json sql and parameters stand apart, and so does the statement that counts', async () => {
  const {
    sql: rows,
    params,
    total,
  } = JSON.parse(await shop.output(sql({ ...paid, total: true }, '--json'))) as {
    sql: string;
    params: unknown[];
    total: { sql: string; params: unknown[] };
  };
  assert.match(rows, /^SELECT count\([^]*\$1[^]*\)$/);
  assert.deepEqual([params, total.params], [['paid\n; --'], ['paid\n; --']]);
  assert.match(total.sql, /^SELECT count\(\*\)/);
});

test('compared date ranges are several statements', async () => {
  const compared = {
    measures: ['orders.count'],
    timeDimensions: [
      {
        dimension: 'orders.created_at',
        compareDateRange: [
          ['2026-01-01', '2026-01-31'],
          ['2026-02-01', '2026-02-28'],
        ],
      },
    ],
  };
  const { results } = JSON.parse(await shop.output(sql(compared, '--json'))) as {
    results: { params: string[] }[];
  };
  assert.deepEqual(
    results.map(({ params }) => params[0]?.slice(0, 10)),
    ['2026-01-01', '2026-02-01'],
  );
  const text = await shop.output(sql(compared));
  assert.equal(text.match(/^SELECT /gm)?.length, 2);
});

test('relative dates count from --now in --timezone, or in the zone of the query', async () => {
  const yesterday = (timezone?: string) => ({
    measures: ['orders.count'],
    timeDimensions: [{ dimension: 'orders.created_at', dateRange: 'yesterday' }],
    ...(timezone !== undefined && { timezone }),
  });
  const firstParam = async (query: object, ...args: string[]) => {
    const answer = await shop.output(sql(query, '--json', ...args));
    return (JSON.parse(answer) as { params: string[] }).params[0]?.slice(0, 16);
  };
  const now = ['--now', '2026-02-01T20:00:00Z'];
  assert.equal(await firstParam(yesterday(), ...now), '2026-01-31 00:00');
  const inTokyo = [...now, '--timezone', 'Asia/Tokyo'];
  assert.equal(await firstParam(yesterday(), ...inTokyo), '2026-01-31 15:00');
  assert.equal(await firstParam(yesterday('UTC'), ...inTokyo), '2026-01-31 00:00');
  assert.equal(await firstParam(yesterday(), '--now', '2026-02-01'), '2026-01-31 00:00');
  assert.equal(await firstParam(yesterday(), '--now', '2026-02-01T20:00:00+14:00'), '2026-01-31 00:00');
});

test('a query that cannot be answered is told with its code and its member', async () => {
  const unknown = sql({ measures: ['orders.cuont'] });
  assertFault(await shop.oriel(unknown), 1, /^oriel: [^\n]*orders\.cuont[^\n]*\n$/);
  const { code, stderr } = await shop.oriel([...unknown, '--json']);
  const { error } = JSON.parse(stderr) as { error: Record<string, string> };
  assert.equal(code, 1);
  assert.equal(error['member'], 'orders.cuont');
  assert.ok(error['code'] && error['message']);
});

for (const [title, args, message] of [
  ['no query', [], 'Give a query with --query, or a file of queries with --queries'],
  [
    'two kinds of queries',
    ['--query', '{}', '--queries', '-'],
    'Give a query with --query, or a file of queries with --queries',
  ],
  ['a query that is no JSON', ['--query', '{'], /^oriel: --query is not JSON: [^\n]+\n$/],
  [
    'a context that is no object',
    ['--query', '{}', '--context', '["staff"]'],
    '--context takes an object such as {"svcCloud":{"groups":["sales"]}}',
  ],
  [
    'a context of two brands, of which only one would count',
    ['--query', '{}', '--context', '{"svcCloud":{},"cubeCloud":{}}'],
    '--context has svcCloud and cubeCloud; it takes one of them',
  ],
  [
    'an unknown zone',
    ['--query', '{}', '--timezone', 'Mars/Olympus'],
    '--timezone takes an IANA name such as Europe/Berlin, not "Mars/Olympus"',
  ],
  [
    'a day that there is not',
    ['--query', '{}', '--now', '2026-02-30'],
    '--now takes a time such as 2026-01-31T12:00:00Z, not "2026-02-30"',
  ],
  [
    'a moment that is none',
    ['--query', '{}', '--now', 'yesterday'],
    '--now takes a time such as 2026-01-31T12:00:00Z, not "yesterday"',
  ],
  [
    'a source of an unknown kind, without its password',
    ['--query', '{}', '--source', 'oracle://root:secret@localhost/shop'],
    `${KNOWN}, not "oracle"`,
  ],
  ['a file without its kind', ['--query', '{}', '--source', 'shop.duckdb'], `${KNOWN}, not "shop.duckdb"`],
] as const)
  test(`the command line is refused for ${title}`, async () => {
    assertFault(await shop.oriel(['model', 'sql', 'model', ...args]), 2, message);
  });

test('SQL is in the dialect of the source, which nobody has to reach', async () => {
  const source = 'postgres://user:secret@localhost/shop';
  const text = await shop.output(sql(paid, '--source', source));
  assert.match(text, /CAST\(|\$1/);
  assert.doesNotMatch(text, /secret/);
});

test('a model with problems tells all of them', async () => {
  await shop.write('broken/orders.yml', 'cubes:\n  - { name: orders, sql_table: o, titel: 1, typo: 1 }\n');
  const args = ['model', 'sql', 'broken', '--query', '{}'];
  assertFault(
    await shop.oriel(args),
    1,
    /^oriel: The data model has 2 problems:\norders\.yml:2:.*\norders\.yml:2:.*\n$/,
  );
  const { stderr } = await shop.oriel([...args, '--json']);
  assert.equal((JSON.parse(stderr) as { error: { code: string } }).error.code, 'model.broken');
});
