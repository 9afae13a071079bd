import {
  compileQuery,
  recordReads,
  uniteReads,
  type CompiledQuery,
  type ContextRead,
  type Dialect,
  type Model,
  type NormalizedQuery,
  type QueryContext,
} from '@oriel/semantic';
import { createContextCache } from './context-cache.ts';

/**
 * Compiles a query for a caller.
 *
 * @throws QueryError when the query cannot be answered as it stands
 */
export type QueryCompiler = (query: NormalizedQuery, context: QueryContext) => CompiledQuery;

/** A compiled query, and for whom and when that holds. */
export interface TimedQuery {
  readonly compiled: CompiledQuery;
  /** A relative date was asked for, as in a filter of a policy: at another time the SQL is another. */
  readonly hasAskedForTime: boolean;
  /** What was read of the security context, for the model and for the query: only that decides the SQL. */
  readonly reads: readonly ContextRead[];
}

/** Compiled queries by what they depend on, those that were used last. */
interface CompiledQueries {
  find(query: NormalizedQuery, context: QueryContext): CompiledQuery | undefined;
  keep(query: NormalizedQuery, context: QueryContext, timed: TimedQuery): void;
}

const MAX_KEPT = 500;
/** A query with thousands of values is not kept. */
const MAX_KEY_CHARACTERS = 10_000;

/**
 * Makes a cache of the compiled queries of one model, since dashboards ask the same ones all day.
 *
 * The SQL depends on the model and the dialects, which stay; on the normalised query, with absolute dates, and zone
 * and limit filled in, which is the key, with whether its plan is told; and on what was read of the security context.
 * Callers who differ in nothing that was read share what is kept. What asked for the time as well is not kept.
 */
export function createCompiledQueries(): CompiledQueries {
  const kept = createContextCache<CompiledQuery>(MAX_KEPT);
  const keyOf = (query: NormalizedQuery, context: QueryContext) => {
    const { brandKey, explains = false, explainsAfter, withoutRewrites } = context;
    return JSON.stringify([query, brandKey, explains, explainsAfter, withoutRewrites]);
  };
  return {
    find: (query, context) => kept.find(keyOf(query, context), context.securityContext),
    keep(query, context, { compiled, hasAskedForTime, reads }) {
      const key = keyOf(query, context);
      if (!hasAskedForTime && key.length <= MAX_KEY_CHARACTERS)
        kept.set(key, context.securityContext, reads, compiled);
    },
  };
}

/**
 * Compiles a query, and notes whether that has asked for the time, and what it has read of the security context.
 *
 * @throws QueryError
 */
export function compileTimed(
  { model, reads }: ReadModel,
  query: NormalizedQuery,
  context: QueryContext,
  dialectOf: (dataSource: string) => Dialect,
): TimedQuery {
  const recorded = recordReads(context.securityContext);
  let hasAskedForTime = false;
  const watched: QueryContext = {
    ...context,
    securityContext: recorded.view,
    get now() {
      hasAskedForTime = true;
      return context.now;
    },
  };
  const compiled = compileQuery(model, query, watched, dialectOf);
  return { compiled, hasAskedForTime, reads: uniteReads([reads, recorded.reads()]) };
}

/** A model, and what its templates have read of the security context that it is for. */
export interface ReadModel {
  readonly model: Model;
  readonly reads: readonly ContextRead[];
}

/** Makes a compiler of one model that keeps what it has compiled; see {@link createCompiledQueries}. */
export function createQueryCompiler(
  model: Model,
  dialectOf: (dataSource: string) => Dialect,
  reads: readonly ContextRead[] = [],
): QueryCompiler {
  const kept = createCompiledQueries();
  return (query, context) => {
    const known = kept.find(query, context);
    if (known) return known;
    const timed = compileTimed({ model, reads }, query, context, dialectOf);
    kept.keep(query, context, timed);
    return timed.compiled;
  };
}
