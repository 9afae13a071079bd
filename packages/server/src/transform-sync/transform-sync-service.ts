import {
  limits,
  refuse,
  refuseFields,
  type OperationTypes,
  type StartTransformSyncInput,
  type TransformSyncCancelResponse,
  type TransformSyncGeneratedFilesListResponse,
  type TransformSyncLogEntriesListResponse,
  type TransformSyncResponse,
  type TransformSyncResultResponse,
  type TransformSyncRunListResponse,
  type TransformSyncStatusResponse,
} from '@oriel/contract';
import { randomBytes, randomUUID } from 'node:crypto';
import type { UserPrincipal } from '../access/principal.ts';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import { createDeploymentStore } from '../deployments/deployment-store.ts';
import type { DeploymentRef } from '../http/handler.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { checkChangeable, checkMayUpdate, isDeployed } from '../model/branches/branch-policy.ts';
import type { ModelBranches } from '../model/branches/model-branches.ts';
import { pageOf } from '../paging/page-of-items.ts';
import { readPage } from '../paging/page.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { createVariableStore } from '../variables/variable-store.ts';
import { readManifest } from './manifest/read-manifest.ts';
import { runTransformSync } from './run-transform-sync.ts';
import { readTransformSettings } from './transform-settings.ts';
import {
  createTransformSyncStore,
  newestFirst,
  type SyncRow,
  type TransformSyncStore,
} from './transform-sync-store.ts';
import { durationOf, toRun, toStatus } from './transform-sync-answers.ts';

/** What syncs are started with. */
export interface TransformSyncOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly branches: ModelBranches;
  readonly jobs: Pick<Jobs, 'send'>;
}

/** Syncs of one deployment that run at a time. */
const MAX_RUNNING = 5;
/** About how long one takes. */
const RETRY_SECONDS = 30;

/** What the methods below work with; each names what it needs of it. */
interface TransformSyncServiceParts extends TransformSyncOptions {
  readonly store: TransformSyncStore;
}

/** Makes the service of transform syncs. */
export function createTransformSyncService({ db, keyring, branches, jobs }: TransformSyncOptions) {
  const store = createTransformSyncStore(db);
  return bindFirst(
    { db, keyring, branches, jobs, store },
    { start, list, status, cancel, result, logs, generatedFiles },
  );
}

/** @throws `transform_sync_not_found` */
async function get(store: TransformSyncStore, deployment: DeploymentRef, id: string): Promise<SyncRow> {
  const row = await store.find(deployment.id, id);
  if (!row) throw refuse('transform_sync_not_found');
  return row;
}

/** Where the files go. @throws `branch_not_found`, `branch_protected`, `branch_of_another`, `forbidden` */
async function targetOf(
  { db, branches }: Pick<TransformSyncServiceParts, 'db' | 'branches'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  { branchName, output, ref }: StartTransformSyncInput,
): Promise<{ branch: string; makesBranch: boolean }> {
  if (branchName == null && output !== 'files') {
    checkMayUpdate(actor, deployment);
    return { branch: newBranchName(ref ?? 'manifest'), makesBranch: true };
  }
  const { row } = await branches.get(deployment.id, { branchName: branchName ?? deployment.deployBranch });
  if (output === 'files') return { branch: row.name, makesBranch: false };
  checkChangeable(row, actor, deployment);
  if (isDeployed(row, deployment)) {
    const settings = await createDeploymentStore(db).get(deployment.tenantId, deployment.id);
    if (settings.deployBranchReadOnly)
      throw refuse('branch_protected', { name: row.name, setting: 'deployBranchReadOnly' });
  }
  return { branch: row.name, makesBranch: false };
}

/** @throws `transform_sync_not_set_up` */
async function checkSetUp(
  { db, keyring }: Pick<TransformSyncServiceParts, 'db' | 'keyring'>,
  { id }: DeploymentRef,
): Promise<void> {
  const settings = readTransformSettings(await createVariableStore(db, keyring).readAll(id));
  if (typeof settings === 'string') throw refuse('transform_sync_not_set_up', { reason: settings });
}

/**
 * @throws `branch_not_found`, `branch_protected`, `branch_of_another`, `transform_sync_not_set_up`,
 * `too_many_requests`, `validation_failed`, `forbidden`
 */
async function start(
  { db, keyring, branches, jobs }: Pick<TransformSyncServiceParts, 'db' | 'keyring' | 'branches' | 'jobs'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  input: StartTransformSyncInput,
): Promise<TransformSyncResponse> {
  const source = input.source ?? 'git';
  if (source === 'manifest' && input.manifest == null)
    throw refuseFields([{ path: 'manifest', message: 'must be there where source is manifest' }]);
  const manifest = source === 'manifest' ? readManifest(input.manifest) : undefined;
  if (!manifest) await checkSetUp({ db, keyring }, deployment);
  const target = await targetOf({ db, branches }, actor, deployment, input);
  const id = randomUUID();
  const jobId = await db.transaction().execute(async (tx) => {
    const locked = createTransformSyncStore(tx);
    await locked.lock(deployment.id);
    if ((await locked.countRunning(deployment.id)) >= MAX_RUNNING)
      throw refuse('too_many_requests', { retryAfterSeconds: RETRY_SECONDS });
    await locked.insert({
      id,
      deploymentId: deployment.id,
      userId: actor.userId,
      trigger: actor.via === 'api-key' ? 'api' : 'manual',
      source,
      output: input.output ?? 'branch',
      gitRef: source === 'git' ? (input.ref ?? null) : null,
      manifest: manifest ? JSON.stringify(manifest) : null,
      ...target,
    });
    return jobs.send(tx, runTransformSync, { syncId: id });
  });
  return { syncJobId: id, workflowId: jobId ?? id, branchName: target.branch };
}

/** @throws `invalid_cursor` */
async function list(
  { store }: { store: TransformSyncStore },
  deployment: DeploymentRef,
  { status, trigger, ...request }: OperationTypes['listTransformSyncs']['query'],
): Promise<TransformSyncRunListResponse> {
  const { rows, pageInfo } = await readPage(request, newestFirst, (range) =>
    store.list(deployment.id, { status, trigger }, range),
  );
  return { items: rows.map(toRun), pageInfo };
}

/** @throws `transform_sync_not_found` */
async function status(
  { store }: { store: TransformSyncStore },
  deployment: DeploymentRef,
  id: string,
): Promise<TransformSyncStatusResponse> {
  return toStatus(await get(store, deployment, id));
}

/** @throws `transform_sync_not_found`, `transform_sync_ended` */
async function cancel(
  { store }: { store: TransformSyncStore },
  deployment: DeploymentRef,
  id: string,
): Promise<TransformSyncCancelResponse> {
  await get(store, deployment, id);
  if (await store.cancel(id)) return { message: 'The sync was cancelled; nothing is committed' };
  throw refuse('transform_sync_ended', { status: (await get(store, deployment, id)).status });
}

/** @throws `transform_sync_not_found`, `transform_sync_not_completed` */
async function result(
  { store }: { store: TransformSyncStore },
  deployment: DeploymentRef,
  id: string,
): Promise<TransformSyncResultResponse> {
  const row = await get(store, deployment, id);
  if (row.status !== 'COMPLETED' || row.finishedAt === null)
    throw refuse('transform_sync_not_completed', { status: row.status });
  const { models, sources, macros, cubeCount } = row.stats;
  return {
    syncJobId: id,
    completedAt: row.finishedAt,
    durationMs: durationOf(row) ?? 0,
    cubeCount: cubeCount ?? 0,
    generatedFiles: row.generated.map((path) => ({ path })),
    keptFiles: row.kept,
    manifestStats: { models: models ?? 0, sources: sources ?? 0, macros: macros ?? 0 },
  };
}

/** @throws `transform_sync_not_found` */
async function logs(
  { store }: { store: TransformSyncStore },
  deployment: DeploymentRef,
  id: string,
): Promise<TransformSyncLogEntriesListResponse> {
  const { log } = await get(store, deployment, id);
  const numbered = log.map((entry, index) => ({ entry, index }));
  const whole = { first: Math.max(log.length, 1) };
  const { items, pageInfo } = await pageOf(numbered, whole, {
    list: 'log of a transform sync',
    keyOf: ({ index }) => index,
  });
  return { items: items.map(({ entry }) => entry), pageInfo };
}

/** @throws `transform_sync_not_found`, `generated_files_not_found`, `invalid_cursor` */
async function generatedFiles(
  { store }: { store: TransformSyncStore },
  deployment: DeploymentRef,
  id: string,
  query: OperationTypes['getTransformSyncGeneratedFiles']['query'],
): Promise<TransformSyncGeneratedFilesListResponse> {
  await get(store, deployment, id);
  const contents = await store.findContents(deployment.id, id, limits.GENERATED_FILES_TTL_SECONDS);
  if (!contents) throw refuse('generated_files_not_found');
  return pageOf(contents, query, { list: 'generated files', keyOf: ({ path }) => path });
}

/** `dbt-sync/<ref>-<time>-<suffix>`. */
function newBranchName(ref: string): string {
  const plain =
    ref
      .replaceAll(/[^\w-]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, MAX_REF_CHARACTERS) || 'ref';
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return `dbt-sync/${plain}-${time}-${randomBytes(3).toString('hex')}`;
}

const MAX_REF_CHARACTERS = 60;
