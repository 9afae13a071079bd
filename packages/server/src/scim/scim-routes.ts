import type { scimOperations, ServerBrand } from '@oriel/contract';
import { unscopedUserOf } from '../access/scope.ts';
import type { Database } from '../db/database.ts';
import type { CallContext, Handlers } from '../http/handler.ts';
import {
  describeResourceTypes,
  describeSchemas,
  describeService,
  getDescription,
  toDescriptionList,
} from './discovery.ts';
import { createScimGroupRoutes } from './groups/scim-group-routes.ts';
import { createScimUserRoutes } from './users/scim-user-routes.ts';
import { createScimUserStore } from './users/scim-user-store.ts';
import { attributesUrn } from './users/user-attributes.ts';

/** Makes the handlers of provisioning by SCIM 2.0. @see RFC 7643 and RFC 7644 */
export function createScimRoutes(
  database: Pick<Database, 'db' | 'pipelined'>,
  brand: ServerBrand,
): Handlers<typeof scimOperations> {
  const { db } = database;
  const extensionUrn = attributesUrn(brand);
  const resourceTypes = async ({ principal, linkUrl }: CallContext) => {
    unscopedUserOf(principal);
    return describeResourceTypes(await linkUrl(), extensionUrn);
  };
  const schemas = async ({ principal, linkUrl }: CallContext) => {
    const { tenantId } = unscopedUserOf(principal);
    return describeSchemas(
      await linkUrl(),
      extensionUrn,
      await createScimUserStore(db).listAttributes(tenantId),
    );
  };
  return {
    getScimServiceProviderConfig: async ({ principal, linkUrl }) => {
      unscopedUserOf(principal);
      return { status: 200, body: describeService(await linkUrl()) };
    },
    listScimResourceTypes: async (call) => ({
      status: 200,
      body: toDescriptionList(await resourceTypes(call)),
    }),
    getScimResourceType: async (call) => ({
      status: 200,
      body: getDescription(await resourceTypes(call), call.params.scimResourceType),
    }),
    listScimSchemas: async (call) => ({ status: 200, body: toDescriptionList(await schemas(call)) }),
    getScimSchema: async (call) => ({
      status: 200,
      body: getDescription(await schemas(call), call.params.scimSchemaUrn),
    }),
    ...createScimUserRoutes(database, extensionUrn),
    ...createScimGroupRoutes(db),
  };
}
