import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { compileModel, compileQuery, duckdb, normalizeQuery, type Model } from '@oriel/semantic';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { compare, measureInTurn, type Bench, type BenchResult } from '../support/bench.ts';

const ROUNDS = 9;
const TARGET = 1.1;
const example = join(import.meta.dirname, '../../../examples/tpch');
const cache = process.env['ORIEL_ENGINES'] ?? join(homedir(), '.cache', 'oriel-engines');
const file = join(cache, 'tpch', 'tpch-1.duckdb');

/** A query of the model, and SQL by hand for the same rows. */
interface Case {
  readonly name: string;
  readonly query: unknown;
  readonly byHand: string;
}

/** The 22 queries of TPC-H at scale factor 1 on DuckDB, and windows over its six million rows, beside SQL by hand. */
export const tpchSpeed: Bench = {
  id: 'tpch-speed',
  title: 'TPC-H through a model beside the SQL of the standard',
  async run({ only }): Promise<BenchResult[]> {
    if (!existsSync(file)) {
      console.error(`  left out: there is no ${file}; examples/tpch/README.md says how to make it`);
      return [];
    }
    const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    try {
      for (const statement of duckdb.session) await connection.run(statement);
      const cases = [...(await readCases(connection)), ...windows];
      const results: BenchResult[] = [];
      for (const one of cases)
        if (only === undefined || one.name.includes(only)) results.push(await measure(connection, one));
      return results;
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  },
};

async function readCases(connection: DuckDBConnection): Promise<Case[]> {
  const found = await connection.runAndReadAll('SELECT query_nr, query FROM tpch_queries ORDER BY 1');
  return found.getRowsJson().map(([number, byHand]) => {
    const name = `q${String(number).padStart(2, '0')}`;
    const query: unknown = JSON.parse(readFileSync(join(example, `queries/${name}.json`), 'utf8'));
    return { name, query, byHand: String(byHand) };
  });
}

const windowModel = `
cubes:
  - name: shipped
    sql_table: lineitem
    dimensions:
      - { name: order, sql: l_orderkey, type: number, primary_key: true }
      - { name: line, sql: l_linenumber, type: number, primary_key: true }
      - { name: flag, sql: l_returnflag, type: string }
      - { name: at, sql: l_shipdate, type: time }
    measures:
      - { name: so_far, sql: l_quantity, type: sum, rolling_window: { trailing: unbounded } }
      - { name: of_week, sql: l_quantity, type: sum, rolling_window: { trailing: 7 day } }
      - { name: of_year, sql: l_quantity, type: sum, rolling_window: { type: to_date, granularity: year } }
`;

const range = ['1993-01-01', '1998-01-01'];
const byDay = (measure: string, ...dimensions: string[]) => ({
  measures: [`shipped.${measure}`],
  dimensions,
  timeDimensions: [{ dimension: 'shipped.at', granularity: 'day', dateRange: range }],
  limit: 50_000,
});
const daily = (from: string, groups: string) =>
  `SELECT ${groups}l_shipdate AS shipped_on, sum(l_quantity) AS value FROM lineitem
   WHERE l_shipdate >= ${from} AND l_shipdate <= DATE '1998-01-01' GROUP BY ALL`;
const run = (rows: string, over: string, groups = '') =>
  `SELECT * FROM (SELECT ${groups}shipped_on, sum(value) OVER (${over}) FROM (${rows}))
   WHERE shipped_on >= DATE '1993-01-01' ORDER BY shipped_on LIMIT 50000`;
const START = "DATE '0001-01-01'";

const windows: readonly Case[] = [
  {
    name: 'running-total',
    query: byDay('so_far'),
    byHand: run(daily(START, ''), 'ORDER BY shipped_on'),
  },
  {
    name: 'running-total-by-flag',
    query: byDay('so_far', 'shipped.flag'),
    byHand: run(
      daily(START, 'l_returnflag, '),
      'PARTITION BY l_returnflag ORDER BY shipped_on',
      'l_returnflag, ',
    ),
  },
  {
    name: 'seven-days',
    query: byDay('of_week'),
    byHand: run(
      daily("DATE '1992-12-20'", ''),
      'ORDER BY shipped_on RANGE BETWEEN INTERVAL 6 DAY PRECEDING AND CURRENT ROW',
    ),
  },
  {
    name: 'year-to-date',
    query: byDay('of_year'),
    byHand: run(daily(START, ''), 'PARTITION BY year(shipped_on) ORDER BY shipped_on'),
  },
];

async function measure(connection: DuckDBConnection, { name, query, byHand }: Case): Promise<BenchResult> {
  const context = { securityContext: {}, brandKey: 'svcCloud', now: new Date() };
  const [normalized] = normalizeQuery(query, context).queries;
  if (!normalized) throw new Error(`${name} is no query`);
  const { sql, params } = compileQuery(modelOf(name), normalized, context, duckdb);
  const samples = await measureInTurn(
    {
      oriel: () => connection.runAndReadAll(sql, [...params]),
      floor: () => connection.runAndReadAll(byHand),
    },
    { rounds: ROUNDS, warmUp: 2 },
  );
  return compare(`tpch-speed.${name}`, samples, { target: TARGET });
}

const models = new Map<'standard' | 'windows', Model>();

function modelOf(name: string): Model {
  const kind = name.startsWith('q') ? 'standard' : 'windows';
  const model = models.get(kind) ?? compile(kind);
  models.set(kind, model);
  return model;
}

function compile(kind: 'standard' | 'windows'): Model {
  const paths = readdirSync(join(example, 'model'));
  const files = paths.map((path) => ({ path, content: readFileSync(join(example, 'model', path), 'utf8') }));
  const compiled = compileModel(kind === 'windows' ? [{ path: 'windows.yml', content: windowModel }] : files);
  if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems));
  return compiled.model;
}
