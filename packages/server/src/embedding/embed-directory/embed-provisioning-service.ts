import {
  Refusal,
  type EmbedUser,
  type ProvisionEmbedUserInput,
  type ProvisionEmbedUsersInput,
  type ProvisionEmbedUsersResponse,
} from '@oriel/contract';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { runDry } from '../../db/dry-run.ts';
import { createEmbedTenantStore } from '../embed-tenants/embed-tenant-store.ts';
import { createTenantGroupStore } from '../embed-tenants/tenant-group-store.ts';
import { createAccountGroupStore } from '../embed-users/account-group-store.ts';
import { checkAllGroupsFound } from '../embed-users/embed-user-policy.ts';
import type { ViewerLimit } from '../embed-users/viewer-limit.ts';
import { checkedName } from './directory-service.ts';
import { createDirectoryStore } from './directory-store.ts';
import { externalIdOf } from './embed-group-service.ts';

/** What the parts of the service work with. */
interface EmbedProvisioningNeeds {
  readonly db: Db;
  readonly viewerLimit: ViewerLimit;
}

/** Makes the service that provisions viewers. */
export function createEmbedProvisioningService(db: Db, viewerLimit: ViewerLimit) {
  return bindFirst({ db, viewerLimit }, { provision: provisionOne, provisionMany });
}

/** @throws `validation_failed`, `groups_not_found`, `embed_user_limit` */
async function provisionOne(
  needs: EmbedProvisioningNeeds,
  tenantId: number,
  name: string,
  input: ProvisionEmbedUserInput,
): Promise<EmbedUser> {
  return provision(needs, tenantId, checkedName(name), input);
}

/**
 * One after the other; a refusal costs its own viewer alone. A dry run answers the viewers as they would be.
 *
 * @throws `validation_failed` for the name of the tenant
 */
async function provisionMany(
  needs: EmbedProvisioningNeeds,
  tenantId: number,
  name: string,
  { users, dryRun }: ProvisionEmbedUsersInput,
): Promise<ProvisionEmbedUsersResponse> {
  const canonical = checkedName(name);
  const provisionAll = () => provisionInOrder(needs, tenantId, canonical, users);
  return dryRun === true ? runDry(needs.db, provisionAll) : provisionAll();
}

/** As a whole or not at all. */
function provision(
  { db, viewerLimit }: EmbedProvisioningNeeds,
  tenantId: number,
  name: string,
  input: ProvisionEmbedUserInput,
): Promise<EmbedUser> {
  return db.transaction().execute(async (tx) => {
    const embedTenantId = await createEmbedTenantStore(tx).ensure(tenantId, { name });
    const tenant = { tenantId, embedTenantId };
    const store = createDirectoryStore(tx);
    const externalId = externalIdOf(input.externalId);
    const [known] = await store.findUsers(tenant, { ids: [], externalIds: [externalId] });
    await store.addUsers(tenant, [externalId]);
    if (!known) await viewerLimit.check(tx, tenantId);
    const find = async (): Promise<EmbedUser> => {
      const [user] = await store.findUsers(tenant, { ids: [], externalIds: [externalId] });
      if (!user) throw new Error('The viewer that was just stored is not there');
      return user;
    };
    const { id } = await find();
    const { displayName, picture } = input.userProfile ?? {};
    await store.setTexts(tenant, id, {
      ...(input.email != null && { email: input.email }),
      ...(displayName != null && { displayName }),
      ...(picture != null && { picture }),
    });
    for (const [kind, names, groups] of [
      ['embed_user_groups', input.groups, createAccountGroupStore(tx)],
      ['embed_tenant_group_members', input.tenantGroups, createTenantGroupStore(tx)],
    ] as const) {
      if (names == null) continue;
      const found = await groups.findByNames(tenant, names);
      checkAllGroupsFound(names, found);
      await store.replaceGroups(kind, id, [...found.values()]);
    }
    return find();
  });
}

async function provisionInOrder(
  needs: EmbedProvisioningNeeds,
  tenantId: number,
  name: string,
  users: readonly ProvisionEmbedUserInput[],
): Promise<ProvisionEmbedUsersResponse> {
  const answer: ProvisionEmbedUsersResponse = { succeeded: [], failed: [] };
  for (const user of users)
    try {
      answer.succeeded.push(await provision(needs, tenantId, name, user));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message } = error;
      answer.failed.push({ externalId: user.externalId, error: { status, message } });
    }
  return answer;
}
