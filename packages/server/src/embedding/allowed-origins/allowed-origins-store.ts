import type { Db } from '../../db/database.ts';
import { tenantOfHost } from '../../identity/credential-store.ts';

/** The SQL of an account's allowed origins. */
export type AllowedOriginsStore = ReturnType<typeof createAllowedOriginsStore>;

/** Makes the store of the origins that may embed an account's surfaces and call its API; each is such as `https://app.example.com`. */
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
    async replace(tenantId: number, origins: readonly string[]): Promise<void> {
      await db
        .updateTable('tenants')
        .set({ embedAllowedOrigins: [...origins] })
        .where('id', '=', tenantId)
        .execute();
    },
  };
}
