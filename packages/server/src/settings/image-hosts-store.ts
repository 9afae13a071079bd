import type { Db } from '../db/database.ts';

/** The SQL of an account's hosts of pictures. */
export type ImageHostsStore = ReturnType<typeof createImageHostsStore>;

/** Makes the store of the hosts from which an account's texts may show pictures. */
export function createImageHostsStore(db: Db) {
  return {
    async list(tenantId: number): Promise<string[]> {
      const { imageHosts } = await db
        .selectFrom('tenants')
        .select('imageHosts')
        .where('id', '=', tenantId)
        .executeTakeFirstOrThrow();
      return imageHosts;
    },
    async replace(tenantId: number, hosts: readonly string[]): Promise<void> {
      await db
        .updateTable('tenants')
        .set({ imageHosts: [...hosts] })
        .where('id', '=', tenantId)
        .execute();
    },
  };
}
