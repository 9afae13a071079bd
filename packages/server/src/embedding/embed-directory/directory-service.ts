import {
  refuse,
  refuseFields,
  type EmbedTenantsPublicResponse,
  type EmbedUsersPublicResponse,
  type OperationTypes,
} from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { readPage } from '../../paging/page.ts';
import type { EmbedTenantRef } from '../embed-tenants/viewer-ref.ts';
import { createDirectoryStore, tenantsByName, usersByName } from './directory-store.ts';

/** Lists embed tenants and their viewers, and deletes tenants. */
export type DirectoryService = ReturnType<typeof createDirectoryService>;

/** As sessions take it. */
const CANONICAL_NAME = /^[a-z][a-z0-9-]{0,34}[a-z0-9]$/;

/** Makes the service of embed tenants. */
export function createDirectoryService(db: Db) {
  const store = createDirectoryStore(db);
  /** @throws `embed_tenant_not_found` */
  const getTenant = async (tenantId: number, name: string): Promise<EmbedTenantRef> => {
    const tenant = await store.findTenant(tenantId, canonicalName(name));
    if (!tenant) throw refuse('embed_tenant_not_found', { name });
    return tenant;
  };
  return {
    getTenant,
    /** By name. @throws `invalid_cursor` */
    async listTenants(
      tenantId: number,
      { search = null, ...request }: OperationTypes['listEmbedTenants']['query'],
    ): Promise<EmbedTenantsPublicResponse> {
      const { rows, pageInfo } = await readPage(request, tenantsByName, (range) =>
        store.listTenants(tenantId, search, range),
      );
      return { items: rows, pageInfo };
    },
    /** Nothing where there is none. @throws `validation_failed` for a name that is not written as it is stored */
    async removeTenant(tenantId: number, name: string): Promise<void> {
      if (!CANONICAL_NAME.test(name))
        throw refuseFields([
          {
            path: 'embedTenantName',
            message: 'must be the name as it is stored: lower case, letters, digits and dashes',
          },
        ]);
      await db.transaction().execute(async (tx) => {
        const locked = createDirectoryStore(tx);
        const tenant = await locked.findTenant(tenantId, name);
        if (tenant) await locked.removeTenant(tenant);
      });
    },
    /** By username. @throws `embed_tenant_not_found`, `invalid_cursor` */
    async listUsers(
      tenantId: number,
      name: string,
      { search = null, ...request }: OperationTypes['listEmbedUsers']['query'],
    ): Promise<EmbedUsersPublicResponse> {
      const tenant = await getTenant(tenantId, name);
      const { rows, pageInfo } = await readPage(request, usersByName, (range) =>
        store.listUsers(tenant, search, range),
      );
      return { items: rows, pageInfo };
    },
  };
}

/** A name as it is stored, of one that a caller has written. */
function canonicalName(name: string): string {
  return name.trim().toLowerCase();
}

/**
 * A name that an embed tenant may have, as it is stored.
 *
 * @throws `validation_failed`
 */
export function checkedName(name: string): string {
  const canonical = canonicalName(name);
  if (CANONICAL_NAME.test(canonical)) return canonical;
  throw refuseFields([
    {
      path: 'embedTenantName',
      message: `must have 2 to 36 letters, digits and dashes, and begin with a letter`,
    },
  ]);
}
