import {
  compileQuery,
  type CompiledQuery,
  type Dialect,
  type Model,
  type NormalizedQuery,
  type QueryContext,
} from '@oriel/semantic';
import { createLruCache } from './lru-cache.ts';

/**
 * Compiles a query for a caller.
 *
 * @throws QueryError when the query cannot be answered as it stands
 */
export type QueryCompiler = (query: NormalizedQuery, context: QueryContext) => CompiledQuery;

const MAX_KEPT = 500;
/** A query with thousands of values is not kept. */
const MAX_KEY_CHARACTERS = 10_000;

/**
 * A compiler of one model that keeps the queries that were compiled last, since dashboards ask the same ones all day.
 *
 * The SQL depends on the model and the dialects, which stay; and on the normalised query, whose dates are absolute and
 * whose zone and limit are filled in, and the caller, who are the key. What asked for the time as well, as a relative
 * date in a filter of a policy does, is compiled each time.
 */
export function createQueryCompiler(model: Model, dialectOf: (dataSource: string) => Dialect): QueryCompiler {
  const kept = createLruCache<CompiledQuery>(MAX_KEPT);
  return (query, context) => {
    const key = JSON.stringify([query, context.brandKey, context.securityContext]);
    const known = kept.get(key);
    if (known) return known;
    let hasAskedForTime = false;
    const watched: QueryContext = {
      ...context,
      get now() {
        hasAskedForTime = true;
        return context.now;
      },
    };
    const compiled = compileQuery(model, query, watched, dialectOf);
    if (!hasAskedForTime && key.length <= MAX_KEY_CHARACTERS) kept.set(key, compiled);
    return compiled;
  };
}
