import type { ChangeFeed } from '../db/change-feed.ts';
import type { Addressed } from '../http/authentication.ts';
import type { CredentialRow, CredentialStore, HolderRef } from './credential-store.ts';

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
 * Wraps a credential store in an LRU cache of the rows of API keys, and of the users behind tokens that were made from others. An
 * entry is valid for 5 s at most, never beyond the expiry of its key, and only while the change feed reports no change: one made through this server counts at once, one
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
  const cached = async (
    keyOfEntry: () => string,
    read: () => Promise<CredentialRow | undefined>,
  ): Promise<CredentialRow | undefined> => {
    const version = changes.version();
    if (version === undefined) return read();
    const key = keyOfEntry();
    const askedAtMs = now();
    const entry = entries.get(key);
    if (entry?.version === version && askedAtMs < entry.expiresAtMs) {
      put(key, entry);
      return entry.row;
    }
    const row = await read();
    if (row) put(key, { row, version, expiresAtMs: askedAtMs + Math.min(TTL_MS, row.expiresInMs ?? TTL_MS) });
    return row;
  };
  return {
    ...store,
    findByApiKey: (hash, addressed) =>
      cached(
        () => keyOf(hash, addressed),
        () => store.findByApiKey(hash, addressed),
      ),
    findHolder: (holder) =>
      cached(
        () => keyOfHolder(holder),
        () => store.findHolder(holder),
      ),
  };
}

function keyOfHolder({ tenantId, userId, apiKeyId, needsPolicyContext = false }: HolderRef): string {
  return JSON.stringify(['holder', tenantId, userId, apiKeyId, needsPolicyContext]);
}

function keyOf(hash: Buffer, { host, deploymentId, needsPolicyContext = false }: Addressed): string {
  return JSON.stringify([hash.toString('base64'), host, deploymentId, needsPolicyContext]);
}
