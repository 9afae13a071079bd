import type { ScimEmail, UserAttributeType } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { tagOf, userTag } from '../../access/record-tag.ts';
import type { UserRole } from '../../access/roles/roles.ts';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/values/storable-id.ts';
import type { AttributeValue } from '../../db/values/column-types.ts';
import { builtInDefault } from '../../identity/role-mapping/mapped-roles.ts';
import type { ScimListOptions } from '../read-list.ts';

/** A user as it is stored, with what SCIM shows of it. */
export interface ScimUserRow {
  id: number;
  username: string;
  email: string;
  /** Name for display. */
  firstName: string | null;
  givenName: string | null;
  familyName: string | null;
  title: string | null;
  externalId: string | null;
  emails: ScimEmail[] | null;
  isDeactivated: boolean;
  role: UserRole | null;
  createdAt: string;
  updatedAt: string;
  /** The values of the user's own, by the names of the attributes. */
  attributes: Record<string, AttributeValue>;
  version: string;
}

/** What SCIM writes of a user, as it is stored. */
export type UserColumns = Omit<
  ScimUserRow,
  'id' | 'role' | 'createdAt' | 'updatedAt' | 'attributes' | 'version' | 'emails'
> & {
  /** JSON. */
  emails: string | null;
};

/** An attribute of users, as far as values are checked against it. */
export interface AttributeRow {
  id: number;
  name: string;
  type: UserAttributeType;
}

/** The SQL of users as SCIM has them. */
export type ScimUserStore = ReturnType<typeof createScimUserStore>;

/** Makes the store of users as SCIM has them. */
export function createScimUserStore(db: Db) {
  return {
    async list(tenantId: number, { where, orderBy, offset, limit }: ScimListOptions): Promise<ScimUserRow[]> {
      const { rows } = await selectUsers(
        sql`u.tenant_id = ${tenantId} and ${where} order by ${orderBy} offset ${offset} limit ${limit}`,
      ).execute(db);
      return rows;
    },
    async count(tenantId: number, where: RawBuilder<unknown>): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) from users u where u.tenant_id = ${tenantId} and ${where}`.execute(db);
      return rows[0]?.count ?? 0;
    },
    async find(tenantId: number, id: number): Promise<ScimUserRow | undefined> {
      if (!isStorableId(id)) return undefined;
      const { rows } = await selectUsers(sql`u.tenant_id = ${tenantId} and u.id = ${id}`).execute(db);
      return rows[0];
    },
    /** The attributes of users that the account has. */
    listAttributes: (tenantId: number): Promise<AttributeRow[]> =>
      db
        .selectFrom('userAttributes')
        .select(['id', 'name', 'type'])
        .where('tenantId', '=', tenantId)
        .where('embedTenantId', 'is', null)
        .orderBy('id')
        .execute(),
    /** Sets values of a user by the ids of their attributes; null removes one. */
    async setValues(userId: number, values: ReadonlyMap<number, AttributeValue | null>): Promise<void> {
      const removed = [...values].filter(([, value]) => value === null).map(([id]) => id);
      const set = [...values].flatMap(([attributeId, value]) =>
        value === null ? [] : [{ attributeId, userId, value: JSON.stringify(value) }],
      );
      if (removed.length > 0)
        await db
          .deleteFrom('userAttributeValues')
          .where('userId', '=', userId)
          .where('attributeId', 'in', removed)
          .execute();
      if (set.length > 0)
        await db
          .insertInto('userAttributeValues')
          .values(set)
          .onConflict((conflict) =>
            conflict
              .columns(['attributeId', 'userId'])
              .doUpdateSet({ value: sql`excluded.value` })
              .where(sql<boolean>`user_attribute_values.value is distinct from excluded.value`),
          )
          .execute();
    },
  };
}

const columns = sql`u.id, u.username, u.email, u.first_name, u.given_name, u.family_name, u.title, u.external_id, u.emails,
  u.is_deactivated, u.role, u.created_at, u.updated_at`;

/**
 * Inserts a user without attributes and answers with it, where the default role of the account is a built-in one;
 * otherwise it inserts none.
 */
export function insertWithBuiltInRole(tenantId: number, values: UserColumns): RawBuilder<ScimUserRow> {
  const { username, email, firstName, givenName, familyName, title, externalId, emails, isDeactivated } =
    values;
  return sql<ScimUserRow>`
    insert into users as u (tenant_id, username, email, first_name, given_name, family_name, title, external_id, emails, is_deactivated, role)
    select ${tenantId}, ${username}, ${email}, ${firstName}, ${givenName}, ${familyName}, ${title}, ${externalId}, ${emails}::jsonb,
      ${isDeactivated}::boolean, d.role
    from ${builtInDefault(tenantId)} d
    returning ${columns}, ${tagOf('u')} as version, '{}'::jsonb as attributes`;
}

function selectUsers(where: RawBuilder<unknown>) {
  return sql<ScimUserRow>`
    select ${columns}, ${userTag('u')} as version,
      coalesce((
        select jsonb_object_agg(a.name, v.value)
        from user_attributes a join user_attribute_values v on v.attribute_id = a.id and v.user_id = u.id
        where a.tenant_id = u.tenant_id and a.embed_tenant_id is null
      ), '{}') as attributes
    from users u where ${where}`;
}
