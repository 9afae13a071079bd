import {
  compileQuery,
  type CompiledQuery,
  type Dialect,
  type Model,
  type NormalizedQuery,
  type QueryContext,
} from '@oriel/semantic';
import { createLruCache, type LruCache } from '../lru-cache.ts';

/**
 * Compiles a query for a caller.
 *
 * @throws QueryError when the query cannot be answered as it stands
 */
export type QueryCompiler = (query: NormalizedQuery, context: QueryContext) => CompiledQuery;

/** A compiled query, and whether that holds at any time. */
export interface TimedQuery {
  readonly compiled: CompiledQuery;
  /** A relative date was asked for, as in a filter of a policy: at another time the SQL is another. */
  readonly hasAskedForTime: boolean;
}

/** Compiled queries by what they depend on, those that were used last. */
export interface CompiledQueries {
  find(query: NormalizedQuery, context: QueryContext): CompiledQuery | undefined;
  keep(query: NormalizedQuery, context: QueryContext, timed: TimedQuery): void;
}

const MAX_KEPT = 500;
/** A query with thousands of values is not kept. */
const MAX_KEY_CHARACTERS = 10_000;

/**
 * Makes a cache of the compiled queries of one model, since dashboards ask the same ones all day.
 *
 * The SQL depends on the model and the dialects, which stay; and on the normalised query, whose dates are absolute and
 * whose zone and limit are filled in, and the caller, who are the key. What asked for the time as well is not kept.
 */
export function createCompiledQueries(): CompiledQueries {
  const kept: LruCache<CompiledQuery> = createLruCache(MAX_KEPT);
  const keyOf = (query: NormalizedQuery, { brandKey, securityContext }: QueryContext) =>
    JSON.stringify([query, brandKey, securityContext]);
  return {
    find: (query, context) => kept.get(keyOf(query, context)),
    keep(query, context, { compiled, hasAskedForTime }) {
      const key = keyOf(query, context);
      if (!hasAskedForTime && key.length <= MAX_KEY_CHARACTERS) kept.set(key, compiled);
    },
  };
}

/**
 * Compiles a query, and notes whether that has asked for the time.
 *
 * @throws QueryError
 */
export function compileTimed(
  model: Model,
  query: NormalizedQuery,
  context: QueryContext,
  dialectOf: (dataSource: string) => Dialect,
): TimedQuery {
  let hasAskedForTime = false;
  const watched: QueryContext = {
    ...context,
    get now() {
      hasAskedForTime = true;
      return context.now;
    },
  };
  const compiled = compileQuery(model, query, watched, dialectOf);
  return { compiled, hasAskedForTime };
}

/** Makes a compiler of one model that keeps what it has compiled; see {@link createCompiledQueries}. */
export function createQueryCompiler(model: Model, dialectOf: (dataSource: string) => Dialect): QueryCompiler {
  const kept = createCompiledQueries();
  return (query, context) => {
    const known = kept.find(query, context);
    if (known) return known;
    const timed = compileTimed(model, query, context, dialectOf);
    kept.keep(query, context, timed);
    return timed.compiled;
  };
}
