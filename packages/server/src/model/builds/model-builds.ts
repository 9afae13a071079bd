import { limits, type ModelBuildCause } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import { setTimeout as pause } from 'node:timers/promises';
import { git } from '../../build/git.ts';
import type { ReadRepository } from '../../build/model-repositories.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { runOutsideContext } from '../../db/request-context.ts';
import type { OpenRepository } from '../branches/model-branches.ts';
import type { CheckCommit, CommitFinding } from './commit-check.ts';
import { createBuildStore, lockBuilds, type BuildResult, type BuildRow } from './build-store.ts';
import { BUILD_REFS } from './build-refs.ts';

/** What builds are made with. */
export interface ModelBuildsOptions {
  readonly db: Db;
  readonly openRepository: OpenRepository;
  readonly readRepository: ReadRepository;
  readonly checkCommit: CheckCommit;
  readonly engine: Pick<Engine, 'invalidate' | 'runtimes'>;
  /** Told of a build that was not made because of a fault, which is tried again later. */
  onFault?(error: unknown): void;
  /** Told of what happens to a build. */
  onEvent?(build: BuiltCommit, message: string): void;
}

/** A commit that is built. */
type BuiltCommit = Pick<BuildRow, 'id' | 'deploymentId' | 'branch' | 'commitId'>;

/** A branch that was changed. */
interface BuildRequest {
  readonly deployment: { readonly id: number; readonly tenantId: number };
  readonly branch: string;
  readonly cause: Exclude<ModelBuildCause, 'rollback'>;
  /** Null where it is not known who. */
  readonly userId: number | null;
}

/** Builds commits: compiles each once, in the background, and has production answer by those that compile. */
export interface ModelBuilds {
  /**
   * Begins the build of the newest commit of a branch, unless it was begun before. One that failed is built again once
   * the deployment has other variables or another project root. Undefined where there is no such branch.
   */
  start(request: BuildRequest): Promise<BuildRow | undefined>;
  /** Settles when a build of this server has ended, at once for every other. */
  ended(build: Pick<BuildRow, 'id'>): Promise<void>;
  /** Goes on with builds that a server has left which died. */
  resume(olderThanSeconds: number): Promise<number>;
  /** Settles when no build runs. */
  settled(): Promise<void>;
  /** Leaves what is not built yet to another server, or to the next start. */
  close(): Promise<void>;
}

/** Builds that one call of {@link ModelBuilds.resume} takes up. */
const MAX_RESUMED = 100;
/** What a build waits for the request that has begun it to be committed. */
const COMMIT_TRIES = 100;
const COMMIT_PAUSE_MS = 100;

/** What the parts of the service work with. */
interface ModelBuildsNeeds extends Pick<
  ModelBuildsOptions,
  'db' | 'openRepository' | 'readRepository' | 'checkCommit' | 'engine' | 'onFault' | 'onEvent'
> {
  readonly onFault: NonNullable<ModelBuildsOptions['onFault']>;
  readonly onEvent: NonNullable<ModelBuildsOptions['onEvent']>;
  readonly store: ReturnType<typeof createBuildStore>;
  readonly running: Map<number, Promise<void>>;
  readonly closing: AbortController;
}

/** Makes what builds commits. Builds of one server are compiled one after the other. */
export function createModelBuilds({
  db,
  openRepository,
  readRepository,
  checkCommit,
  engine,
  onFault = () => {},
  onEvent = () => {},
}: ModelBuildsOptions): ModelBuilds {
  const store = createBuildStore(db);
  const running = new Map<number, Promise<void>>();
  const closing = new AbortController();
  return bindFirst(
    { db, openRepository, readRepository, checkCommit, engine, onFault, onEvent, store, running, closing },
    { settled, ended, close, start, resume },
  );
}

async function settled({ running }: Pick<ModelBuildsNeeds, 'running'>) {
  while (running.size > 0) await Promise.all(running.values());
}

async function ended(
  { running }: Pick<ModelBuildsNeeds, 'running'>,
  { id }: Pick<BuildRow, 'id'>,
): Promise<void> {
  return running.get(id);
}

async function close(needs: Pick<ModelBuildsNeeds, 'running' | 'closing'>): Promise<void> {
  needs.closing.abort();
  await settled(needs);
}

async function start(
  needs: ModelBuildsNeeds,
  { deployment, branch, cause, userId }: BuildRequest,
): Promise<BuildRow | undefined> {
  const { id: deploymentId, tenantId } = deployment;
  const repository = await needs.openRepository(deploymentId);
  const started = await needs.db.transaction().execute(async (tx) => {
    await lockBuilds(tx, deploymentId);
    const locked = createBuildStore(tx);
    const head = await repository.findHead(branch);
    if (head === undefined) return undefined;
    const known = await locked.findByCommit(deploymentId, branch, head);
    if (known && !known.isOutdated) return { row: known, isNew: false };
    const begun = known ?? {
      cause,
      createdBy: userId,
      isHeld: await isHeldBack(tx, deploymentId, { branch, cause }),
    };
    const { isHeld, createdBy } = begun;
    const build = { deploymentId, branch, commitId: head, cause: begun.cause, isHeld, createdBy };
    return { row: await locked.insert(build), isNew: true };
  });
  if (started?.isNew) run(needs, tenantId, started.row);
  return started?.row;
}

async function resume(needs: ModelBuildsNeeds, olderThanSeconds: number): Promise<number> {
  const rows = await needs.store.listUnfinished(olderThanSeconds, MAX_RESUMED);
  for (const { tenantId, ...row } of rows) run(needs, tenantId, row);
  return rows.length;
}

async function finish(
  { store, closing }: Pick<ModelBuildsNeeds, 'store' | 'closing'>,
  build: BuiltCommit,
  result: BuildResult,
): Promise<void> {
  for (let tries = 0; tries < COMMIT_TRIES && !closing.signal.aborted; tries += 1) {
    if (await store.finish(build, result)) return;
    const row = await store.find(build.deploymentId, build.id);
    // Another server was faster. A row that is not there is of a request that is not committed yet, or never will be.
    if (row && row.state !== 'building') return;
    await pause(COMMIT_PAUSE_MS);
  }
}

async function build(needs: ModelBuildsNeeds, tenantId: number, row: BuiltCommit): Promise<void> {
  const { deploymentId, branch, commitId } = row;
  needs.onEvent(row, `Building ${commitId}`);
  const { problems, warnings } = await needs.readRepository(deploymentId, async (repository) => {
    const found = await needs.checkCommit({ id: deploymentId, tenantId }, repository, commitId);
    // A branch may be moved by force, and production is to go on and to be rolled back to it all the same.
    if (found.problems.length === 0)
      await git(repository.directory, ['update-ref', BUILD_REFS + commitId, commitId]);
    return found;
  });
  const errorText = toText(problems);
  await finish(needs, row, { errorText, warningText: toText(warnings) });
  needs.onEvent(row, errorText === null ? `Built ${commitId}` : `${commitId} does not compile: ${errorText}`);
  if (!isServed(needs.engine, row)) needs.engine.invalidate({ deploymentId, branch });
}

function run(needs: ModelBuildsNeeds, tenantId: number, row: BuiltCommit): void {
  // What a request has begun outlives it, and is none of its transaction.
  const done = runOutsideContext(() => build(needs, tenantId, row))
    .catch((error: unknown) => needs.closing.signal.aborted || needs.onFault(error))
    .then(() => {})
    .finally(() => needs.running.delete(row.id));
  needs.running.set(row.id, done);
}

/** Whether a runtime of the branch answers by the commit already, as production does before its first build. */
function isServed(
  engine: Pick<Engine, 'runtimes'>,
  { deploymentId, branch, commitId }: BuiltCommit,
): boolean {
  return engine
    .runtimes()
    .some(
      (runtime) =>
        runtime.deploymentId === deploymentId &&
        runtime.branch === branch &&
        runtime.modelVersion.startsWith(commitId),
    );
}

/** A deployment that is deployed by uploads passes over what else comes to its branch. */
async function isHeldBack(
  db: Db,
  deploymentId: number,
  { branch, cause }: Pick<BuildRequest, 'branch' | 'cause'>,
): Promise<boolean> {
  if (cause === 'upload' || cause === 'create') return false;
  const row = await db
    .selectFrom('deployments')
    .select(['deployMode', 'deployBranch'])
    .where('id', '=', deploymentId)
    .executeTakeFirst();
  return row?.deployMode === 'cli' && row.deployBranch === branch;
}

/** Problems that are kept of a build. */
const MAX_PROBLEMS = 1_000;

function toText(findings: readonly CommitFinding[]): string | null {
  if (findings.length === 0) return null;
  const lines = findings.slice(0, MAX_PROBLEMS).map(({ message }) => message);
  if (findings.length > MAX_PROBLEMS) lines.push(`… and ${findings.length - MAX_PROBLEMS} more`);
  return lines.join('\n').slice(0, limits.MAX_DOCUMENT_LENGTH);
}
