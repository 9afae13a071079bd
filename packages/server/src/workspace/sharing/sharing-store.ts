import type { AccessSubject } from '@oriel/contract';
import { sql } from 'kysely';
import type { AccessLevel } from '../../access/access-level.ts';
import { fromItems } from '../../access/item-level.ts';
import { columnOf, kindOf, lineageOf, pathOf } from '../../access/lineage.ts';
import { resourceKinds, type ResourceType } from '../../access/resource-kinds.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/values/storable-id.ts';
import { likePattern } from '../../db/values/like-pattern.ts';
import { rowsOf } from '../items/workspace-rows.ts';
import { isSharedByUsers, listGrantsOn } from './grants-on-places.ts';
import { keyOf, type Grant, type Place, type SubjectRef } from './resolve-access.ts';

/** An item of a deployment. */
export interface ItemRef {
  readonly deploymentId: number;
  readonly type: ResourceType;
  readonly id: number;
}

const MAX_FOUND = 20;

/** The SQL of sharing: everything that reads or writes grants of items by name. */
export type SharingStore = ReturnType<typeof createSharingStore>;

/** Makes the store of sharing. */
export function createSharingStore(db: Db) {
  return bindFirst(db, {
    listPlaces,
    listFolders,
    listGrants,
    replaceGrants,
    giveOne,
    describeSubjects,
    findSubjects,
    findEmbedTenants,
  });
}

async function placesOf(
  db: Db,
  deploymentId: number,
  refs: readonly { type: ResourceType; id: number }[],
): Promise<Place[]> {
  const found = await Promise.all(
    [...new Set(refs.map(({ type }) => type))].map(async (type) => {
      const { table, owner } = resourceKinds[type];
      const ids = refs.filter((ref) => ref.type === type).map(({ id }) => id);
      const rows = await rowsOf(
        db,
        sql<{ id: number; name: string; ownerId: number | null }>`
          select id, name, ${sql.ref(owner)} as owner_id from ${sql.table(table)}
          where deployment_id = ${deploymentId} and id = any(${ids}::integer[])`,
      );
      return rows.map((row): [string, Place] => [`${type} ${row.id}`, { ...row, type }]);
    }),
  );
  const byRef = new Map(found.flat());
  return refs.flatMap(({ type, id }) => byRef.get(`${type} ${id}`) ?? []);
}

/** The item and what its access comes from, from near to far: what it belongs to, then the folders above. */
async function listPlaces(db: Db, { deploymentId, type, id }: ItemRef): Promise<Place[]> {
  const steps = lineageOf(resourceKinds, type).filter((step) => step.type !== 'FOLDER');
  const { alias } = kindOf(resourceKinds, type);
  const [row] = await rowsOf(
    db,
    sql<{ stepIds: (number | null)[]; path: number[] | null }>`
      select array[${sql.join(steps.map((step) => step.id))}]::integer[] as step_ids, ${pathOf(resourceKinds, type)} as path
      ${fromItems(deploymentId, type)} and ${columnOf(alias, 'id')} = ${id}`,
  );
  const own = steps.map((step, index) => ({
    // Only kinds of the workspace are in its table of kinds.
    type: step.type as ResourceType,
    id: row?.stepIds[index] ?? 0,
  }));
  const above = (row?.path ?? []).toReversed().map((folderId) => ({ type: 'FOLDER', id: folderId }) as const);
  return placesOf(db, deploymentId, [...own, ...above]);
}

/** The folder of an id and those above it, from near to far. */
async function listFolders(db: Db, deploymentId: number, path: readonly number[]): Promise<Place[]> {
  return placesOf(
    db,
    deploymentId,
    path.toReversed().map((id) => ({ type: 'FOLDER', id })),
  );
}

/** What is given on places, by those who share. */
function listGrants(db: Db, deploymentId: number, places: readonly Place[]): Promise<Grant[]> {
  return listGrantsOn(db, deploymentId, { places, condition: isSharedByUsers });
}

/** Gives exactly this on an item. What is shared is written here and in `giveOne` alone. */
async function replaceGrants(
  db: Db,
  { deploymentId, type, id }: ItemRef,
  given: readonly (SubjectRef & { level: AccessLevel })[],
): Promise<void> {
  const columns = [
    given.map(({ subjectType }) => subjectType),
    given.map(({ subjectId }) => subjectId),
    given.map(({ level }) => level),
  ] as const;
  const wanted = sql`unnest(${columns[0]}::text[], ${columns[1]}::integer[], ${columns[2]}::smallint[]) as wanted(subject_type, subject_id, level)`;
  const onItem = sql`g.deployment_id = ${deploymentId} and g.resource_type = ${type} and g.resource_id = ${id}`;
  await sql`delete from grants g where ${onItem} and ${isSharedByUsers} and not exists (
    select from ${wanted} where wanted.subject_type = g.subject_type and wanted.subject_id = g.subject_id)`.execute(
    db,
  );
  await sql`
    insert into grants as g (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
    select ${deploymentId}, ${type}, ${id}, wanted.* from ${wanted}
    on conflict (resource_type, resource_id, subject_type, subject_id) do update set level = excluded.level
    where g.level <> excluded.level`.execute(db);
}

/** Gives one subject a level on an item, 0 for none; what others have stays. */
async function giveOne(
  db: Db,
  { deploymentId, type, id }: ItemRef,
  { subjectType, subjectId }: SubjectRef,
  level: AccessLevel,
): Promise<void> {
  if (level === 0)
    await sql`delete from grants where deployment_id = ${deploymentId} and resource_type = ${type} and resource_id = ${id}
      and subject_type = ${subjectType} and subject_id = ${subjectId}`.execute(db);
  else
    await sql`
      insert into grants as g (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
      values (${deploymentId}, ${type}, ${id}, ${subjectType}, ${subjectId}, ${level})
      on conflict (resource_type, resource_id, subject_type, subject_id) do update set level = excluded.level
      where g.level <> excluded.level`.execute(db);
}

/** How subjects are shown, by {@link keyOf}; those that are not there are left out. */
async function describeSubjects(
  db: Db,
  tenantId: number,
  subjects: readonly SubjectRef[],
): Promise<Map<string, AccessSubject>> {
  const idsOf = (type: string) =>
    subjects.flatMap(({ subjectType, subjectId }) =>
      subjectType === type && isStorableId(subjectId) ? [subjectId] : [],
    );
  const rows = await rowsOf(
    db,
    sql<AccessSubject & { id: number }>`${selectSubjects(tenantId, {
      users: sql`u.id = any(${idsOf('USER')}::integer[])`,
      groups: sql`g.id = any(${idsOf('GROUP')}::integer[])`,
      tenants: sql`t.id = any(${idsOf('EMBED_TENANT')}::integer[])`,
    })}`,
  );
  const found = rows.map(({ id, ...subject }): [string, AccessSubject] => [
    keyOf({ subjectType: subject.subjectType, subjectId: id }),
    subject,
  ]);
  const everybody = (['ORGANIZATION', 'ALL_EMBED_USERS'] as const).map(
    (subjectType): [string, AccessSubject] => [keyOf({ subjectType, subjectId: 0 }), { subjectType }],
  );
  return new Map([...found, ...everybody]);
}

/** Those with a text in their name or address, at most 20 of each kind. */
async function findSubjects(db: Db, tenantId: number, search: string): Promise<AccessSubject[]> {
  const pattern = likePattern(search);
  const first = (order: ReturnType<typeof sql>) => sql`order by lower(${order}) limit ${sql.lit(MAX_FOUND)}`;
  const rows = await rowsOf(
    db,
    sql<AccessSubject & { id: number }>`${selectSubjects(tenantId, {
      users: sql`not u.is_deactivated and (u.email ilike ${pattern} or u.first_name ilike ${pattern}) ${first(sql`u.email`)}`,
      groups: sql`g.name ilike ${pattern} ${first(sql`g.name`)}`,
      tenants: sql`(t.name ilike ${pattern} or t.display_name ilike ${pattern}) ${first(sql`t.name`)}`,
    })}`,
  );
  return rows.map(({ id: _id, ...subject }) => subject);
}

/** The ids of embed tenants by their names. */
async function findEmbedTenants(
  db: Db,
  tenantId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('embedTenants')
    .select(['id', 'name'])
    .where('tenantId', '=', tenantId)
    .where('name', '=', sql<string>`any(${[...names]}::text[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

type Fragment = ReturnType<typeof sql>;

/**
 * Users, groups and embed tenants of an account that meet a condition each, as {@link AccessSubject} with their `id`.
 */
function selectSubjects(tenantId: number, where: Record<'users' | 'groups' | 'tenants', Fragment>) {
  return sql`
    (select 'USER' as subject_type, u.id, u.id as subject_id, null::text as embed_tenant_name, null::text as name,
      u.email, u.first_name, u.picture
    from users u where u.tenant_id = ${tenantId} and ${where.users})
    union all
    (select 'GROUP', g.id, g.id, null, g.name, null, null, null
    from groups g where g.tenant_id = ${tenantId} and ${where.groups})
    union all
    (select 'EMBED_TENANT', t.id, null, t.name, coalesce(t.display_name, t.name), null, null, null
    from embed_tenants t where t.tenant_id = ${tenantId} and ${where.tenants})`;
}
