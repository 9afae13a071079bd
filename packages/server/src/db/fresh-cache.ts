import { runOutsideContext } from './request-context.ts';
import type { ChangeFeed } from './change-feed.ts';

/** A cached value is read again after so long, whatever else is known. */
const TTL_MS = 5_000;
const DEFAULT_MAX_ENTRIES = 2_000;

/** An LRU cache of what was read of the database and is proven to be as it was. */
interface FreshCache<Value> {
  /** The value under a key: the cached one, or what `load` reads. Undefined is not cached. */
  get(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined>;
}

/** What a cache may be given beside its feed. */
export interface FreshCacheOptions<Value> {
  /** Milliseconds since some moment, monotonic; default: the process's clock. */
  now?(): number;
  /** Default 2,000. */
  maxEntries?: number;
  /** How long a value holds by itself, in milliseconds; default and at most 5 s. */
  lifeMsOf?(value: Value): number | undefined;
}

interface Entry<Value> {
  readonly value: Value;
  /** Version of the change feed before the value was read. */
  readonly version: number;
  /** By the cache's clock. */
  readonly expiresAtMs: number;
}

/**
 * Makes a cache of what the change feed tells of: a value is valid for 5 s at most and only while the feed reports no
 * change. A change made through this server counts at once, one made elsewhere within a second. Without a feed nothing
 * is cached.
 */
export function createFreshCache<Value>(
  changes: Pick<ChangeFeed, 'version'>,
  {
    now = () => performance.now(),
    maxEntries = DEFAULT_MAX_ENTRIES,
    lifeMsOf = () => undefined,
  }: FreshCacheOptions<Value> = {},
): FreshCache<Value> {
  // Least recently used first.
  const entries = new Map<string, Entry<Value>>();
  const put = (key: string, entry: Entry<Value>) => {
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size <= maxEntries) return;
    const [leastRecent] = entries.keys();
    if (leastRecent !== undefined) entries.delete(leastRecent);
  };
  return {
    async get(key, load) {
      const version = changes.version();
      if (version === undefined) return load();
      const askedAtMs = now();
      const cached = entries.get(key);
      if (cached?.version === version && askedAtMs < cached.expiresAtMs) {
        // Until it is half full, nothing will be evicted that is asked for.
        if (entries.size > maxEntries / 2) put(key, cached);
        return cached.value;
      }
      // What a request has changed and not committed yet is nobody else's.
      const value = await runOutsideContext(load);
      if (value !== undefined)
        put(key, {
          value,
          version,
          expiresAtMs: askedAtMs + Math.min(TTL_MS, lifeMsOf(value) ?? TTL_MS),
        });
      return value;
    },
  };
}
