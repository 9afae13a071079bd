import type { ServerBrand } from '@oriel/contract';
import { sql } from 'kysely';
import type { EmbedPrincipal } from '../../access/principal.ts';
import { embedRights } from '../../access/roles/roles.ts';
import type { Database } from '../../db/database.ts';
import type { RenderingOverrides } from '../../db/values/stored-renderings.ts';
import { groupNamesOf } from '../embed-users/group-names.ts';
import { readViewerState } from '../embed-users/viewer-state.ts';

/** Where something is rendered. */
export interface RenderingScope {
  readonly tenantId: number;
  readonly deploymentId: number;
}

interface ViewerRow {
  embedTenantId: number;
  embedTenantName: string;
  externalId: string;
}

/** A viewer as a session of theirs would be, for one rendering; undefined for one who is not there. */
export async function findViewer(
  db: Database['db'],
  brand: ServerBrand,
  { tenantId, deploymentId }: RenderingScope,
  { embedUserId, overrides }: { embedUserId: number; overrides: RenderingOverrides },
): Promise<EmbedPrincipal | undefined> {
  const { rows } = await sql<ViewerRow>`
    select e.embed_tenant_id, t.name as embed_tenant_name, e.external_id
    from embed_users e join embed_tenants t on t.id = e.embed_tenant_id
    where e.tenant_id = ${tenantId} and e.id = ${embedUserId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { embedTenantId, embedTenantName, externalId } = row;
  const viewer = { tenantId, embedTenantId, embedUserId, deploymentId };
  const { groups, tenantGroups, attributes } = await readViewerState(db, viewer);
  const values = { ...valuesOf(attributes), ...overrides.attributes };
  const securityContext = {
    ...overrides.securityContext,
    [brand.securityContextKey]: {
      groups: groupNamesOf(embedTenantName, { groups: overrides.groups ?? groups, tenantGroups }),
      userAttributes: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
      username: externalId,
      embedTenant: embedTenantName,
    },
  };
  return {
    kind: 'embed',
    ...viewer,
    creatorMode: false,
    allowsExport: true,
    allowsAi: true,
    allowsChatAuthoring: true,
    securityContext,
    claims: {
      tenantId,
      deploymentIds: [deploymentId],
      branch: null,
      viewer: { holder: `embed-user ${embedUserId}`, securityContext },
      maker: undefined,
      permissions: [...embedRights.permissions],
      highestLevel: embedRights.highestLevel,
      expiresAtMs: undefined,
    },
  };
}

function valuesOf(attributes: readonly { name: string; value: unknown }[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
}
