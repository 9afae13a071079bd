import { sql } from 'kysely';
import type { FilterAttribute, FilterAttributes } from '../filter/compile-filter.ts';
import { readUrn } from './user-attributes.ts';

/** The addresses of a user: without a list of them the one that everybody has. */
const emails = sql`coalesce(u.emails, jsonb_build_array(
  jsonb_build_object('value', u.email, 'type', 'work', 'primary', true)
))`;

const emailParts: Readonly<Record<string, FilterAttribute>> = {
  value: { kind: 'text', column: sql`(e.item ->> 'value')` },
  type: { kind: 'text', column: sql`(e.item ->> 'type')` },
  primary: { kind: 'boolean', column: sql`coalesce((e.item ->> 'primary')::boolean, false)` },
};

const attributes: Readonly<Record<string, FilterAttribute>> = {
  id: { kind: 'exactText', column: sql`u.id::text` },
  username: { kind: 'text', column: sql`u.username` },
  externalid: { kind: 'exactText', column: sql`u.external_id` },
  displayname: { kind: 'text', column: sql`u.first_name` },
  title: { kind: 'text', column: sql`u.title` },
  active: { kind: 'boolean', column: sql`(not u.is_deactivated)` },
  'name.givenname': { kind: 'text', column: sql`u.given_name` },
  'name.familyname': { kind: 'text', column: sql`u.family_name` },
  'meta.created': { kind: 'time', column: sql`u.created_at` },
  'meta.lastmodified': { kind: 'time', column: sql`u.updated_at` },
  'meta.resourcetype': { kind: 'text', column: sql`'User'::text` },
  emails: {
    kind: 'list',
    parts: (name) => ownEntry(emailParts, name),
    some: (condition) =>
      sql`exists (select from jsonb_array_elements(${emails}) as e (item) where ${condition})`,
    column: sql`lower(u.email)`,
  },
};

/**
 * What filters and orders of users can name.
 *
 * @param extensionUrn the URN of the extension; its attributes are compared as texts
 */
export function userFilterAttributes(extensionUrn: string): FilterAttributes {
  return (name) => {
    const target = readUrn(name, extensionUrn);
    return target.kind === 'attribute' && target.name !== ''
      ? valueOf(target.name)
      : ownEntry(attributes, name);
  };
}

/** Names come in lower case. */
function valueOf(name: string): FilterAttribute {
  return {
    kind: 'text',
    column: sql`(
      select v.value #>> '{}' from user_attributes a join user_attribute_values v on v.attribute_id = a.id and v.user_id = u.id
      where a.tenant_id = u.tenant_id and a.embed_tenant_id is null and lower(a.name) = ${name} order by a.id limit 1
    )`,
  };
}

function ownEntry(
  table: Readonly<Record<string, FilterAttribute>>,
  name: string,
): FilterAttribute | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
