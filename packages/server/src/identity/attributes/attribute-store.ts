import type { UserAttribute, UserAttributeType, UserAttributeValue } from '@oriel/contract';
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/values/storable-id.ts';
import type { AttributeValue } from '../../db/values/column-types.ts';
import type { Tables } from '../../db/tables.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import { contains } from '../../db/values/text-search.ts';

/** Which attributes of an account a list has. */
interface AttributeFilter {
  readonly tenantId: number;
  /** Part of the name, in any case. */
  readonly name: string | null;
  readonly type: UserAttributeType | null;
}

/** What an attribute is for a user, with the value that holds: the user's own, else the default. */
export type AttributeValueRow = Omit<UserAttributeValue, 'formattedValue'> & { held: AttributeValue | null };

const answered = [
  'id',
  'name',
  'type',
  'displayName',
  'description',
  'defaultValue',
] as const satisfies (keyof UserAttribute)[];

/** The order of lists of attributes. */
export const newestFirst = columnOrder<UserAttribute>({
  list: 'user-attributes',
  alias: 'user_attributes',
  by: { id: 'integer' },
  direction: 'desc',
});

/** The SQL of the attributes of an account's users. */
export type AttributeStore = ReturnType<typeof createAttributeStore>;

/** Makes the store of attributes and of the values that users have. */
export function createAttributeStore(db: Db) {
  return bindFirst(db, { list, count, find, insert, update, isDefault, setValue, listValues });
}

async function rows<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(db)).rows;
}

function filtered(db: Db, { tenantId, name, type }: AttributeFilter) {
  return db.selectFrom('userAttributes')
    .where(sql<boolean>`tenant_id = ${tenantId} and embed_tenant_id is null
        and ${contains(name, [sql`name`])} and ${type === null ? sql`true` : sql`type = ${type}`}`);
}

function ofTenant(tenantId: number, id: number) {
  return sql<boolean>`tenant_id = ${tenantId} and embed_tenant_id is null and id = ${id}`;
}

function list(
  db: Db,
  filter: AttributeFilter,
  { limit, after, offset }: PageRange<CursorKey>,
): Promise<UserAttribute[]> {
  return filtered(db, filter)
    .select(answered)
    .where(newestFirst.isBehind(after))
    .orderBy(newestFirst.orderBy)
    .offset(offset)
    .limit(limit)
    .execute();
}

async function count(db: Db, filter: AttributeFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function find(db: Db, tenantId: number, id: number): Promise<UserAttribute | undefined> {
  if (!isStorableId(id)) return undefined;
  return db.selectFrom('userAttributes').select(answered).where(ofTenant(tenantId, id)).executeTakeFirst();
}

function insert(db: Db, values: Insertable<Tables['userAttributes']>): Promise<UserAttribute> {
  return db.insertInto('userAttributes').values(values).returning(answered).executeTakeFirstOrThrow();
}

function update(
  db: Db,
  tenantId: number,
  id: number,
  values: Updateable<Tables['userAttributes']>,
): Promise<UserAttribute | undefined> {
  return (
    db
      .updateTable('userAttributes')
      // Something has to be set; the name is what it is.
      .set({ name: sql<string>`name`, ...values })
      .where(ofTenant(tenantId, id))
      .returning(answered)
      .executeTakeFirst()
  );
}

/** Whether a text is a value of a type, as defaults are written. */
async function isDefault(db: Db, type: UserAttributeType, text: string): Promise<boolean> {
  const [row] = await rows(
    db,
    sql<{
      isValue: boolean;
    }>`select attribute_default(${type}::text, ${text}::text) is not null as is_value`,
  );
  return row?.isValue === true;
}

/** Sets the value of a user; null removes it. */
async function setValue(
  db: Db,
  attributeId: number,
  userId: number,
  value: AttributeValue | null,
): Promise<void> {
  if (value === null) {
    await db
      .deleteFrom('userAttributeValues')
      .where('attributeId', '=', attributeId)
      .where('userId', '=', userId)
      .execute();
    return;
  }
  const json = JSON.stringify(value);
  await db
    .insertInto('userAttributeValues')
    .values({ attributeId, userId, value: json })
    .onConflict((conflict) => conflict.columns(['attributeId', 'userId']).doUpdateSet({ value: json }))
    .execute();
}

/** Every attribute of the account for a user, by name; or one of them. */
function listValues(
  db: Db,
  tenantId: number,
  userId: number,
  attributeId?: number,
): Promise<AttributeValueRow[]> {
  return rows(
    db,
    sql<AttributeValueRow>`
          select a.id as user_attribute_id, ${userId}::integer as user_id, a.name, a.type, a.display_name, a.description,
            v.value, coalesce(v.value, a.default_json) as held
          from user_attributes a left join user_attribute_values v on v.attribute_id = a.id and v.user_id = ${userId}
          where a.tenant_id = ${tenantId} and a.embed_tenant_id is null
            and (${attributeId ?? null}::integer is null or a.id = ${attributeId ?? null}::integer)
          order by lower(a.name), a.id`,
  );
}
