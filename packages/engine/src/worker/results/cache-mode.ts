import { QueryError } from '@oriel/semantic';
import { CACHE_MODES, type CacheMode, type LoadRequest } from '../../protocol/engine-types.ts';

/**
 * The cache mode of a request: its own, or what its query says as `cache`, `cacheMode`, or as `renewQuery`, the word of
 * older clients for `must-revalidate`. A list of queries says nothing.
 *
 * @throws QueryError for a mode that there is not
 */
export function cacheModeOf({ cache, query }: Pick<LoadRequest, 'cache' | 'query'>): CacheMode {
  if (cache) return cache;
  const said = typeof query === 'object' && query !== null ? (query as Record<string, unknown>) : {};
  const wanted = said['cache'] ?? said['cacheMode'];
  if (wanted === undefined) return said['renewQuery'] === true ? 'must-revalidate' : 'stale-if-slow';
  const mode = CACHE_MODES.find((known) => known === wanted);
  if (mode) return mode;
  throw new QueryError(
    'invalid_query',
    `cache is one of ${CACHE_MODES.join(', ')}, not ${JSON.stringify(wanted)}`,
  );
}
