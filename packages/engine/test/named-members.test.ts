import { createEngine, type Engine, type SourceConfig } from '@oriel/engine';
import { writeDuckDbFile } from '@oriel/engine/test';
import { createDataDatabase } from '@oriel/server/test/database';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';

const model = `
cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: missing, relationship: many_to_one, sql: '{CUBE}.key = {missing}.key' }
      - { name: shops, relationship: many_to_one, sql: '{CUBE}.shopp = {shops}.id' }
    dimensions:
      - { name: key, sql: key, type: number, primary_key: true, public: true }
      - { name: word, sql: "'größer 😀'", type: string }
      - { name: year, sql: 'CAST(label AS INTEGER)', type: number }
      - { name: other_year, sql: "CAST('2024' AS INTEGER)", type: number }
      - { name: at, sql: placed_at, type: time }
      - { name: fine, sql: 'CAST(placed_at AS TIMESTAMP_NS)', type: time }
      - { name: twice, sql: '{half} * 2', type: number }
      - { name: mixed, sql: '{CUBE}.key = CAST({CUBE}.placed_at AS DATE)', type: boolean }
      - { name: half, sql: halff, type: number }
    segments:
      - { name: large, sql: '{CUBE}.amuont > 1' }
    measures:
      - { name: count, type: count }
      - { name: amount, type: sum, sql: amuont }
      - { name: ratio, type: number, sql: 'sum(key) / sum(key - key)' }
      - { name: rate, type: number, sql: 'count(*) / 2' }
      - { name: open, type: number, sql: 'sum(key' }
      - { name: place, type: number, sql: 'rank() OVER (ORDER BY {count})' }
      - { name: worst, type: number, sql: 'max({place}) OVER ()' }
      - { name: slash, type: max, sql: "'/'" }
  - name: shipments
    sql: SELECT 1 AS id, 1 AS sender_id, 2 AS receiver_id
    joins:
      - { name: sender, relationship: many_to_one, sql: '{CUBE}.sender_id = {sender}.id' }
      - { name: receiver, relationship: many_to_one, sql: '{CUBE}.receiver_id = {receiver}.id' }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
    measures:
      - { name: count, type: count }
  - name: party
    sql: SELECT 1 AS id, 1 AS region_id
    joins:
      - { name: regions, relationship: many_to_one, sql: '{CUBE}.region_id = {regions}.code' }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: region, sql: '{regions.name}', type: string }
  - { name: sender, extends: party }
  - { name: receiver, extends: party }
  - name: regions
    sql: SELECT 1 AS code, 'north' AS title
    dimensions:
      - { name: code, sql: code, type: number, primary_key: true }
      - { name: name, sql: upper(title), type: string }
  - name: missing
    sql_table: not_there
    dimensions:
      - { name: key, sql: key, type: number, primary_key: true, public: true }
  - name: shops
    sql: SELECT 1 AS id
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
`;

const rows = `create table orders as select 1 as key, 'none' as label, 2 as amount, timestamp '2024-01-01' as placed_at`;
const engines = ['duckdb', 'postgres'] as const;
type EngineName = (typeof engines)[number];

let directory: string;
let database: Awaited<ReturnType<typeof createDataDatabase>>;
let engine: Engine;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oriel-members-'));
  const path = join(directory, 'data.duckdb');
  await writeDuckDbFile(path, rows);
  database = await createDataDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query(rows);
  await client.end();
  const sources: Record<EngineName, SourceConfig> = {
    duckdb: { type: 'duckdb', path },
    postgres: { type: 'postgres', ...database.connection },
  };
  engine = createEngine({
    resolve: async ({ branch }) => ({
      modelVersion: '1',
      files: [{ path: 'orders.yml', content: model }],
      // The branch is the name of the engine here.
      sources: { default: sources[branch as EngineName] },
      brandKey: 'svcCloud',
    }),
  });
});
after(async () => {
  await engine.close();
  await database.drop();
  await rm(directory, { recursive: true, maxRetries: 10 });
});

async function errorOf(name: EngineName, query: object): Promise<string> {
  const request = { query, securityContext: {}, seesModel: true };
  const { body } = await engine.load({ deploymentId: 1, branch: name }, request);
  return JSON.parse(Buffer.concat(body).toString()).error;
}

const inYears = [{ dimension: 'orders.at', dateRange: ['2023-01-01', '2025-01-01'] }];
const named: [what: string, query: object, message: RegExp][] = [
  ['a measure', { measures: ['orders.amount'] }, /^Error: orders\.amount: .*amuont/],
  [
    'a measure behind characters of several bytes',
    { dimensions: ['orders.word'], measures: ['orders.count', 'orders.amount'] },
    /^Error: orders\.amount: .*amuont/,
  ],
  ['the innermost of several members', { dimensions: ['orders.twice'] }, /^Error: orders\.half: .*halff/],
  [
    'a segment',
    { measures: ['orders.count'], segments: ['orders.large'] },
    /^Error: orders\.large: .*amuont/,
  ],
  ['a cube of a table that is not there', { dimensions: ['missing.key'] }, /^Error: missing: .*not_there/],
  [
    'a cube with a join that fails',
    { measures: ['orders.count'], dimensions: ['shops.id'] },
    /^Error: orders: .*shopp/,
  ],
  [
    'a bare column of a cube that is joined twice, with what to write',
    { measures: ['shipments.count'], dimensions: ['sender.region', 'receiver.region'] },
    /^Error: regions\.name: [^@]*title[^@]*ambiguous: .*write \{CUBE\}\. in front of it in the model$|^Error: regions\.name: Binder Error: Ambiguous [^@(]*"title": .*write \{CUBE\}\./,
  ],
  [
    'a comparison of two types that have none, with what to write',
    { dimensions: ['orders.mixed'] },
    /^Error: orders\.mixed: .*(operator does not exist: integer = date|INTEGER -> DATE).*: two sides .* write a cast/,
  ],
  [
    'a window function within another, with what to write',
    { measures: ['orders.worst'] },
    /^Error: orders\.(worst|place): .*window function calls cannot be nested; a measure with multi_stage: true /,
  ],
  [
    'a text that is no number',
    { dimensions: ['orders.year'], timeDimensions: inYears },
    /^Error: orders\.year: .*(none|could not)/i,
  ],
  [
    'a member of a counted total',
    { dimensions: ['orders.half'], total: true },
    /^Error: orders\.half: .*halff/,
  ],
];
for (const name of engines) {
  for (const [what, query, message] of named) {
    test(`a failure names ${what}, on ${name}`, async () => {
      const error = await errorOf(name, query);
      assert.match(error, message);
      assert.doesNotMatch(error, /SELECT|\n/);
    });
  }

  test(`a failure between members names none of them, on ${name}`, async () => {
    assert.match(await errorOf(name, { measures: ['orders.open', 'orders.count'] }), /^Error: (?!orders)/);
  });
}

test('a range beyond the times of nanoseconds says which those are', async () => {
  const beyond = [{ dimension: 'orders.fine', dateRange: ['2024-01-01', '3000-01-01'] }];
  const query = { measures: ['orders.count'], timeDimensions: beyond };
  assert.match(await errorOf('duckdb', query), /2262-04-11.*CAST\(\{CUBE\}\.column AS TIMESTAMP\)/);
});

test('what divides alone is named, where a database does not tell the place', async () => {
  const error = await errorOf('postgres', { measures: ['orders.ratio', 'orders.slash'] });
  assert.equal(error, 'Error: orders.ratio: division by zero');
});

test('of several members that may have failed none is named', async () => {
  const divisions = await errorOf('postgres', { measures: ['orders.ratio', 'orders.rate'] });
  assert.equal(divisions, 'Error: division by zero');
  const casts = await errorOf('postgres', { dimensions: ['orders.year', 'orders.other_year'] });
  assert.match(casts, /^Error: invalid input syntax for type integer: "none"$/);
});
