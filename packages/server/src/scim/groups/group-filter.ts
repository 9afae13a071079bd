import { sql } from 'kysely';
import type { FilterAttribute, FilterAttributes } from '../filter/compile-filter.ts';

const ownEntry = (
  table: Readonly<Record<string, FilterAttribute>>,
  name: string,
): FilterAttribute | undefined => (Object.hasOwn(table, name) ? table[name] : undefined);

const members: Readonly<Record<string, FilterAttribute>> = {
  value: { kind: 'exactText', column: sql`m.user_id::text` },
  display: { kind: 'text', column: sql`coalesce(u.first_name, u.username)` },
  type: { kind: 'text', column: sql`'User'::text` },
};

/** What filters of the members of a group can name. */
export const memberFilterAttributes: FilterAttributes = (name) => ownEntry(members, name);

const groups: Readonly<Record<string, FilterAttribute>> = {
  id: { kind: 'exactText', column: sql`g.id::text` },
  displayname: { kind: 'text', column: sql`g.name` },
  externalid: { kind: 'exactText', column: sql`g.external_id` },
  'meta.created': { kind: 'time', column: sql`g.created_at` },
  'meta.lastmodified': { kind: 'time', column: sql`g.updated_at` },
  'meta.resourcetype': { kind: 'text', column: sql`'Group'::text` },
  members: {
    kind: 'list',
    parts: memberFilterAttributes,
    some: (condition) => sql`exists (
      select from group_members m join users u on u.id = m.user_id where m.group_id = g.id and ${condition}
    )`,
  },
};

/** What filters and orders of groups can name. */
export const groupFilterAttributes: FilterAttributes = (name) => ownEntry(groups, name);
