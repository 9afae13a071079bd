import { refuse, type AuthenticationSettings, type AuthenticationSettingsInput } from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/values/storable-id.ts';
import { changeAccount } from '../../identity/account-change.ts';
import {
  createAuthenticationSettingsStore,
  type AuthenticationSettingsStore,
} from './authentication-settings-store.ts';

/** Reads and changes how people may sign in. */
export type AuthenticationSettingsService = ReturnType<typeof createAuthenticationSettingsService>;

/** Makes the service of how people may sign in. */
export function createAuthenticationSettingsService(db: Db) {
  const store = createAuthenticationSettingsStore(db);
  return {
    get: (tenantId: number): Promise<AuthenticationSettings> => store.get(tenantId),
    /**
     * Changes what is given. Where passwords are not taken any more, the sessions that began with one, or with a
     * passkey, end: but those of the administrator who keeps theirs.
     *
     * @throws `user_not_found`, `break_glass_user_needed`, `password_sign_in_needed`
     */
    update: (actor: UserPrincipal, input: AuthenticationSettingsInput): Promise<AuthenticationSettings> =>
      changeAccount(db, actor, { takesAway: false }, async (tx) => {
        const { tenantId } = actor;
        const stored = createAuthenticationSettingsStore(tx);
        const known = await stored.get(tenantId);
        const changed = { ...known, ...input };
        await checkBreakGlass(stored, tenantId, changed);
        if (
          changed.requiresProvider &&
          !known.requiresProvider &&
          !(await stored.hasTestedProvider(tenantId))
        )
          throw refuse('password_sign_in_needed');
        await stored.put(tenantId, changed);
        if (changed.requiresProvider) await stored.endPasswordSessions(tenantId, changed.breakGlassUserId);
        return changed;
      }),
  };
}

async function checkBreakGlass(
  store: AuthenticationSettingsStore,
  tenantId: number,
  { requiresProvider, breakGlassUserId: id }: AuthenticationSettings,
): Promise<void> {
  if (id === null) {
    if (requiresProvider) throw refuse('break_glass_user_needed');
    return;
  }
  const holder = isStorableId(id) ? await store.findPasswordHolder(tenantId, id) : undefined;
  if (!holder) throw refuse('user_not_found', { id });
  if (!holder.isAdministrator) throw refuse('break_glass_user_needed');
}
