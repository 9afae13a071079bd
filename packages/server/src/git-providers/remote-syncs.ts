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

/** Makes what keeps deployments in step. One try of a deployment runs at a time, on one of the servers. */
export function createRemoteSyncs(options: RemoteSyncsOptions): RemoteSyncs {
  const { db, settings, building, onFault = () => {} } = options;
  const store = createRemoteStore(db);
  const running = new Map<number, Running>();
  const others = new Set<Promise<unknown>>();
  const closing = new AbortController();

  const attempt = async (deploymentId: number): Promise<void> => {
    const row = settings && (await store.claim(deploymentId));
    if (!row) return;
    await store.finish(deploymentId, await trySync(row));
  };
  const trySync = async (row: RemoteRow): Promise<SyncOutcome> => {
    try {
      return await syncRemote(options, row, closing.signal);
    } catch (error) {
      if (!(error instanceof RemoteError || error instanceof Refusal)) onFault(error);
      const errorText =
        error instanceof RemoteError || error instanceof Refusal
          ? error.message
          : 'Something went wrong on the server; its log has the details';
      return { state: 'failed', errorText, branches: [] };
    }
  };
  const loop = async (deploymentId: number): Promise<void> => {
    await attempt(deploymentId);
    const entry = running.get(deploymentId);
    if (!entry?.again || closing.signal.aborted) return;
    entry.again = false;
    await loop(deploymentId);
  };
  const asJob = <T>(work: () => Promise<T>): Promise<T> => {
    const caller: AuditCaller = {
      kind: 'job',
      credential: 'none',
      operation: 'sync-git-remote',
      requestId: crypto.randomUUID(),
    };
    return runOutsideContext(() => runInContext({ caller: JSON.stringify(caller) }, work));
  };
  const run = (deploymentId: number): Promise<void> => {
    const known = running.get(deploymentId);
    if (known) {
      known.again = true;
      return known.done;
    }
    const done = asJob(() => loop(deploymentId)).finally(() => running.delete(deploymentId));
    running.set(deploymentId, { done, again: false });
    return done;
  };
  const start = (deploymentId: number): void => {
    if (!settings || closing.signal.aborted) return;
    void run(deploymentId).catch(onFault);
  };
  const keep = (work: Promise<unknown>) => {
    const kept = work.catch(onFault).finally(() => others.delete(kept));
    others.add(kept);
  };
  const push = async (deploymentId: number, branch: string) => {
    const { directory, findHead } = await building.openRepository(deploymentId);
    const [head, remote] = await Promise.all([findHead(branch), findRef(directory, REMOTE_REFS + branch)]);
    if (head === undefined || head === remote || running.has(deploymentId)) {
      const entry = running.get(deploymentId);
      if (entry && head !== remote) entry.again = true;
      return;
    }
    if (await store.noteDue(deploymentId)) start(deploymentId);
  };
  const settled = async () => {
    while (running.size + others.size > 0)
      await Promise.allSettled([...[...running.values()].map(({ done }) => done), ...others]);
  };

  return {
    run: async (deploymentId) => (settings ? run(deploymentId) : undefined),
    async fetch(deploymentId) {
      if (!settings || closing.signal.aborted || !(await store.find(deploymentId))) return;
      await run(deploymentId).catch(onFault);
    },
    start,
    noteChange({ deploymentId, branch }) {
      if (!settings || closing.signal.aborted) return;
      keep(asJob(() => push(deploymentId, branch)));
    },
    async removeBranch(deploymentId, branch) {
      const row = settings && (await store.find(deploymentId));
      if (!row) return undefined;
      const { directory } = await building.openRepository(deploymentId);
      const call = { directory, remote: await options.openRemote(row), settings, signal: closing.signal };
      if ((await findRef(directory, REMOTE_REFS + branch)) === undefined) return undefined;
      const result = await pushToRemote(call, { branch, commit: undefined });
      return result.kind === 'refused' ? result.reason : undefined;
    },
    async resume(signal) {
      const due = settings ? await store.listDue(MAX_RESUMED) : [];
      let count = 0;
      for (const deploymentId of due) {
        if (signal.aborted) break;
        await run(deploymentId);
        count += 1;
      }
      return count;
    },
    settled,
    async close() {
      closing.abort();
      await settled();
    },
  };
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
