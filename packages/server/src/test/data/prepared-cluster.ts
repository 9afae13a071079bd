import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PREFIX = 'postgres-';
/** The folder of the cluster in a data folder. */
const CLUSTER = 'postgres';
const LOCK_FILE = join(import.meta.dirname, '../../../../../package-lock.json');

/** What a cluster is copied from and to. */
interface PreparedCluster {
  /** The data folder, which has no cluster yet. */
  readonly dataDir: string;
  /** Where the cluster is kept between runs. */
  readonly cacheDir: string;
  /** Of what is in its databases. */
  readonly key: string;
  /** Makes the cluster in the data folder, where none is kept, and ends its server in order. */
  prepare(): Promise<void>;
}

/** Makes a cluster in the data folder: a copy of the one that was prepared for the same key and the same packages. */
export async function copyPreparedCluster({
  dataDir,
  cacheDir,
  key,
  prepare,
}: PreparedCluster): Promise<void> {
  // Another PostgreSQL may not read these files.
  const packages = createHash('sha256').update(await readFile(LOCK_FILE));
  const kept = join(cacheDir, `${PREFIX}${key}-${packages.digest('hex').slice(0, 16)}`);
  if (existsSync(kept)) {
    await copy(kept, join(dataDir, CLUSTER));
    return;
  }
  await prepare();
  // Where others may not enter the data folder, the cluster lies elsewhere.
  if (!existsSync(join(dataDir, CLUSTER))) return;
  await mkdir(cacheDir, { recursive: true });
  for (const name of await readdir(cacheDir))
    if (name.startsWith(PREFIX)) await rm(join(cacheDir, name), { recursive: true, force: true });
  // Whole or not there: a run may be interrupted, or be beside another.
  const half = `${kept}.${process.pid}`;
  await copy(join(dataDir, CLUSTER), half);
  await rename(half, kept).catch(() => rm(half, { recursive: true, force: true }));
}

/** With the owner, who may be another user than this process. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}
