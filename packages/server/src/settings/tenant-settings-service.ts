import type { TenantSettings, TenantSettingsInput } from '@oriel/contract';
import { sql } from 'kysely';
import type { UserPrincipal } from '../access/principal.ts';
import { checkRecord, noteChangedTag } from '../access/record-tag.ts';
import type { Db } from '../db/database.ts';
import { createTokenConfigStore } from '../workload-tokens/token-config-store.ts';

/** The switches of an account that has changed nothing. */
const defaults: TenantSettings = {
  auditLogEnabled: true,
  auditLogEnabledCurrent: true,
  auditLogEnabledTimestamp: 0,
  hasSupportAccess: false,
  maintenanceWindowEnabled: false,
  maintenanceWindowDay: 'Sunday',
  maintenanceWindowTime: '02:00',
  oidcEnabled: false,
  requiresSecondFactor: false,
  useAIBIUserInterface: true,
};

/** Makes the service of the switches of accounts. */
export function createTenantSettingsService(db: Db) {
  const read = async (on: Db, tenantId: number, isLocked: boolean): Promise<Partial<TenantSettings>> => {
    const query = on.selectFrom('tenants').select('settings').where('id', '=', tenantId);
    const { settings } = await (isLocked ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow();
    return settings;
  };
  return {
    async get(tenantId: number): Promise<TenantSettings> {
      return { ...defaults, ...(await read(db, tenantId, false)) };
    },
    /**
     * Changes what is given and answers with all; of changes at once each finds those before it.
     * @throws `precondition_failed`
     */
    update: ({ tenantId, condition }: UserPrincipal, input: TenantSettingsInput): Promise<TenantSettings> =>
      db.transaction().execute(async (tx) => {
        await checkRecord(tx, condition);
        const known = { ...defaults, ...(await read(tx, tenantId, true)) };
        const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
        const changed: TenantSettings = { ...known, ...given };
        if (changed.auditLogEnabled !== known.auditLogEnabled)
          changed.auditLogEnabledTimestamp = Math.floor(Date.now() / 1000);
        await tx
          .updateTable('tenants')
          .set({ settings: sql`${JSON.stringify(changed)}::jsonb` })
          .where('id', '=', tenantId)
          .execute();
        // Runtimes get tokens, or lose them.
        if (changed.oidcEnabled !== known.oidcEnabled)
          await createTokenConfigStore(tx).tellRuntimes(tenantId);
        await noteChangedTag(tx, condition);
        return changed;
      }),
  };
}
