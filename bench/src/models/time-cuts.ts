import { DuckDBInstance } from '@duckdb/node-api';
import { compileModel, compileQuery, duckdb, normalizeQuery, type Model } from '@oriel/semantic';
import { compare, measureInTurn, type Bench, type BenchResult } from '../support/bench.ts';

const ROUNDS = 11;
const TARGET = 0.6;

const files = [
  {
    path: 'moments.yml',
    content: `
cubes:
  - name: moments
    sql_table: moments
    dimensions: [{ name: happened_at, sql: happened_at, type: time }]
    measures: [{ name: count, type: count }, { name: total, type: sum, sql: value }]
`,
  },
];

/** The same moments in every run, over 20 years. */
const table = `create table moments as
  select timestamp '1990-01-01' + n * 7907 % 630720000 * interval '1 second' as happened_at, cast(n % 100 as integer) as value
  from generate_series(cast(1 as bigint), 3000000) as t(n)`;

/** Three million rows by periods, beside `date_trunc` by hand; `within` a range of dates that holds them all, too. */
export const timeCuts: Bench = {
  id: 'time-cuts',
  title: 'Three million rows by month, beside date_trunc',
  async run(): Promise<BenchResult[]> {
    const compiled = compileModel(files);
    if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems));
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    for (const statement of [...duckdb.session, table]) await connection.run(statement);
    const results: BenchResult[] = [];
    for (const granularity of ['day', 'month', 'quarter', 'year'])
      for (const isWithin of [false, true]) {
        const { sql, params } = toSql(compiled.model, granularity, isWithin);
        const byHand = `select date_trunc('${granularity}', happened_at) as period, count(*), sum(value) from moments ${
          isWithin
            ? "where happened_at >= timestamp '1990-01-01' and happened_at < timestamp '2011-01-01'"
            : ''
        } group by 1 order by 1`;
        const ways = {
          oriel: async () => (await connection.runAndReadAll(sql, params)).getRowsJson(),
          floor: async () => (await connection.runAndReadAll(byHand)).getRowsJson(),
        };
        const [rows, expected] = [await ways.oriel(), await ways.floor()];
        if (JSON.stringify(rows) !== JSON.stringify(expected)) throw new Error(`Other rows by hand:\n${sql}`);
        const samples = await measureInTurn(ways, { rounds: ROUNDS });
        const name = `time-cuts.${granularity}${isWithin ? '.within' : ''}`;
        results.push(compare(name, samples, granularity === 'month' ? { target: TARGET } : {}));
      }
    connection.closeSync();
    instance.closeSync();
    return results;
  },
};

function toSql(model: Model, granularity: string, isWithin: boolean) {
  const context = { securityContext: {}, brandKey: 'svcCloud', now: new Date() };
  const range = isWithin ? { dateRange: ['1990-01-01', '2010-12-31'] } : {};
  const asked = {
    measures: ['moments.count', 'moments.total'],
    timeDimensions: [{ dimension: 'moments.happened_at', granularity, ...range }],
  };
  const [query] = normalizeQuery(asked, context).queries;
  if (!query) throw new Error('There is no query');
  const { sql, params } = compileQuery(model, query, context, duckdb);
  return { sql, params: [...params] };
}
