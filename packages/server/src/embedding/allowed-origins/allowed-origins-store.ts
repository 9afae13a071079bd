import type { Db } from '../../db/database.ts';
import { tenantOfHost } from '../../identity/credentials/credential-store.ts';
import { lockRefusedOrigins, removeRefusedOrigins } from '../refused-origins/refused-origin-store.ts';

/** The SQL of an account's allowed origins. */
export type AllowedOriginsStore = ReturnType<typeof createAllowedOriginsStore>;

/**
 * Makes the store of the origins that may embed an account's surfaces and call its API; each is such as
 * `https://app.example.com`.
 */
export function createAllowedOriginsStore(db: Db) {
  const ofTenant = (tenantId: number) =>
    db.selectFrom('tenants').select('embedAllowedOrigins as origins').where('id', '=', tenantId);
  return {
    async list(tenantId: number): Promise<string[]> {
      return (await ofTenant(tenantId).executeTakeFirstOrThrow()).origins;
    },
    /** Of the account that a host name belongs to. */
    async listByHost(host: string): Promise<string[]> {
      const row = await db
        .selectFrom('tenants')
        .select('embedAllowedOrigins as origins')
        .where('id', '=', tenantOfHost(host))
        .executeTakeFirstOrThrow();
      return row.origins;
    },
    /** What is allowed now is forgotten as refused. */
    async replace(tenantId: number, origins: readonly string[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await lockRefusedOrigins(tx, tenantId);
        await tx
          .updateTable('tenants')
          .set({ embedAllowedOrigins: [...origins] })
          .where('id', '=', tenantId)
          .execute();
        await removeRefusedOrigins(tx, tenantId, origins);
      });
    },
  };
}
