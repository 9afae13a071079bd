import { createQueryCompiler, type QueryCompiler } from '@oriel/engine/models';
import { compileModel, duckdb, normalizeQuery } from '@oriel/semantic';
import { median, type Bench, type BenchResult } from '../support/bench.ts';
import { retailFiles } from '../retail/retail-model.ts';
import { dashboardQueries, fanOutQueries, type RetailQuery } from '../retail/retail-queries.ts';

const ROUNDS = 100;
/** Calls to one sample, since the clock counts in microseconds. */
const CALLS = 50;
const TARGETS = { dashboardMs: 1, fanOutMs: 2, repeatedMs: 0.05 };

const context = { securityContext: {}, brandKey: 'svcCloud', now: new Date() };

/** Queries to SQL in a warm process: on a model that has answered nothing yet, and the same again. */
export const queryToSql: Bench = {
  id: 'query-to-sql',
  title: 'Queries to SQL',
  async run(): Promise<BenchResult[]> {
    const fanOut = fanOutQueries.filter(({ id }) => id === 'three-cubes');
    // Both kinds are compiled before either is measured, so that neither pays for the other's warming up.
    for (const { query } of [...dashboardQueries, ...fanOut])
      for (let call = 0; call < CALLS; call += 1) toSql(makeCompiler(), query);
    return [
      toResult('query-to-sql.dashboard.first', dashboardQueries.map(first), TARGETS.dashboardMs),
      toResult('query-to-sql.dashboard.repeated', dashboardQueries.map(repeated), TARGETS.repeatedMs),
      toResult('query-to-sql.fan-out.first', fanOut.map(first), TARGETS.fanOutMs),
      toResult('query-to-sql.fan-out.repeated', fanOut.map(repeated), TARGETS.repeatedMs),
    ];
  },
};

function first({ query }: RetailQuery): number {
  return median(
    Array.from({ length: ROUNDS }, () => {
      const compile = makeCompiler();
      return milliseconds(() => toSql(compile, query));
    }),
  );
}

function repeated({ query }: RetailQuery): number {
  const compile = makeCompiler();
  return median(
    Array.from({ length: ROUNDS }, () => {
      const all = milliseconds(() => {
        for (let call = 0; call < CALLS; call += 1) toSql(compile, query);
      });
      return all / CALLS;
    }),
  );
}

/** The median of each query is one sample, so that the figure is that of the usual query. */
function toResult(name: string, samples: number[], target: number): BenchResult {
  const note = `${samples.length} queries, the slowest ${Math.max(...samples).toPrecision(3)} ms`;
  return { name, unit: 'ms', oriel: median(samples), target, samples: { oriel: samples }, note };
}

function makeCompiler(): QueryCompiler {
  const compiled = compileModel(retailFiles);
  if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems));
  return createQueryCompiler(compiled.model, () => duckdb);
}

function toSql(compile: QueryCompiler, query: object): void {
  for (const one of normalizeQuery(query, context).queries) compile(one, context);
}

function milliseconds(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
