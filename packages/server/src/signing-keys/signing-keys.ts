import type { Database } from '../db/database.ts';
import type { PublicJwk } from '../db/values/stored-jwk.ts';
import { runOutsideContext } from '../db/request-context.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { makeFirstKeys } from './rotation.ts';
import { listSigningKeys, openSigningKey, type SigningKeyRow } from './signing-key-store.ts';
import type { SigningKey } from './signing-key.ts';

/**
 * What is read of the database is used for so long: another server that has changed the keys is followed within that
 * time.
 */
const TTL_MS = 5_000;

/**
 * The keys of the installation that sign tokens which others verify: ID tokens and tokens of workloads. All servers
 * have the same, and all accounts too. The first use makes them.
 */
export interface SigningKeys {
  /** The key that signs now. @throws `unavailable` where its private key cannot be decrypted */
  current(): Promise<SigningKey>;
  /**
   * The key that signs now, then the others that are published, with their private keys.
   * @throws as {@link SigningKeys.current}
   */
  all(): Promise<readonly SigningKey[]>;
  /** What verifies: the key that signs, the next one, and those before that something may still be signed with. */
  published(): Promise<{ readonly keys: readonly PublicJwk[] }>;
}

/** What the keys are read with. */
interface SigningKeysOptions {
  readonly database: Pick<Database, 'db'>;
  readonly keyring: Keyring;
  /** Milliseconds since some moment, monotonic; default: the process's clock. */
  now?(): number;
}

/** Makes the key set of an installation. Nothing is read before the first use. */
export function createSigningKeys({
  database: { db },
  keyring,
  now = () => performance.now(),
}: SigningKeysOptions): SigningKeys {
  const opened = new Map<string, Promise<SigningKey>>();
  let read: { readonly rows: Promise<readonly SigningKeyRow[]>; readonly endsAtMs: number } | undefined;
  const load = async (): Promise<readonly SigningKeyRow[]> => {
    const rows = await listSigningKeys(db);
    if (rows.length > 0) return rows;
    await makeFirstKeys(db, keyring);
    return listSigningKeys(db);
  };
  const rowsNow = (): Promise<readonly SigningKeyRow[]> => {
    if (read && now() < read.endsAtMs) return read.rows;
    const rows = runOutsideContext(load);
    read = { rows, endsAtMs: now() + TTL_MS };
    rows.catch(() => (read = undefined));
    return rows;
  };
  const open = (row: SigningKeyRow): Promise<SigningKey> => {
    const known = opened.get(row.kid);
    if (known) return known;
    const key = openSigningKey(keyring, row);
    opened.set(row.kid, key);
    key.catch(() => opened.delete(row.kid));
    return key;
  };
  return {
    async current() {
      const row = (await rowsNow()).find(({ state }) => state === 'current');
      if (!row) throw new Error('No signing key is current');
      return open(row);
    },
    all: async () => Promise.all((await rowsNow()).map(open)),
    published: async () => ({ keys: (await rowsNow()).map(({ publicJwk }) => publicJwk) }),
  };
}
