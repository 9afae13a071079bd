import type { Transaction } from 'kysely';
import type { BranchState, ModelRepository } from '../build/model-repository.ts';
import type { DbtManifest } from '../db/values/stored-manifest.ts';
import type { Tables } from '../db/tables.ts';
import { createBranchWithin } from '../model/branches/create-branch.ts';
import { GENERATED_FOLDER, type GeneratedCubes } from './cubes/generate-cubes.ts';
import { planFiles, type FilePlan, type KnownFile } from './cubes/plan-files.ts';
import { SyncEnded, SyncFailure, type SyncLog } from './sync-log.ts';
import type { RunningSync, TransformSyncTools } from './sync-tools.ts';
import { createTransformSyncStore, type SyncOutcome } from './transform-sync-store.ts';

/** What is written. */
interface CubesOfManifest {
  readonly manifest: DbtManifest;
  readonly cubes: GeneratedCubes;
}

/**
 * Commits the files of a sync, or keeps them for its caller. What has become of the sync is stored in the transaction
 * that holds it, so that one that was cancelled has committed nothing; a try after one that was killed in between finds
 * its files there.
 *
 * @throws {@link SyncFailure} where the branch is gone, {@link SyncEnded} where the sync was cancelled
 */
export async function writeCubes(
  sync: RunningSync,
  made: CubesOfManifest,
  { db, openRepository, builds }: TransformSyncTools,
  log: SyncLog,
): Promise<void> {
  const repository = await openRepository(sync.deploymentId);
  await db.transaction().execute(async (tx) => {
    const store = createTransformSyncStore(tx);
    if (!(await store.holdRunning(sync.id))) throw new SyncEnded('The sync was cancelled');
    const base = await findBase(sync, repository);
    const plan = planFiles(prefixOf(sync), made.cubes.files, await readKnown(sync, repository, base.head));
    for (const { path, reason } of plan.kept)
      log.say(`${path} is left as it is. ${reason}`, { level: 'error' });
    if (sync.output === 'branch') await commit(tx, sync, { repository, base, plan, made });
    log.say(
      `${made.cubes.files.length} cubes, ${plan.changes.length} files changed, ${plan.kept.length} left as they are`,
    );
    await store.note(sync.id, 'FINALIZING', log);
    await store.complete(sync.id, outcomeOf(sync, made, plan));
  });
  if (sync.output === 'files') return;
  const deployment = { id: sync.deploymentId, tenantId: sync.tenantId };
  await builds.start({ deployment, branch: sync.branch, cause: 'sync', userId: sync.userId });
}

/** The branch of the sync, or the one that it is made from. */
async function findBase(
  { branch, makesBranch, deployBranch }: RunningSync,
  repository: ModelRepository,
): Promise<BranchState> {
  const base =
    (await repository.findBranch(branch)) ??
    (makesBranch ? await repository.findBranch(deployBranch) : undefined);
  if (base) return base;
  throw new SyncFailure(
    `The data model has no branch ${JSON.stringify(makesBranch ? deployBranch : branch)}`,
  );
}

/** The text of every file that a sync might touch. */
async function readKnown(sync: RunningSync, repository: ModelRepository, head: string): Promise<KnownFile[]> {
  const folder = prefixOf(sync) + GENERATED_FOLDER;
  const files = (await repository.listFiles(head)).filter(({ path }) => path.startsWith(folder));
  const contents = await repository.readContents(files.map(({ blob }) => blob));
  return files.map(({ path, blob }) => ({ path, content: contents.get(blob)?.toString() ?? '' }));
}

interface Commit {
  readonly repository: ModelRepository;
  readonly base: BranchState;
  readonly plan: FilePlan;
  readonly made: CubesOfManifest;
}

/** One commit of what has changed; none where nothing has. */
async function commit(
  tx: Transaction<Tables>,
  { deploymentId, branch: name, email, gitRef }: RunningSync,
  { repository, base, plan, made }: Commit,
): Promise<void> {
  if (base.name !== name)
    await createBranchWithin(
      tx,
      { repository, state: base },
      { deploymentId, name, parentId: null, ownerId: null, apiKeyId: null },
    );
  const { models } = made.manifest.stats;
  const author = { name: email ?? 'Transform sync', email: email ?? '' };
  const message = `Generate cubes from ${models} dbt models${gitRef === null ? '' : ` at ${gitRef}`}`;
  const target = base.name === name ? base : { name, head: base.head };
  await repository.commitChanges(target, plan.changes, { message, author });
}

function outcomeOf(
  sync: RunningSync,
  { manifest: { stats, dbtVersion, generatedAt }, cubes: { files } }: CubesOfManifest,
  { kept }: FilePlan,
): SyncOutcome {
  const untouched = new Set(kept.map(({ path }) => path));
  const written = files
    .map(({ path, content }) => ({ path: prefixOf(sync) + path, content }))
    .filter(({ path }) => !untouched.has(path));
  return {
    stats: {
      ...stats,
      cubeCount: files.length,
      generatedFileCount: written.length,
      dbtVersion: dbtVersion ?? null,
      manifestGeneratedAt: generatedAt ?? null,
    },
    generated: written.map(({ path }) => path),
    kept,
    contents: sync.output === 'files' ? written : undefined,
  };
}

const prefixOf = ({ deployProjectRoot: root }: RunningSync) => (root === '' ? '' : `${root}/`);
