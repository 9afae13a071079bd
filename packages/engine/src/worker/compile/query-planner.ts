import { hash } from 'node:crypto';
import type { CompiledQuery, NormalizedQuery, QueryContext } from '@oriel/semantic';
import type { Caller } from '../../protocol/engine-types.ts';
import type { Ticket } from '../queue/fair-queue.ts';
import type { ModelCompilation } from './model-compiler.ts';
import { PollTimeout, waitFor } from '../queue/poll-timeout.ts';
import { createCompiledQueries, type TimedQuery } from './query-compiler.ts';
import { createSingleFlight, type Work } from '../queue/single-flight.ts';

/** Who waits for a plan, and for how long. */
interface PlanAsked {
  readonly caller: Caller | undefined;
  readonly signal: AbortSignal;
  /** Absent: to the end. */
  readonly waitMs?: number | undefined;
}

/** Gives the SQL of queries: what was compiled before at once, the rest from the compile thread. */
interface QueryPlanner {
  /**
   * Compiles queries, in their order. The same queries of the same caller are compiled once, however many wait for
   * them.
   *
   * @throws {@link PollTimeout}, and what {@link ModelCompilation} throws
   */
  compile(
    queries: readonly NormalizedQuery[],
    context: QueryContext,
    asked: PlanAsked,
  ): Promise<readonly CompiledQuery[]>;
  /** Gives up what waits for the compile thread, and settles when nothing does. */
  close(): Promise<void>;
}

/** Makes the planner of one version of a model. */
export function createQueryPlanner(
  compilation: ModelCompilation,
  { pollGraceMs }: { readonly pollGraceMs: number },
): QueryPlanner {
  const kept = createCompiledQueries();
  const flights = createSingleFlight<readonly TimedQuery[]>();

  const keep = (queries: readonly NormalizedQuery[], context: QueryContext, timed: readonly TimedQuery[]) => {
    for (const [index, query] of queries.entries()) {
      const compiled = timed[index];
      if (compiled) kept.keep(query, context, compiled);
    }
  };

  const compileMissing = async (
    queries: readonly NormalizedQuery[],
    context: QueryContext,
    { caller, signal, waitMs }: PlanAsked,
  ): Promise<readonly TimedQuery[]> => {
    // The context may hold tokens.
    const key = hash(
      'sha256',
      JSON.stringify([queries, context.securityContext, context.explains]),
      'base64',
    );
    const flight = flights.join(
      key,
      (...started) => {
        const work = start(compilation, queries, context, ...started);
        // Also where nobody waits at that moment: who asks again would have it compiled again, and again be gone too
        // early.
        work.result.then(
          (timed) => keep(queries, context, timed),
          () => {},
        );
        return work;
      },
      caller,
    );
    try {
      const timed = await waitFor(flight.result, signal, waitMs);
      flight.release();
      return timed;
    } catch (error) {
      if (error instanceof PollTimeout) error.progress = flight.progress();
      flight.release(error instanceof PollTimeout ? pollGraceMs : undefined);
      throw error;
    }
  };

  return {
    async compile(queries, context, asked) {
      const known = queries.map((query) => kept.find(query, context));
      const missing = queries.filter((_, index) => !known[index]);
      if (missing.length === 0) return known.flatMap((query) => query ?? []);
      const timed = await compileMissing(missing, context, asked);
      const fresh = timed.map(({ compiled }) => compiled).values();
      return known.map((query) => {
        const compiled = query ?? fresh.next().value;
        if (!compiled) throw new Error('A query was not compiled');
        return compiled;
      });
    },
    close: () => flights.abortAll(),
  };
}

function start(
  compilation: ModelCompilation,
  queries: readonly NormalizedQuery[],
  context: QueryContext,
  signal: AbortSignal,
  callers: Iterable<Caller>,
): Work<readonly TimedQuery[]> {
  const enteredAt = performance.now();
  let ticket: Ticket | undefined;
  const onTicket = (given: Ticket) => (ticket = given);
  const result = compilation.run({ kind: 'compile', queries, context }, { callers, signal, onTicket });
  return {
    result,
    ended: result.then(
      () => {},
      () => {},
    ),
    progress: () => ({
      position: ticket?.position() ?? 0,
      queuedMs: performance.now() - enteredAt,
      executedMs: 0,
    }),
    callersChanged: () => ticket?.callersChanged(),
  };
}
