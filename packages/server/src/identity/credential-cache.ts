import type { ChangeFeed } from '../db/change-feed.ts';
import type { Addressed } from '../http/authentication.ts';
import type { CredentialRow, CredentialStore } from './credential-store.ts';

/** A cached row is read again after so long, whatever else is known. */
const TTL_MS = 5_000;
const DEFAULT_MAX_ENTRIES = 2_000;

interface Entry {
  readonly row: CredentialRow;
  /** Version of the change feed before the row was read. */
  readonly version: number;
  /** By the cache's clock. */
  readonly expiresAtMs: number;
}

/** What a credential cache may be given beside its store. */
export interface CredentialCacheOptions {
  /** Milliseconds since some moment, monotonic; default: the process's clock. */
  now?(): number;
  /** Default 2,000. */
  maxEntries?: number;
}

/**
 * Wraps a credential store in an LRU cache of the rows of API keys. An entry is valid for 5 s at most, never beyond the
 * expiry of its key, and only while the change feed reports no change: one made through this server counts at once, one
 * made elsewhere within a second. Without a feed nothing is cached; console sessions and unknown keys never are.
 */
export function createCredentialCache(
  store: CredentialStore,
  changes: Pick<ChangeFeed, 'version'>,
  { now = () => performance.now(), maxEntries = DEFAULT_MAX_ENTRIES }: CredentialCacheOptions = {},
): CredentialStore {
  // Least recently used first.
  const entries = new Map<string, Entry>();
  const put = (key: string, entry: Entry) => {
    entries.delete(key);
    entries.set(key, entry);
    const [leastRecent] = entries.keys();
    if (entries.size > maxEntries && leastRecent !== undefined) entries.delete(leastRecent);
  };
  return {
    ...store,
    async findByApiKey(hash, addressed) {
      const version = changes.version();
      if (version === undefined) return store.findByApiKey(hash, addressed);
      const key = keyOf(hash, addressed);
      const askedAtMs = now();
      const cached = entries.get(key);
      if (cached?.version === version && askedAtMs < cached.expiresAtMs) {
        put(key, cached);
        return cached.row;
      }
      const row = await store.findByApiKey(hash, addressed);
      if (row)
        put(key, { row, version, expiresAtMs: askedAtMs + Math.min(TTL_MS, row.expiresInMs ?? TTL_MS) });
      return row;
    },
  };
}

function keyOf(hash: Buffer, { host, deploymentId, needsPolicyContext = false }: Addressed): string {
  return JSON.stringify([hash.toString('base64'), host, deploymentId, needsPolicyContext]);
}
