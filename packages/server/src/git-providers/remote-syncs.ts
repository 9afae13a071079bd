import { Refusal } from '@oriel/contract';
import { findRef } from '../build/branch-head.ts';
import { RemoteError } from '../build/remotes/remote-error.ts';
import {
  fetchRemoteHeads,
  pushToRemote,
  REMOTE_REFS,
  type RemoteCall,
} from '../build/remotes/remote-heads.ts';
import type { Remote, RemoteSettings } from '../build/remotes/open-remote.ts';
import { listRefs } from '../build/repository/ref-changes.ts';
import type { AuditCaller } from '../db/audit-caller.ts';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import { runInContext, runOutsideContext } from '../db/request-context.ts';
import type { ModelBuilding } from '../model/model-building.ts';
import { createModelBranches } from '../model/branches/model-branches.ts';
import { createRemoteStore, type RemoteRow, type SyncOutcome } from './remote-store.ts';
import { syncBranches } from './sync-branches.ts';

/** What remotes are brought in step with. */
interface RemoteSyncsOptions {
  readonly db: Db;
  readonly building: Pick<ModelBuilding, 'repositories' | 'openRepository' | 'builds'>;
  /** Undefined: no remote is reached, as in most tests. */
  readonly settings: RemoteSettings | undefined;
  /** The remote of a row, with its credential. */
  openRemote(row: RemoteRow): Promise<Remote>;
  /** Told of what went wrong on this side, and is tried again later. */
  onFault?(error: unknown): void;
}

/** Keeps deployments in step with their remotes. */
export interface RemoteSyncs {
  /** Brings a deployment and its remote in step, and settles then; what is wrong stands in its row. */
  run(deploymentId: number): Promise<void>;
  /** The same before branches are merged, for a deployment that has a remote; what is wrong stands in its row. */
  fetch(deploymentId: number): Promise<void>;
  /** The same in the background. */
  start(deploymentId: number): void;
  /** A branch was changed here: pushes it in the background, where there is a remote that does not have it. */
  noteChange(target: { readonly deploymentId: number; readonly branch: string }): void;
  /**
   * Removes a branch at the remote, if it stands there where it was fetched last. Answers with the reason where it
   * stays.
   */
  removeBranch(deploymentId: number, branch: string): Promise<string | undefined>;
  /** Brings those in step that are due. */
  resume(signal: AbortSignal): Promise<number>;
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Remotes that one call of {@link RemoteSyncs.resume} takes up. */
const MAX_RESUMED = 100;

interface Running {
  readonly done: Promise<void>;
  /** Whether something has changed since it began. */
  again: boolean;
}

/** What the parts of the service work with. */
interface RemoteSyncsNeeds extends RemoteSyncsOptions {
  readonly onFault: NonNullable<RemoteSyncsOptions['onFault']>;
  readonly store: ReturnType<typeof createRemoteStore>;
  readonly running: Map<number, Running>;
  readonly others: Set<Promise<unknown>>;
  readonly closing: AbortController;
}

/** Makes what keeps deployments in step. One try of a deployment runs at a time, on one of the servers. */
export function createRemoteSyncs(options: RemoteSyncsOptions): RemoteSyncs {
  const { onFault = () => {} } = options;
  const store = createRemoteStore(options.db);
  const running = new Map<number, Running>();
  const others = new Set<Promise<unknown>>();
  const closing = new AbortController();
  return bindFirst(
    { ...options, onFault, store, running, others, closing },
    { run: runIfEnabled, fetch, start, noteChange, removeBranch, resume, settled, close },
  );
}

function start(needs: RemoteSyncsNeeds, deploymentId: number): void {
  if (!needs.settings || needs.closing.signal.aborted) return;
  void run(needs, deploymentId).catch(needs.onFault);
}

async function settled({ running, others }: Pick<RemoteSyncsNeeds, 'running' | 'others'>) {
  while (running.size + others.size > 0)
    await Promise.allSettled([...[...running.values()].map(({ done }) => done), ...others]);
}

async function runIfEnabled(needs: RemoteSyncsNeeds, deploymentId: number): Promise<void> {
  return needs.settings ? run(needs, deploymentId) : undefined;
}

async function fetch(needs: RemoteSyncsNeeds, deploymentId: number): Promise<void> {
  if (!needs.settings || needs.closing.signal.aborted || !(await needs.store.find(deploymentId))) return;
  await run(needs, deploymentId).catch(needs.onFault);
}

function noteChange(
  needs: RemoteSyncsNeeds,
  { deploymentId, branch }: Parameters<RemoteSyncs['noteChange']>[0],
): void {
  if (!needs.settings || needs.closing.signal.aborted) return;
  keep(
    needs,
    asJob(() => push(needs, deploymentId, branch)),
  );
}

async function removeBranch(
  needs: RemoteSyncsNeeds,
  deploymentId: number,
  branch: string,
): Promise<string | undefined> {
  const row = needs.settings && (await needs.store.find(deploymentId));
  if (!row) return undefined;
  const { directory } = await needs.building.openRepository(deploymentId);
  const call = {
    directory,
    remote: await needs.openRemote(row),
    settings: needs.settings,
    signal: needs.closing.signal,
  };
  if ((await findRef(directory, REMOTE_REFS + branch)) === undefined) return undefined;
  const result = await pushToRemote(call, { branch, commit: undefined });
  return result.kind === 'refused' ? result.reason : undefined;
}

async function resume(needs: RemoteSyncsNeeds, signal: AbortSignal): Promise<number> {
  const due = needs.settings ? await needs.store.listDue(MAX_RESUMED) : [];
  let count = 0;
  for (const deploymentId of due) {
    if (signal.aborted) break;
    await run(needs, deploymentId);
    count += 1;
  }
  return count;
}

async function close(needs: Pick<RemoteSyncsNeeds, 'running' | 'others' | 'closing'>): Promise<void> {
  needs.closing.abort();
  await settled(needs);
}

async function attempt(needs: RemoteSyncsNeeds, deploymentId: number): Promise<void> {
  const row = needs.settings && (await needs.store.claim(deploymentId));
  if (!row) return;
  await needs.store.finish(deploymentId, await trySync(needs, row));
}

async function trySync(needs: RemoteSyncsNeeds, row: RemoteRow): Promise<SyncOutcome> {
  try {
    return await syncRemote(needs, row, needs.closing.signal);
  } catch (error) {
    if (!(error instanceof RemoteError || error instanceof Refusal)) needs.onFault(error);
    const errorText =
      error instanceof RemoteError || error instanceof Refusal
        ? error.message
        : 'Something went wrong on the server; its log has the details';
    return { state: 'failed', errorText, branches: [] };
  }
}

async function loop(needs: RemoteSyncsNeeds, deploymentId: number): Promise<void> {
  await attempt(needs, deploymentId);
  const entry = needs.running.get(deploymentId);
  if (!entry?.again || needs.closing.signal.aborted) return;
  entry.again = false;
  await loop(needs, deploymentId);
}

function asJob<T>(work: () => Promise<T>): Promise<T> {
  const caller: AuditCaller = {
    kind: 'job',
    credential: 'none',
    operation: 'sync-git-remote',
    requestId: crypto.randomUUID(),
  };
  return runOutsideContext(() => runInContext({ caller: JSON.stringify(caller) }, work));
}

function run(needs: RemoteSyncsNeeds, deploymentId: number): Promise<void> {
  const known = needs.running.get(deploymentId);
  if (known) {
    known.again = true;
    return known.done;
  }
  const done = asJob(() => loop(needs, deploymentId)).finally(() => needs.running.delete(deploymentId));
  needs.running.set(deploymentId, { done, again: false });
  return done;
}

function keep({ onFault, others }: Pick<RemoteSyncsNeeds, 'onFault' | 'others'>, work: Promise<unknown>) {
  const kept = work.catch(onFault).finally(() => others.delete(kept));
  others.add(kept);
}

async function push(needs: RemoteSyncsNeeds, deploymentId: number, branch: string) {
  const { directory, findHead } = await needs.building.openRepository(deploymentId);
  const [head, remote] = await Promise.all([findHead(branch), findRef(directory, REMOTE_REFS + branch)]);
  if (head === undefined || head === remote || needs.running.has(deploymentId)) {
    const entry = needs.running.get(deploymentId);
    if (entry && head !== remote) entry.again = true;
    return;
  }
  if (await needs.store.noteDue(deploymentId)) start(needs, deploymentId);
}

/** One try. @throws {@link RemoteError} */
async function syncRemote(
  { db, building, settings, openRemote }: RemoteSyncsOptions,
  row: RemoteRow,
  signal: AbortSignal,
): Promise<SyncOutcome> {
  if (!settings) throw new Error('No remote is reached without settings');
  const { deploymentId } = row;
  const deployment = await db
    .selectFrom('deployments')
    .select(['id', 'tenantId', 'deployBranch', 'deployMode'])
    .where('id', '=', deploymentId)
    .executeTakeFirstOrThrow();
  const { deployBranch } = deployment;
  const repository = await building.openRepository(deploymentId);
  const { directory } = repository;
  const call: RemoteCall = { directory, remote: await openRemote(row), settings, signal };
  // What is deployed by uploads alone is nobody else's.
  const skip = new Set(deployment.deployMode === 'cli' ? [deployBranch] : []);
  const before = await remoteRefs(directory);
  const { heads, faults, hostKeys } = await fetchRemoteHeads(call, skip);
  const { moved, hasOthers, told } = await syncBranches({
    deploymentId,
    deployBranch,
    repository,
    heads,
    before,
    repositories: building.repositories,
    skip: new Set([...skip, ...faults.keys()]),
    push: (branch, commit) => pushToRemote(call, { branch, commit }),
  });
  if (hasOthers) await createModelBranches(db, building.openRepository).follow(deploymentId);
  for (const branch of moved)
    await building.builds.start({ deployment, branch, cause: 'pull', userId: null });
  const branches = [...[...faults].map(([name, reason]) => ({ name, reason })), ...told];
  return { state: branches.length === 0 ? 'synced' : 'diverged', errorText: null, branches, hostKeys };
}

async function remoteRefs(directory: string): Promise<Map<string, string>> {
  const refs = await listRefs(directory, [REMOTE_REFS]);
  return new Map([...refs].map(([ref, commit]) => [ref.slice(REMOTE_REFS.length), commit]));
}
