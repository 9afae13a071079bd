import type { RemoteSettings } from '../build/remotes/open-remote.ts';
import type { Db } from '../db/database.ts';
import type { OpenRepository } from '../model/branches/model-branches.ts';
import type { ModelBuilds } from '../model/builds/model-builds.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { TransformSyncStore } from './transform-sync-store.ts';

/** What syncs are done with. */
export interface TransformSyncTools {
  readonly db: Db;
  readonly keyring: Keyring;
  /** The data folder, which dbt never reads. */
  readonly dataDir: string;
  readonly openRepository: OpenRepository;
  readonly builds: Pick<ModelBuilds, 'start'>;
  /** How dbt repositories may be reached; default in public networks alone. */
  readonly remotes?: RemoteSettings | undefined;
  /** Finds the program of dbt; default by the search path of the server. */
  findDbt?(): Promise<string | undefined>;
}

/** A sync that runs, as it is stored. */
export type RunningSync = NonNullable<Awaited<ReturnType<TransformSyncStore['findRunning']>>>;
