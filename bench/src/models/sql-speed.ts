import { compileModel, compileQuery, normalizeQuery, type Model } from '@oriel/semantic';
import { compare, measureInTurn, type Bench, type BenchResult } from '../support/bench.ts';
import { openRetailDuckDb, openRetailPostgres, type RetailDatabase } from '../retail/retail-database.ts';
import { retailFiles } from '../retail/retail-model.ts';
import { dashboardQueries, fanOutQueries, type RetailQuery } from '../retail/retail-queries.ts';

/** A query takes from one millisecond to seconds; each is measured about as long, within these rounds. */
const ROUNDS = { fewest: 7, most: 60, forMs: 1_500 };
const TARGET = 1.1;

/** Compiled SQL beside the SQL that an analyst would write for the same rows, over a million rows on each engine. */
export const sqlSpeed: Bench = {
  id: 'sql-speed',
  title: 'Compiled SQL beside SQL by hand',
  async run(): Promise<BenchResult[]> {
    const compiled = compileModel(retailFiles);
    if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems));
    const results: BenchResult[] = [];
    for (const open of [openRetailDuckDb, openRetailPostgres]) {
      const database = await open();
      try {
        for (const query of [...dashboardQueries, ...fanOutQueries])
          results.push(await measure(database, compiled.model, query));
      } finally {
        await database.close();
      }
    }
    return results;
  },
};

async function measure(
  database: RetailDatabase,
  model: Model,
  { id, query, byHand }: RetailQuery,
): Promise<BenchResult> {
  const context = { securityContext: {}, brandKey: 'svcCloud', now: new Date() };
  const [normalized] = normalizeQuery(query, context).queries;
  if (!normalized) throw new Error(`${id} is no query`);
  const { sql, params } = compileQuery(model, normalized, context, database.dialect);
  const [rows, expected] = [await database.query(sql, params), await database.query(byHand, [])];
  if (inOneForm(rows) !== inOneForm(expected))
    throw new Error(`${id} gives other rows on ${database.dialect.name} than its SQL by hand:\n${sql}`);
  const ways = { oriel: () => database.query(sql, params), floor: () => database.query(byHand, []) };
  const started = performance.now();
  await ways.oriel();
  const rounds = Math.round(ROUNDS.forMs / (performance.now() - started));
  const samples = await measureInTurn(ways, {
    rounds: Math.min(Math.max(rounds, ROUNDS.fewest), ROUNDS.most),
    warmUp: 1,
  });
  return compare(`sql-speed.${database.dialect.name}.${id}`, samples, {
    target: TARGET,
    note: `${rows.length} rows`,
  });
}

/** Rows in any order, their numbers to nine digits, since sums of fractions differ in the last. */
function inOneForm(rows: readonly (readonly unknown[])[]): string {
  const texts = rows.map((row) =>
    JSON.stringify(
      row.map((value) => {
        const isNumber = value !== null && value !== '' && Number.isFinite(Number(value));
        return isNumber ? Number(value).toPrecision(9) : value;
      }),
    ),
  );
  return texts.toSorted().join('\n');
}
