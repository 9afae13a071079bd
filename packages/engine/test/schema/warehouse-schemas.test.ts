import { bigquery, databricks, snowflake, type Dialect } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceConfig } from '../../src/sources/connection/source-config.ts';
import type { ResultValue, Statement } from '../../src/sources/connection/source.ts';
import { checkIsSelect as checkBigQuery } from '../../src/sources/bigquery/bigquery-statement-check.ts';
import { checkIsSelect as checkDatabricks } from '../../src/sources/databricks/databricks-statement-check.ts';
import { columnTypeOf } from '../../src/sources/schema/column-types.ts';
import { readSchema, type ReadSchemaOptions } from '../../src/sources/schema/read-schema.ts';
import { checkIsSelect as checkSnowflake } from '../../src/sources/snowflake/snowflake-statement-check.ts';
import { findTable } from './find-table.ts';

// Their servers cannot be had: the statements are held to the columns that their documentation names.

const server = { host: '127.0.0.1', user: '' };
const configs = {
  snowflake: { type: 'snowflake', account: 'acme', ...server },
  bigquery: { type: 'bigquery', project: 'acme', ...server },
  databricks: { type: 'databricks', warehouseId: '1', ...server },
} satisfies Partial<Record<SourceConfig['type'], SourceConfig>>;

/** Reads from a warehouse that has the rows, and keeps what it was asked. */
async function read(
  dialect: Dialect,
  config: SourceConfig,
  { rows = [], ...options }: Partial<ReadSchemaOptions> & { rows?: readonly ResultValue[][][] } = {},
) {
  const asked: Statement[] = [];
  const { signal } = new AbortController();
  const schema = await readSchema(
    {
      dialect,
      async read(statement, { take }) {
        const own = rows[asked.push(statement) - 1] ?? [];
        const columns = (own[0] ?? []).map((_, column) => own.map((row) => row[column] ?? null));
        await take({ rowCount: own.length, columns });
      },
    },
    config,
    { signal, ...options },
  );
  return { asked, schema };
}

test('Snowflake is asked for two views of its information_schema', async () => {
  const { asked } = await read(snowflake, configs.snowflake, { schema: 'it\'s "mine"' });
  for (const { sql } of asked) checkSnowflake(sql);
  assert.deepEqual(
    asked.map(({ params }) => params),
    [['it\'s "mine"'], ['it\'s "mine"']],
  );
  assert.deepEqual(asked[1]?.sql.split('\n'), [
    'SELECT table_catalog, table_schema, table_name, column_name, data_type, is_nullable, NULL, comment',
    'FROM information_schema.columns',
    "WHERE table_schema <> 'INFORMATION_SCHEMA' AND table_schema = ?",
    'ORDER BY table_catalog, table_schema, table_name, ordinal_position',
    'LIMIT 200001',
  ]);
});

test('BigQuery is asked for a dataset, or else for a region', async () => {
  const fromOf = async (more: object) => {
    const { asked } = await read(bigquery, { ...configs.bigquery, ...more });
    for (const { sql } of asked) checkBigQuery(sql);
    return asked.map(({ sql }) => /^FROM (.*)$/m.exec(sql)?.[1]);
  };
  const of = (path: string) => [`${path}.INFORMATION_SCHEMA.TABLES`, `${path}.INFORMATION_SCHEMA.COLUMNS`];
  assert.deepEqual(await fromOf({}), of('`acme`.`region-us`'));
  assert.deepEqual(await fromOf({ location: 'EU' }), of('`acme`.`region-eu`'));
  assert.deepEqual(await fromOf({ dataset: 'sales' }), of('`acme`.`sales`'));
  assert.deepEqual(await fromOf({ dataset: 'other.sales' }), of('`other`.`sales`'));
  assert.deepEqual(await fromOf({ dataset: 'a.com:my-own.sales' }), of('`a.com:my-own`.`sales`'));
  assert.deepEqual(await fromOf({ dataset: 'a`b\\.c' }), of('`a\\`b\\\\`.`c`'));
});

test('Databricks is asked for a catalog, or else for all of them, and tells keys', async () => {
  const { asked, schema } = await read(
    databricks,
    { ...configs.databricks, catalog: 'it`s' },
    {
      schema: 'sales',
      rows: [
        [
          ['it`s', 'sales', 'k', 'MANAGED', null],
          ['it`s', 'sales', 'p', 'METRIC_VIEW', ''],
        ],
        [['it`s', 'sales', 'k', 'x', 'decimal(10,2)', 'NO', null, 'Part']],
        [
          ['it`s', 'sales', 'k', 'pk', 'x', null, null, null, null],
          ['it`s', 'sales', 'k', 'fk', 'x', 'it`s', 'sales', 'p', 'a'],
          ['it`s', 'sales', 'k', 'fk', 'y', 'it`s', 'sales', 'p', 'b'],
          ['it`s', 'sales', 'unknown', 'pk', 'x', null, null, null, null],
        ],
      ],
    },
  );
  for (const { sql, params } of asked) {
    checkDatabricks(sql);
    assert.match(sql, /`it``s`\.information_schema\./);
    assert.match(sql, /table_schema = :p1\n/);
    assert.deepEqual(params, ['sales']);
  }
  assert.equal(asked.length, 3);
  const references = { catalog: 'it`s', schema: 'sales', table: 'p', columns: ['a', 'b'] };
  assert.deepEqual(findTable(schema, 'sales', 'k'), {
    name: 'k',
    kind: 'table',
    columns: [
      {
        name: 'x',
        position: 1,
        nativeType: 'decimal(10,2)',
        type: 'number',
        isNullable: false,
        comment: 'Part',
      },
    ],
    isCut: false,
    primaryKey: ['x'],
    foreignKeys: [{ columns: ['x', 'y'], references }],
  });
  assert.equal(findTable(schema, 'sales', 'p').kind, 'view');
  const all = await read(databricks, configs.databricks);
  assert.match(all.asked[0]?.sql ?? '', /FROM `system`\.information_schema\.tables/);
});

const TYPES = {
  snowflake: {
    number: 'NUMBER;FLOAT;DECFLOAT',
    string: 'TEXT',
    time: 'DATE;TIMESTAMP_NTZ;TIMESTAMP_LTZ;TIMESTAMP_TZ',
    boolean: 'BOOLEAN',
    other: 'TIME;BINARY;VARIANT;OBJECT;ARRAY;GEOGRAPHY;VECTOR(FLOAT, 3)',
  },
  bigquery: {
    number: 'INT64;NUMERIC;NUMERIC(10, 2);BIGNUMERIC;FLOAT64',
    string: 'STRING;STRING(10)',
    time: 'DATE;DATETIME;TIMESTAMP',
    boolean: 'BOOL',
    other: 'TIME;BYTES;JSON;GEOGRAPHY;INTERVAL;ARRAY<INT64>;STRUCT<a INT64, b STRING(10)>;RANGE<DATE>',
  },
  databricks: {
    number: 'tinyint;smallint;int;bigint;float;double;decimal(10,2)',
    string: 'string;varchar(10);char(3)',
    time: 'date;timestamp;timestamp_ntz',
    boolean: 'boolean',
    other: 'binary;array<int>;map<string,int>;struct<a:decimal(10,2)>;variant;void;interval day to second',
  },
  redshift: {
    number: 'smallint;integer;bigint;numeric(10,2);numeric;real;double precision',
    string: 'character varying(20);character varying;character(3)',
    time: 'date;timestamp without time zone;timestamp with time zone',
    boolean: 'boolean',
    other: 'time without time zone;super;varbyte;binary varying;geometry;hllsketch;interval day to second',
  },
} as const;

for (const [engine, types] of Object.entries(TYPES))
  test(`every type of ${engine} is one of a model, or something else`, () => {
    for (const [type, names] of Object.entries(types))
      for (const name of names.split(';'))
        // The keys of an object that is written here.
        assert.equal(columnTypeOf(engine as keyof typeof TYPES, name), type, name);
  });
