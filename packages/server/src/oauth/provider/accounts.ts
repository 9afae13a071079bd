import type { Account } from 'oidc-provider';
import type { Db } from '../../db/database.ts';

/** The user that tokens name by their id; undefined for one who is deactivated or gone. */
export async function findAccount(db: Db, tenantId: number, sub: string): Promise<Account | undefined> {
  const id = Number(sub);
  if (!Number.isSafeInteger(id)) return undefined;
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .where('isDeactivated', '=', false)
    .executeTakeFirst();
  return user && { accountId: sub, claims: async () => ({ sub, email: user.email }) };
}
