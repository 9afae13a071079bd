import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/database.ts';
import { conditionOf, type UserPrincipal } from '../../access/principal.ts';
import { noteChangedTag } from '../../access/record-tag.ts';
import { accessVersionOf } from '../../access/access-version.ts';
import { mapConstraintErrors, type ConflictContext } from '../items/constraint-refusals.ts';
import { createWorkspaceAccess, type WorkspaceAccess } from '../workspace-access.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

/** A transaction that changes a workspace. */
export interface WorkspaceChange {
  /** The transaction; stores are made with it. */
  readonly db: Db;
  /** The access of the scope's caller, as it is in the transaction. */
  readonly access: WorkspaceAccess;
}

/** The lock of a deployment's workspace, beside the deployment's id; functions of the database take it as well. */
const WORKSPACE_LOCK = 7_231_005;

/**
 * How the workspace of a deployment is locked by a change. `exclusive` for changes of access itself, which are those of
 * folders and of grants: they wait for all changes under way, and others wait for them. `shared`: any number at a time.
 */
export type WorkspaceLock = 'shared' | 'exclusive';

/** How a change runs. */
interface ChangeOptions {
  /** Default `shared`. */
  readonly lock?: WorkspaceLock;
  /** What the change asked for, for the refusals of constraints that it violates. */
  readonly conflict?: ConflictContext;
}

/**
 * Runs a change in a transaction with access that does not change meanwhile: what `work` has checked still holds when
 * it commits, and a revocation that was answered before is seen by every check. So is what was taken from the caller
 * themselves. Slow work that needs no lock is done before.
 *
 * @throws what `work` throws; the refusals of {@link mapConstraintErrors}
 */
export function changeWorkspace<T>(
  db: Db,
  scope: WorkspaceScope,
  { lock = 'shared', conflict = {} }: ChangeOptions,
  work: (change: WorkspaceChange) => Promise<T>,
): Promise<T> {
  const entering = enterWorkspace(lock, scope);
  return mapConstraintErrors(conflict, () =>
    db.transaction().execute(async (tx) => {
      await sql`select ${entering}`.execute(tx);
      const result = await work({ db: tx, access: createWorkspaceAccess(tx, scope) });
      await noteChangedTag(tx, conditionOf(scope.actor));
      return result;
    }),
  );
}

/**
 * Takes the lock until the end of the transaction, as an expression of SQL for a statement of its own: one that waits
 * for a lock goes on with what it saw before. It fails as {@link lockWorkspace}.
 */
export function enterWorkspace(lock: WorkspaceLock, scope: WorkspaceScope): RawBuilder<unknown> {
  if (scope.actor.kind === 'embed') return advisoryLock('xact_lock', lock, scope);
  return enter('enter_workspace', lock, scope.actor, scope.deploymentId);
}

/**
 * Takes the lock for several transactions of one connection, as an expression of SQL: until {@link unlockWorkspace} on
 * that connection, or its end. It fails by the constraint `users_access_version` where the caller may do less by now.
 */
export function lockWorkspace(lock: WorkspaceLock, scope: WorkspaceScope): RawBuilder<unknown> {
  if (scope.actor.kind === 'embed') return advisoryLock('lock', lock, scope);
  return enter('enter_workspace_for_batch', lock, scope.actor, scope.deploymentId);
}

function enter(
  name: string,
  lock: WorkspaceLock,
  actor: UserPrincipal,
  deploymentId: number,
): RawBuilder<unknown> {
  return sql`${sql.raw(name)}(${deploymentId}::integer, ${lock === 'exclusive'}::boolean, ${accessVersionOf(actor)})`;
}

/**
 * Takes the lock `shared` for a viewer of an embed session, as {@link enterWorkspace}; the credential has just been
 * looked at.
 */
export function holdWorkspace(deploymentId: number): RawBuilder<unknown> {
  return sql`pg_advisory_xact_lock_shared(${WORKSPACE_LOCK}, ${deploymentId})`;
}

/** Gives back what {@link lockWorkspace} took. */
export function unlockWorkspace(lock: WorkspaceLock, scope: WorkspaceScope): RawBuilder<unknown> {
  return advisoryLock('unlock', lock, scope);
}

/** The lock for a viewer. Its credential has just been looked at; users alone have an access with a version. */
function advisoryLock(
  name: 'xact_lock' | 'lock' | 'unlock',
  lock: WorkspaceLock,
  { deploymentId }: WorkspaceScope,
): RawBuilder<unknown> {
  return sql`${sql.raw(`pg_advisory_${name}${lock === 'shared' ? '_shared' : ''}`)}(${WORKSPACE_LOCK}, ${deploymentId})`;
}
