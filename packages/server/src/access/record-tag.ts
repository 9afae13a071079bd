import { refuse, type TaggedRecord } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/database.ts';
import { isStorableId } from '../db/values/storable-id.ts';
import type { ResourceType } from './resource-kinds.ts';

/*
 * Entity tags. The tag of a record is the transaction that has last written its row, which the database keeps for every table: each
 * change gives another one. Settings share their row with what changes by itself, so their tag is a hash of them. A change compares the
 * tag while it holds the row, so nobody changes it in between.
 */

/** The record that a request is about. */
export interface RecordRef {
  readonly name: TaggedRecord;
  readonly id: number;
  readonly tenantId: number;
  /** Undefined of records of the account. */
  readonly deploymentId: number | undefined;
}

/** What a request asks of the record that it changes, and what became of it. */
export interface RecordCondition {
  readonly record: RecordRef;
  /** The tags of `If-Match`; undefined for a change of whatever is there. */
  readonly expected: ReadonlySet<string> | 'any' | undefined;
  /** Whether the change has compared them. */
  isChecked: boolean;
  /** The tag that the record has by the change; undefined until then, and of one that is gone. */
  changedTag: string | undefined;
}

/** The transaction that has written a row, in short. */
export const tagOf = (row: string) => sql<string>`${sql.ref(`${row}.xmin`)}::text`;

/** The tag of a user of an account with the values of their attributes; `row` is the alias of the user. */
export const userTag = (row: string) => sql<string>`${tagOf(row)} || coalesce((
  select '.' || md5(string_agg(v.attribute_id || ' ' || v.xmin::text, ',' order by v.attribute_id))
  from user_attributes a join user_attribute_values v on v.attribute_id = a.id and v.user_id = ${sql.ref(`${row}.id`)}
  where a.tenant_id = ${sql.ref(`${row}.tenant_id`)} and a.embed_tenant_id is null
), '')`;

/** The tag of a group of users: its row is written with each change of its members. */
export const groupTag = (row: string) => sql<string>`${tagOf(row)}`;

const userWithAttributes = ({ id, tenantId }: RecordRef): RawBuilder<{ tag: string | null }> =>
  sql`select ${userTag('t')} as tag from users t where t.id = ${id} and t.tenant_id = ${tenantId}`;

/** A row of a table, by its id within the tenant or the deployment. */
const rowOf =
  (table: string, scope: 'tenant' | 'deployment') =>
  ({ id, tenantId, deploymentId }: RecordRef): RawBuilder<{ tag: string | null }> => {
    const isInScope =
      scope === 'tenant' ? sql`t.tenant_id = ${tenantId}` : sql`t.deployment_id = ${deploymentId ?? 0}`;
    return sql`select ${tagOf('t')} as tag from ${sql.table(table)} t where t.id = ${id} and ${isInScope}`;
  };

/** All that is given on an item; where nothing is, it has a tag all the same. */
const grantsOn =
  (type: ResourceType) =>
  ({ id, deploymentId }: RecordRef): RawBuilder<{ tag: string | null }> =>
    sql`select coalesce(md5(string_agg(g.id || ' ' || g.xmin::text, ',' order by g.id)), 'none') as tag
      from grants g where g.deployment_id = ${deploymentId ?? 0} and g.resource_type = ${type} and g.resource_id = ${id}`;

/** Settings of the account, by their column. */
const settingsIn =
  (column: string) =>
  ({ tenantId }: RecordRef): RawBuilder<{ tag: string | null }> =>
    sql`select md5(t.${sql.ref(column)}::text) as tag from tenants t where t.id = ${tenantId}`;

/** The columns of a deployment that are no settings. */
const notSettings = ['api_secret', 'created_at', 'updated_at'];

const settingsOfDeployment = ({ id, tenantId }: RecordRef): RawBuilder<{ tag: string | null }> =>
  sql`select md5((to_jsonb(t) - ${notSettings}::text[])::text) as tag
    from deployments t where t.tenant_id = ${tenantId} and t.id = ${id}`;

/** How the tag of each kind of record is read. */
const statements: Readonly<Record<TaggedRecord, (record: RecordRef) => RawBuilder<{ tag: string | null }>>> =
  {
    folder: rowOf('folders', 'deployment'),
    workbook: rowOf('workbooks', 'deployment'),
    report: rowOf('reports', 'deployment'),
    folderAccess: grantsOn('FOLDER'),
    workbookAccess: grantsOn('WORKBOOK'),
    reportAccess: grantsOn('REPORT'),
    user: rowOf('users', 'tenant'),
    group: rowOf('groups', 'tenant'),
    scimUser: userWithAttributes,
    scimGroup: rowOf('groups', 'tenant'),
    role: rowOf('roles', 'tenant'),
    userAttribute: rowOf('user_attributes', 'tenant'),
    deploymentSettings: settingsOfDeployment,
    tenantSettings: settingsIn('settings'),
    appConfig: settingsIn('app_config'),
  };

/** The tag of a record, in quotes as headers have it; undefined for one that is not there. */
export async function readRecordTag(
  db: Db,
  record: RecordRef,
  { lock = false }: { lock?: boolean } = {},
): Promise<string | undefined> {
  if (!isStorableId(record.id)) return undefined;
  const isRow = !record.name.endsWith('Access');
  // What is given on items changes under the lock of the whole workspace.
  const locking = lock && isRow ? sql`for no key update` : sql``;
  const { rows } = await sql<{ tag: string | null }>`${statements[record.name](record)} ${locking}`.execute(
    db,
  );
  return rows[0]?.tag == null ? undefined : `"${rows[0].tag}"`;
}

/**
 * Checks in the transaction of a change that the record is one that the request asks for, and holds it until the end.
 * To be called when the caller's access to it is known: the refusal tells that it is there.
 *
 * @throws `precondition_failed`
 */
export async function checkRecord(db: Db, condition: RecordCondition | undefined): Promise<void> {
  if (condition?.expected === undefined) return;
  const tag = await readRecordTag(db, condition.record, { lock: true });
  const isExpected = tag !== undefined && (condition.expected === 'any' || condition.expected.has(tag));
  if (!isExpected) throw refuse('precondition_failed');
  condition.isChecked = true;
}

/**
 * Notes the tag that a change has given to the record of its request, before it commits: it is of this change and no
 * later one.
 */
export async function noteChangedTag(db: Db, condition: RecordCondition | undefined): Promise<void> {
  if (condition) condition.changedTag = await readRecordTag(db, condition.record);
}
