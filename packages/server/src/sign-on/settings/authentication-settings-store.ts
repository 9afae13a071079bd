import type { AuthenticationSettings } from '@oriel/contract';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';

/** The SQL of how people may sign in. */
export type AuthenticationSettingsStore = ReturnType<typeof createAuthenticationSettingsStore>;

/** Makes the store of how people may sign in. */
export function createAuthenticationSettingsStore(db: Db) {
  return bindFirst(db, { get, put, endPasswordSessions, findPasswordHolder, hasTestedProvider });
}

/** An account that has set nothing takes passwords. */
async function get(db: Db, tenantId: number): Promise<AuthenticationSettings> {
  const row = await db
    .selectFrom('authenticationSettings')
    .select(['requiresProvider', 'breakGlassUserId'])
    .where('tenantId', '=', tenantId)
    .executeTakeFirst();
  return row ?? { requiresProvider: false, breakGlassUserId: null };
}

async function put(db: Db, tenantId: number, settings: AuthenticationSettings): Promise<void> {
  await db
    .insertInto('authenticationSettings')
    .values({ tenantId, ...settings })
    .onConflict((conflict) => conflict.column('tenantId').doUpdateSet(settings))
    .execute();
}

/** Ends the sessions of our own methods, but those of one user. */
async function endPasswordSessions(db: Db, tenantId: number, keptUserId: number | null): Promise<void> {
  await db
    .deleteFrom('consoleSessions')
    .where('method', 'in', ['password', 'passkey'])
    .where('userId', 'in', (query) =>
      query
        .selectFrom('users')
        .select('id')
        .where('tenantId', '=', tenantId)
        .$if(keptUserId !== null, (users) => users.where('id', '<>', keptUserId ?? 0)),
    )
    .execute();
}

/** Whether a user is an active administrator with a password; undefined for no user of the account. */
async function findPasswordHolder(
  db: Db,
  tenantId: number,
  userId: number,
): Promise<{ readonly isAdministrator: boolean } | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['role', 'isDeactivated', 'passwordHash'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const isAdministrator = row.role === 'Admin' && !row.isDeactivated && row.passwordHash !== null;
  return { isAdministrator };
}

/** Whether people can sign in by a provider that has been seen to work. */
async function hasTestedProvider(db: Db, tenantId: number): Promise<boolean> {
  const row = await db
    .selectFrom('identityProviders')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('isEnabled', '=', true)
    .where('testedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
