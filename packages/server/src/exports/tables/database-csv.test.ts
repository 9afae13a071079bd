import { createEngine, type Engine } from '@oriel/engine';
import { writeDuckDbFile } from '@oriel/engine/test';
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { ExportedReport } from '../reports/exported-report.ts';
import { createTableExports, type ReportRows } from '../reports/table-exports.ts';

const ROWS = 3_000;
const target = { deploymentId: 1, branch: 'main' };
const columns = {
  id: ['INTEGER', 'number'],
  t: ['VARCHAR', 'string'],
  n: ['VARCHAR', 'number'],
  collated: ['VARCHAR COLLATE NOCASE', 'string'],
  big: ['BIGINT', 'number'],
  huge: ['HUGEINT', 'string'],
  d: ['DOUBLE', 'number'],
  dt: ['DOUBLE', 'string'],
  f: ['FLOAT', 'number'],
  dec: ['DECIMAL(18,3)', 'number'],
  b: ['BOOLEAN', 'boolean'],
  e: ["ENUM ('=1', 'plain', ' padded')", 'string'],
  day: ['DATE', 'time'],
  moment: ['TIMESTAMP', 'time'],
  told: ['TIMESTAMP', 'string'],
  tz: ['TIMESTAMPTZ', 'time'],
  ms: ['TIMESTAMP_MS', 'time'],
} as const;

/** Rows that a writer of CSV gets wrong, and as many that chance makes; the same in every run. */
const fill = `
CREATE TABLE plain AS
WITH draws AS (SELECT i, (hash(i * 7919) >> 2)::BIGINT AS a, (hash(i * 104729 + 1) >> 2)::BIGINT AS b FROM range(${ROWS}) AS r(i)),
pieces AS (SELECT ['=', '+', '-', '@', chr(9), chr(13), chr(10), '＝', '＋', '－', '＠', ',', '"', '""', '''', ' ', chr(160), chr(8195), 'x' || chr(65279), chr(0), 'a', 'ß', '漢', '😀', '1', '-1', '+1.5e3', '-.5', '-1.e', '1-1', '\\', 'null', 'NULL', '', '#', ';'] AS p)
SELECT i::INTEGER AS id,
  CASE WHEN a % 17 = 0 THEN NULL ELSE p[(a % 36 + 1)::INT] || CASE WHEN a % 3 = 0 THEN '' ELSE p[(b % 36 + 1)::INT] || CASE WHEN b % 5 < 2 THEN p[((a // 64) % 36 + 1)::INT] ELSE '' END END END AS t,
  CASE WHEN b % 11 = 0 THEN NULL ELSE p[(b % 36 + 1)::INT] || p[((b // 64) % 36 + 1)::INT] END AS n,
  t COLLATE NOCASE AS collated,
  CASE WHEN a % 13 = 0 THEN NULL ELSE (a % 2000000000000000000)::BIGINT - 1000000000000000000 END AS big,
  (a::HUGEINT * b::HUGEINT) * CASE WHEN a % 2 = 0 THEN 1 ELSE -1 END AS huge,
  CASE WHEN i % 41 = 0 THEN NULL WHEN i % 41 = 1 THEN 'nan'::DOUBLE WHEN i % 41 = 2 THEN '-inf'::DOUBLE WHEN i % 41 = 3 THEN '-0.0'::DOUBLE WHEN i % 41 = 4 THEN (a % 100)::DOUBLE WHEN i % 41 = 5 THEN round((b % 100000) / 100.0, 2)
    ELSE (CASE WHEN b % 2 = 0 THEN 1 ELSE -1 END) * ((a % 1000003) + 1) / 7.0 * pow(10, (b % 61)::INT - 30) END AS d,
  CASE WHEN i % 2 = 0 THEN pow(10, (i % 60)::INT - 30) ELSE -1.5 * pow(10, (i % 60)::INT - 30) END AS dt,
  ((a % 1000003) / 7.0 * pow(10, (b % 40)::INT - 20))::FLOAT AS f,
  CASE WHEN a % 7 = 0 THEN NULL ELSE ((a % 20000000) - 10000000)::DECIMAL(18,0)::DECIMAL(18,3) / 1000 END::DECIMAL(18,3) AS "dec",
  CASE WHEN a % 3 = 0 THEN NULL ELSE a % 3 = 1 END AS b,
  ['=1', 'plain', ' padded', NULL][(a % 4 + 1)::INT]::ENUM ('=1', 'plain', ' padded') AS e,
  DATE '0001-01-01' + (a % 3652058)::INT AS day,
  CASE WHEN i % 5 = 0 THEN make_timestamp((a % 250000000000)::BIGINT * 1000000) WHEN i % 5 = 1 THEN make_timestamp((a % 250000000000000)::BIGINT * 1000 - 62135596800000000) WHEN i % 5 = 2 THEN NULL ELSE make_timestamp((a % 250000000000000000)::BIGINT) END AS moment,
  moment AS told,
  make_timestamp((a % 1700000000000000)::BIGINT)::TIMESTAMPTZ AS tz,
  make_timestamp((a % 1700000000000000)::BIGINT)::TIMESTAMP_MS AS ms
FROM draws, pieces`;

let folder: string;
let engine: Engine;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-csv-'));
  const path = join(folder, 'plain.duckdb');
  await writeDuckDbFile(path, fill);
  const dimensions = Object.entries(columns).map(
    ([name, [, type]]) => `{ name: ${name}, sql: '"${name}"', type: ${type}, title: "${name}" }`,
  );
  const odd = `
  - name: odd
    sql: "SELECT * FROM (VALUES (1, TIMESTAMP '2020-01-01', [1]), (2, TIMESTAMP '12020-01-01', [2]), (3, NULL, NULL), (4, TIMESTAMP '-infinity', NULL)) AS v(id, moment, list)"
    dimensions: [{ name: id, sql: id, type: number }, { name: moment, sql: moment, type: time }, { name: list, sql: list, type: string }]
  - name: fails
    sql: "SELECT CASE WHEN i < 30000 THEN 1 ELSE error('no more')::int END AS v, i FROM range(60000) t(i)"
    dimensions: [{ name: v, sql: v, type: number }, { name: i, sql: i, type: number }]
  - name: file
    sql: "SELECT * FROM '${folder}/spill/*/*/*'"
    dimensions: [{ name: one, sql: one, type: number }]`;
  engine = createEngine({
    duckdb: { spillDirectory: join(folder, 'spill') },
    resolve: async () => ({
      modelVersion: 'one',
      files: [
        {
          path: 'plain.yml',
          content: `cubes:\n  - name: plain\n    sql_table: plain\n    dimensions: [${dimensions.join(', ')}]${odd}`,
        },
      ],
      sources: { default: { type: 'duckdb', path } },
      brandKey: 'svcCloud',
    }),
  });
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true, maxRetries: 10 });
});

interface Written {
  readonly text: string;
  readonly rows: number;
  readonly totalRows: number;
  readonly isByDatabase: boolean;
}

async function write(
  query: Record<string, unknown>,
  {
    isRead = false,
    maxBytes,
    signal = new AbortController().signal,
  }: { isRead?: boolean; maxBytes?: number; signal?: AbortSignal } = {},
): Promise<Written> {
  let isByDatabase = false;
  const request = { query, securityContext: {}, seesModel: true };
  const rows: ReportRows = {
    exportRows: (given) => engine.exportRows(target, request, { signal: given }),
    describeRows: (given) => engine.describeRows(target, request, { signal: given }),
    async writeCsv(file, given) {
      if (isRead) return { status: 200, body: [Buffer.from('null')], cache: 'none' };
      const answer = await engine.writeCsv(target, { ...request, ...file }, { signal: given });
      isByDatabase = answer.status === 200 && Buffer.concat(answer.body).toString() !== 'null';
      return answer;
    },
  };
  const snapshot = { kind: 'table', spec: {} } as unknown as ExportedReport['snapshot'];
  const report = { title: 'Plain', snapshot, query, swapped: new Map() } as unknown as ExportedReport;
  const table = await createTableExports(folder, { maxBytes }).write(report, rows, {
    format: 'csv',
    locale: 'en',
    hasPlainNumbers: true,
    signal,
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of table.content) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  assert.equal(bytes.byteLength, table.bytes);
  return { text: bytes.toString(), rows: table.rows, totalRows: table.totalRows, isByDatabase };
}

const all = {
  dimensions: Object.keys(columns).map((name) => `plain.${name}`),
  order: [['plain.id', 'asc']],
  ungrouped: true,
};

test('a CSV file that the database writes is that of the rows that are read, to the byte', async () => {
  const [database, read] = [await write(all), await write(all, { isRead: true })];
  assert.deepEqual([database.isByDatabase, read.isByDatabase], [true, false]);
  assert.equal(database.rows, ROWS);
  const [own, other] = [database.text.split('\r\n'), read.text.split('\r\n')];
  for (const [index, line] of other.entries()) assert.equal(own[index], line, `line ${index}`);
  assert.equal(database.text, read.text);
});

test('days, and the order of the rows, are the same', async () => {
  const query = {
    dimensions: ['plain.e', 'plain.b'],
    timeDimensions: ['moment', 'tz', 'day'].map((name) => ({
      dimension: `plain.${name}`,
      granularity: 'month',
    })),
    order: [
      ['plain.moment', 'desc'],
      ['plain.tz', 'asc'],
      ['plain.day', 'asc'],
    ],
    filters: [{ member: 'plain.id', operator: 'gt', values: ['100'] }],
    limit: 500,
  };
  const [database, read] = [await write(query), await write(query, { isRead: true })];
  assert.deepEqual([database.isByDatabase, database.rows], [true, 500]);
  assert.equal(database.text, read.text);
});

test('values without a text in the database are read, and so is a file that would be too large', async () => {
  const years = await write({
    dimensions: ['odd.id', 'odd.moment'],
    order: [['odd.id', 'asc']],
    filters: [{ member: 'odd.id', operator: 'lt', values: ['4'] }],
  });
  assert.equal(years.isByDatabase, false);
  assert.match(years.text, /2020-01-01 00:00:00\r\n2,/);
  assert.equal((await write({ dimensions: ['odd.list'] })).isByDatabase, false);
  const cut = await write(all, { maxBytes: 100_000 });
  assert.equal(cut.isByDatabase, false);
  assert.equal(cut.totalRows, ROWS);
  assert.match(cut.text, new RegExp(`Cut: this file has ${cut.rows} of ${ROWS} rows\r\n$`));
});

test('a query that fails, or that nobody waits for, leaves no file', async () => {
  await assert.rejects(write({ dimensions: ['fails.i', 'fails.v'] }), { code: 'export_failed' });
  const gone = new AbortController();
  const endless = write(all, { signal: gone.signal });
  gone.abort();
  await assert.rejects(endless);
  const left = await readdir(join(folder, 'spill'), { recursive: true, withFileTypes: true });
  assert.deepEqual(
    left.filter((entry) => entry.isFile()).map(({ name }) => name),
    [],
  );
});

test('a model reads no file that was written for others', async () => {
  await write(all);
  await assert.rejects(write({ dimensions: ['file.one'] }), { code: 'export_failed' });
});
