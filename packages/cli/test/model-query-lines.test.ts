import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { spawnOriel } from './run-oriel.ts';
import { assertFault, openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.close());

/** A line of the output; `error` or the others. */
interface Line {
  readonly rows?: readonly Record<string, unknown>[];
  readonly total?: number;
  readonly sql?: string;
  readonly params?: readonly unknown[];
  readonly results?: readonly Line[];
  readonly error?: { readonly message: string; readonly code?: string; readonly member?: string };
}

const command = ['model', 'query', 'model', '--source', 'duckdb:shop.duckdb', '--queries'];
const count = { measures: ['orders.count'] };

const linesOf = (stdout: string): Line[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

/** What the lines of a file are answered with. */
async function answersTo(lines: readonly (object | string)[], ...args: string[]): Promise<Line[]> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  await shop.write('queries.jsonl', text);
  return linesOf(await shop.output([...command, 'queries.jsonl', ...args]));
}

test('a thousand queries are answered in their order, past a line that is none', async () => {
  const lines: (object | string)[] = Array.from({ length: 1000 }, (_, index) => ({
    query: {
      dimensions: ['orders.id'],
      filters: [{ member: 'orders.id', operator: 'equals', values: [`${(index % 3) + 1}`] }],
    },
  }));
  lines.splice(500, 0, '{"query": {');
  const answers = await answersTo(lines);
  assert.equal(answers.length, 1001);
  const [bad] = answers.splice(500, 1);
  assert.match(bad?.error?.message ?? '', /^The line is not JSON: /);
  for (const [index, { rows, params, sql }] of answers.entries()) {
    assert.deepEqual(rows, [{ 'orders.id': String((index % 3) + 1) }]);
    assert.deepEqual(params, [String((index % 3) + 1)]);
    assert.match(sql ?? '', /^SELECT /);
  }
});

test('totals and compared date ranges have their place in a line', async () => {
  const compareDateRange = [
    ['2026-01-01', '2026-01-31'],
    ['2026-02-01', '2026-02-28'],
  ];
  const [total, compared] = await answersTo([
    { query: { dimensions: ['orders.id'], limit: 1, total: true } },
    { query: { ...count, timeDimensions: [{ dimension: 'orders.created_at', compareDateRange }] } },
  ]);
  assert.deepEqual([total?.rows, total?.total], [[{ 'orders.id': '1' }], 3]);
  assert.deepEqual(
    compared?.results?.map(({ rows, sql }) => [rows, typeof sql]),
    [
      [[{ 'orders.count': '2' }], 'string'],
      [[{ 'orders.count': '1' }], 'string'],
    ],
  );
});

test('each line is asked by its own security context, or by that of the command line', async () => {
  const query = { measures: ['sales.count'] };
  const seen = await answersTo(
    [
      { query, securityContext: { svcCloud: { groups: [], userAttributes: { status: 'paid' } } } },
      { query, securityContext: { cubeCloud: { groups: ['everything'] } } },
      { query, securityContext: {} },
      { query, securityContext: null },
      { query },
    ],
    '--context',
    '{"svcCloud":{"userAttributes":{"status":"open"}}}',
  );
  assert.deepEqual(
    seen.map(({ rows }) => rows?.[0]?.['sales.count']),
    ['2', '3', '0', '1', '1'],
  );
});

test('a line that cannot be answered says why, and the others are answered', async () => {
  const answers = await answersTo([
    { query: { measures: ['orders.cuont'] } },
    { query: { dimensions: ['orders.broken'] } },
    { query: count, securitycontext: {} },
    { query: count, securityContext: ['everything'] },
    { query: count, securityContext: { svcCloud: {}, cubeCloud: {} } },
    { securityContext: {} },
    '[]',
    'null',
    { query: { ...count, limit: -1 } },
    { query: 'SELECT 1' },
    `{"query": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    { query: count },
  ]);
  assert.deepEqual(answers.pop()?.rows, [{ 'orders.count': '3' }]);
  assert.equal(answers.length, 11);
  for (const { error } of answers) assert.ok(error?.message);
  assert.deepEqual([answers[0]?.error?.member, answers[1]?.error?.code], ['orders.cuont', 'query.failed']);
  assert.equal(
    answers[2]?.error?.message,
    'The line has a key securitycontext; it takes query and securityContext',
  );
});

test('hostile texts come back as they are, and never end a line', async () => {
  const texts = [
    "'; drop table orders; --",
    'a\u2028b\u2029c\u0085d',
    'q\r"\\u0000',
    '\u{1F600} ä',
    '$1 {CUBE}',
  ];
  const answers = await answersTo(
    texts.map((text) => ({
      query: { ...count, filters: [{ member: 'orders.note', operator: 'equals', values: [text] }] },
    })),
  );
  assert.deepEqual(
    answers.map(({ params, rows }) => [params, rows]),
    texts.map((text) => [[text], [{ 'orders.count': '0' }]]),
  );
});

test('lines may end as on Windows, be empty, and follow a byte order mark', async () => {
  const line = JSON.stringify({ query: count });
  const answers = await answersTo([`\uFEFF${line}\r`, '\r', '', line, '']);
  assert.deepEqual(
    answers.map(({ rows }) => rows),
    [[{ 'orders.count': '3' }], [{ 'orders.count': '3' }]],
  );
});

test('of the standard input a line is answered before the next one is there', async () => {
  const { child, outcome } = spawnOriel([...command, '-'], { cwd: shop.cwd, input: 'pipe' });
  assert.ok(child.stdin && child.stdout);
  const answers = createInterface({ input: child.stdout });
  try {
    for (const id of ['1', '2']) {
      const filters = [{ member: 'orders.id', operator: 'equals', values: [id] }];
      child.stdin.write(`${JSON.stringify({ query: { dimensions: ['orders.id'], filters } })}\n`);
      const [line] = (await once(answers, 'line')) as [string];
      assert.deepEqual((JSON.parse(line) as Line).rows, [{ 'orders.id': id }]);
    }
  } finally {
    child.stdin.end();
  }
  assert.equal((await outcome).code, 0);
});

test('sql answers lines too, without a source', async () => {
  const text = `${JSON.stringify({ query: count })}\n{}\n`;
  const args = ['model', 'sql', 'model', '--queries', '-'];
  const [first, second] = linesOf(await shop.output(args, { input: { text } }));
  assert.deepEqual(Object.keys(first ?? {}), ['sql', 'params']);
  assert.equal(second?.error?.message, 'The line has no query');
});

test('a model with problems answers every line with all of them', async () => {
  await shop.write('broken/orders.yml', 'cubes:\n  - { name: orders, sql_table: o, titel: 1, typo: 1 }\n');
  const args = ['model', 'query', 'broken', '--source', 'duckdb:shop.duckdb', '--queries', '-'];
  const input = { text: `${JSON.stringify({ query: count })}\n{\n` };
  const { code, stdout, stderr } = await shop.oriel(args, { input });
  assert.deepEqual([code, stderr], [1, '']);
  const answers = linesOf(stdout);
  assert.equal(answers[0]?.error?.code, 'model.broken');
  assert.match(
    answers[0]?.error?.message ?? '',
    /^The data model has 2 problems:\norders\.yml:2:.*\norders\.yml:2:/,
  );
  assert.equal(answers.length, 2);
});

test('a file of queries that cannot be read is told', async () => {
  assertFault(
    await shop.oriel([...command, 'none.jsonl']),
    2,
    /^oriel: --queries cannot be read: ENOENT.*none\.jsonl.*\n$/,
  );
  assertFault(await shop.oriel([...command, 'model']), 2, /^oriel: --queries cannot be read: EISDIR.*\n$/);
});
