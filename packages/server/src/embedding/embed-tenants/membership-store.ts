import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { EmbedTenantRef, ViewerRef } from './viewer-ref.ts';

/** A kind of groups that viewers are members of, in a deployment or in the whole account. */
interface MembershipTables {
  /** Columns `id` and `name`. */
  readonly groups: string;
  /** Columns `group_id`, `embed_user_id` and `deployment_id`, which is null for the whole account. */
  readonly members: string;
}

/**
 * Makes the store of viewers' memberships in one kind of groups.
 *
 * @param isOwnedBy the condition that a group `g` is of the account or the embed tenant
 */
export function createMembershipStore(
  db: Db,
  { groups, members }: MembershipTables,
  isOwnedBy: (owner: EmbedTenantRef) => RawBuilder<boolean>,
) {
  const groupsOf = (owner: EmbedTenantRef) => sql`${sql.table(groups)} g where ${isOwnedBy(owner)}`;
  return {
    /** The ids of those groups that exist, by name. */
    async findByNames(owner: EmbedTenantRef, names: readonly string[]): Promise<Map<string, number>> {
      const { rows } = await sql<{ id: number; name: string }>`
        select g.id, g.name from ${groupsOf(owner)} and g.name = any(${[...names]}::text[])`.execute(db);
      return new Map(rows.map(({ id, name }) => [name, id]));
    },
    /** Makes a viewer a member of exactly these groups in a deployment. */
    async replaceMemberships(viewer: ViewerRef, groupIds: readonly number[]): Promise<void> {
      const { embedUserId, deploymentId } = viewer;
      await sql`
        delete from ${sql.table(members)} where embed_user_id = ${embedUserId} and deployment_id = ${deploymentId}
          and group_id in (select g.id from ${groupsOf(viewer)})`.execute(db);
      await sql`
        insert into ${sql.table(members)} (group_id, embed_user_id, deployment_id)
        select g.id, ${embedUserId}::integer, ${deploymentId}::integer
        from ${groupsOf(viewer)} and g.id = any(${[...groupIds]}::integer[])`.execute(db);
    },
  };
}
