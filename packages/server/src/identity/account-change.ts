import { sql, type RawBuilder } from 'kysely';
import { accessVersionOf } from '../access/access-version.ts';
import type { UserPrincipal } from '../access/principal.ts';
import { checkRecord, noteChangedTag } from '../access/record-tag.ts';
import type { Db } from '../db/database.ts';
import { isKeptFromAdministrators, keepAdministrators } from './kept-administrators.ts';
import { accountRefusals, type AccountConflict } from './account-refusals.ts';

/** How a change of the people of an account runs. */
interface AccountChangeOptions {
  /** Whether it may take a right away: then it waits for every change of a workspace that is under way. */
  readonly takesAway: boolean;
  /**
   * Whether an identity provider asks for it, which is kept from how administrators sign in, whatever its key may call.
   */
  readonly isProvisioning?: boolean;
  readonly conflict?: AccountConflict;
}

/**
 * Runs a change of users, groups or roles in a transaction, one at a time for each account: what `work` has checked
 * still holds when it commits, and what was taken from the caller meanwhile is taken. Once it is answered, nothing is
 * written any more with access that it took away.
 *
 * @throws `precondition_failed`, `administrator_protected`, what `work` throws, and the refusals of the constraints
 * that it violates
 */
export async function changeAccount<T>(
  db: Db,
  actor: UserPrincipal,
  { takesAway, isProvisioning = false, conflict = {} }: AccountChangeOptions,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      await enterAccount(actor, takesAway).execute(tx);
      await checkRecord(tx, actor.condition);
      const result = isKeptFromAdministrators(actor, isProvisioning)
        ? await keepAdministrators(tx, actor.tenantId, () => work(tx))
        : await work(tx);
      await noteChangedTag(tx, actor.condition);
      return result;
    });
  } catch (error) {
    throw refusalFor(error, conflict);
  }
}

/** The statement by which a change of the people of an account begins. */
export function enterAccount(actor: UserPrincipal, takesAway: boolean): RawBuilder<unknown> {
  return sql`select enter_account(${actor.tenantId}::integer, ${takesAway}::boolean, ${accessVersionOf(actor)})`;
}

/** The refusal that the violation of a constraint stands for; other errors as they are. */
export function refusalFor(error: unknown, conflict: AccountConflict): unknown {
  const { constraint } = error as { constraint?: string };
  const refusal = constraint === undefined ? undefined : accountRefusals[constraint]?.(conflict);
  if (!refusal) return error;
  refusal.cause = error;
  return refusal;
}
