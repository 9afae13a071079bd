import type { UserAttributeInput } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { createDirectoryStore } from '../embed-directory/directory-store.ts';
import type { EmbedUserRow } from '../embed-directory/directory-rows.ts';
import { createEmbedTenantStore } from '../embed-tenants/embed-tenant-store.ts';
import { createAccountGroupStore } from '../embed-users/account-group-store.ts';
import { assertUnique, checkAllGroupsFound, matchAttributes } from '../embed-users/embed-user-policy.ts';
import { createUserAttributeStore } from '../embed-users/user-attribute-store.ts';
import type { ViewerLimit } from '../embed-users/viewer-limit.ts';

/** A viewer of an embed tenant as a request names one, and what holds for its rendering. */
export interface NamedViewer {
  /** As it is stored. */
  readonly embedTenantName: string;
  readonly externalId: string;
  readonly groups?: readonly string[] | null | undefined;
  readonly userAttributes?: readonly UserAttributeInput[] | null | undefined;
}

/** Two texts as one key. */
export const viewerKey = ({
  embedTenantName,
  externalId,
}: Pick<NamedViewer, 'embedTenantName' | 'externalId'>) => `${embedTenantName}\0${externalId}`;

/**
 * Finds the viewers that requests name and makes those who are not there, in the transaction of `db`. What is said for
 * their rendering has to name groups and attributes that there are.
 *
 * @returns by {@link viewerKey}
 * @throws `embed_user_limit`, `groups_not_found`, `attributes_not_found`, `attribute_type_mismatch`, `duplicate_name`
 */
export async function ensureViewers(
  db: Db,
  tenantId: number,
  viewers: readonly NamedViewer[],
  viewerLimit: ViewerLimit,
): Promise<Map<string, EmbedUserRow>> {
  await checkRenderings(db, tenantId, viewers);
  const directory = createDirectoryStore(db);
  const found = new Map<string, EmbedUserRow>();
  for (const [embedTenantName, ofTenant] of Map.groupBy(viewers, (viewer) => viewer.embedTenantName)) {
    const embedTenantId = await createEmbedTenantStore(db).ensure(tenantId, { name: embedTenantName });
    const tenant = { tenantId, embedTenantId };
    const externalIds = [...new Set(ofTenant.map(({ externalId }) => externalId))];
    const known = await directory.findUsers(tenant, { ids: [], externalIds });
    const knownIds = new Set(known.map(({ externalId }) => externalId));
    const missing = externalIds.filter((externalId) => !knownIds.has(externalId));
    if (missing.length > 0) await directory.addUsers(tenant, missing);
    for (const _ of missing) await viewerLimit.check(db, tenantId);
    for (const row of await directory.findUsers(tenant, { ids: [], externalIds }))
      found.set(viewerKey({ embedTenantName, externalId: row.externalId ?? '' }), row);
  }
  return found;
}

async function checkRenderings(db: Db, tenantId: number, viewers: readonly NamedViewer[]): Promise<void> {
  const groups = [...new Set(viewers.flatMap((viewer) => viewer.groups ?? []))];
  const account = { tenantId, embedTenantId: 0 };
  if (groups.length > 0)
    checkAllGroupsFound(groups, await createAccountGroupStore(db).findByNames(account, groups));
  const inputs = viewers.flatMap((viewer) => viewer.userAttributes ?? []);
  if (inputs.length === 0) return;
  for (const { userAttributes } of viewers)
    assertUnique(
      'user attribute',
      (userAttributes ?? []).map(({ name }) => name),
    );
  const names = [...new Set(inputs.map(({ name }) => name))];
  const scope = { tenantId, embedTenantId: null };
  matchAttributes(inputs, await createUserAttributeStore(db).findByNames(scope, names), {
    isOfTenant: false,
  });
}
