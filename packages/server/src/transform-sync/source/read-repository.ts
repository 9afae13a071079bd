import { isRefusal, limits, Refusal } from '@oriel/contract';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBlobs } from '../../build/repository/blob-contents.ts';
import type { DbtManifest } from '../../db/values/stored-manifest.ts';
import { readManifest } from '../manifest/read-manifest.ts';
import { SyncFailure, type SyncLog } from '../sync-log.ts';
import type { TransformSettings } from '../transform-settings.ts';
import type { RemoteSettings } from '../../build/remotes/open-remote.ts';
import { FETCHED, fetchRepository } from './fetch-repository.ts';
import { parseProject } from './parse-project.ts';
import { listProject, readProject, type ProjectEntry } from './project-tree.ts';

/** What a dbt repository is read with. */
export interface RepositoryReading {
  readonly settings: TransformSettings;
  /** A branch or tag; undefined for the default branch of the repository. */
  readonly ref: string | undefined;
  /** Of the deployment. */
  readonly variables: ReadonlyMap<string, string>;
  readonly remotes: RemoteSettings;
  /** Finds the program of dbt. */
  findDbt(): Promise<string | undefined>;
  /** What dbt never reads, wherever it lies. */
  readonly hidden: readonly string[];
  readonly log: SyncLog;
  readonly signal: AbortSignal;
}

const MANIFEST = 'target/manifest.json';

/**
 * Reads the manifest of a dbt repository: the one that is committed, else the one that dbt makes of the project. The
 * repository is fetched into a folder of its own, which is removed.
 *
 * @throws {@link SyncFailure}
 */
export async function readRepository(reading: RepositoryReading): Promise<DbtManifest> {
  const { settings, log } = reading;
  const folder = await mkdtemp(join(tmpdir(), 'oriel-dbt-'));
  try {
    const directory = join(folder, 'repository');
    await mkdir(directory);
    await log.enter('UPLOADING_PROJECT');
    const entries = await log.phase('repo-clone', async () => {
      await fetchRepository(directory, reading);
      return listProject(directory, FETCHED, settings.path);
    });
    const committed = entries.find(({ path }) => path === MANIFEST);
    if (committed) return toManifest(await readCommitted(directory, committed));
    await log.enter('COMPILING_DBT');
    return toManifest(await log.phase('dbt-compile', () => parse(directory, folder, entries, reading)));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

async function readCommitted(directory: string, { blob, sizeBytes }: ProjectEntry): Promise<unknown> {
  if (sizeBytes > limits.MAX_MANIFEST_BYTES)
    throw new SyncFailure(`${MANIFEST} has more than ${limits.MAX_MANIFEST_BYTES} bytes`);
  const content = (await readBlobs(directory, [blob])).get(blob);
  try {
    return JSON.parse(content?.toString() ?? '');
  } catch (cause) {
    throw new SyncFailure(`${MANIFEST} is no JSON`, { cause });
  }
}

async function parse(
  directory: string,
  folder: string,
  entries: readonly ProjectEntry[],
  { settings, variables, findDbt, hidden, log, signal }: RepositoryReading,
): Promise<unknown> {
  if (!entries.some(({ path }) => path === 'dbt_project.yml'))
    throw new SyncFailure(
      `The dbt repository has no ${join(settings.path, 'dbt_project.yml')}; SVC_CLOUD_TRANSFORM_PATH names the folder of the project`,
    );
  const dbt = await findDbt();
  if (dbt === undefined)
    throw new SyncFailure(
      `The dbt repository has no ${MANIFEST}, and dbt is not installed on the server to make one: commit it, send a manifest with "source": "manifest", or have the operator install dbt-core with the adapter of the data source`,
    );
  const files = await readProject(directory, entries);
  const parsed = join(folder, 'parsed');
  await mkdir(parsed);
  return parseProject(files, { dbt, folder: parsed, hidden, settings, variables, log, signal });
}

/** What a manifest of a repository lacks is told as what one of a request lacks. */
function toManifest(value: unknown): DbtManifest {
  try {
    return readManifest(value);
  } catch (error) {
    if (!(error instanceof Refusal) || !isRefusal(error, 'validation_failed')) throw error;
    throw new SyncFailure(
      error.issues?.map(({ message }) => `The manifest ${message}`).join(' ') || error.message,
      {
        cause: error,
      },
    );
  }
}
