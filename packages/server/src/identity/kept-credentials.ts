import type { ChangeFeed } from '../db/change-feed.ts';
import type { Addressed } from '../http/authentication.ts';
import type { CredentialRow, CredentialStore } from './credential-store.ts';

/** Whatever else is known, a key is looked up again after so long. */
const KEEP_MS = 5_000;
const MAX_KEPT = 2_000;

interface Kept {
  readonly row: CredentialRow;
  /** Of the credentials, before the row was read. */
  readonly version: number;
  readonly until: number;
}

export interface KeepOptions {
  /** Milliseconds since some moment, which never go back; default: the process's clock. */
  now?(): number;
}

/**
 * Keeps what was found out about API keys for a few seconds, for as long as it is known that nothing has changed since. What
 * changes through this server counts at once; what changes elsewhere, within a second. An expiry counts to the moment.
 */
export function keepCredentials(
  store: CredentialStore,
  changes: Pick<ChangeFeed, 'version'>,
  { now = () => performance.now() }: KeepOptions = {},
): CredentialStore {
  // In the order of their reading.
  const kept = new Map<string, Kept>();
  const keep = (key: string, one: Kept) => {
    kept.delete(key);
    kept.set(key, one);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  };
  return {
    ...store,
    async findByApiKey(hash, addressed) {
      const version = changes.version();
      if (version === undefined) return store.findByApiKey(hash, addressed);
      const key = keyOf(hash, addressed);
      const known = kept.get(key);
      const askedAt = now();
      if (known?.version === version && askedAt < known.until) return known.row;
      const row = await store.findByApiKey(hash, addressed);
      if (row) keep(key, { row, version, until: askedAt + Math.min(KEEP_MS, row.expiresInMs ?? KEEP_MS) });
      return row;
    },
  };
}

function keyOf(hash: Buffer, { host, deploymentId, needsPolicyContext = false }: Addressed): string {
  return JSON.stringify([hash.toString('base64'), host, deploymentId, needsPolicyContext]);
}
