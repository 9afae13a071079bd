import type { WorkspaceItemRefInput, WorkspaceItemType, WorkspaceOrderField } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { userIdOf } from '../../access/principal.ts';
import { resourceKinds, type ResourceKind } from '../../access/resource-kinds.ts';
import type { Database } from '../../db/database.ts';
import { queryPrepared } from '../../db/statements/prepared.ts';
import { hasText, toSearch } from '../../db/values/text-search.ts';
import { contentBytesOf } from '../items/content-bytes.ts';
import { favoritesOf, markerOf } from '../items/favorite-marks.ts';
import { visibilityFor } from '../items/workspace-rows.ts';
import type { WorkspaceLevel } from '../workspace-scope.ts';

/** Where an item stands in the feed. Folders are the first section (0), by name; the rest is the second. */
export interface TreePosition extends WorkspaceItemRefInput {
  section: number;
  /** What its section is sorted by: a name in lower case, or a time as the API shows it. */
  key: string;
  /** Of the documents that it is shown with. */
  contentBytes: number;
}

interface TreeRequest extends WorkspaceLevel {
  types: readonly WorkspaceItemType[];
  /** Part of a name, which is searched everywhere; undefined for the content of the level. */
  search: string | undefined;
  /** Whether only what the caller has marked is listed, which is searched everywhere. */
  isFavorite: boolean;
  /** The order of the second section; ties go by type and id in the same direction. */
  field: WorkspaceOrderField;
  isDescending: boolean;
  /** The last position before the page. */
  after: TreePosition | undefined;
  limit: number;
}

interface TreeStore {
  /**
   * A page of the feed: one statement over the three kinds, each of which reads no more than a page through an index.
   */
  list(request: TreeRequest): Promise<TreePosition[]>;
}

export function createTreeStore(database: Database): TreeStore {
  return {
    async list(request) {
      const parts = request.types.flatMap((type) => positionsOf(type, request) ?? []);
      if (parts.length === 0) return [];
      const direction = directionOf(request);
      return queryPrepared(
        database,
        sql<TreePosition & Record<string, unknown>>`select v.*, ${contentBytes} as content_bytes
          from (${sql.join(parts, sql` union all `)}) v
          order by v.section,
            case when v.section = 0 then v.key end, case when v.section = 0 then v.id end,
            case when v.section = 1 then v.key end ${direction}, v.type ${direction}, v.id ${direction}
          limit ${sql.lit(request.limit)}`,
      );
    },
  };
}

/** Of an item of any kind. */
const contentBytes = sql`case v.type
  when 'WORKBOOK' then (select ${contentBytesOf('w', 'WORKBOOK')} from workbooks w where w.id = v.id)
  when 'REPORT' then (select ${contentBytesOf('r', 'REPORT')} from reports r where r.id = v.id)
  else 0 end`;

function positionsOf(type: WorkspaceItemType, request: TreeRequest): RawBuilder<TreePosition> | undefined {
  return type === 'FOLDER' ? folderPositions(request) : itemPositions(type, request);
}

/** The first section; nothing when the page begins behind it. */
function folderPositions(request: TreeRequest): RawBuilder<TreePosition> | undefined {
  const { deploymentId, folderId, isSeen, after, limit } = request;
  if (after && after.section > 0) return undefined;
  const visibility = visibilityFor(request);
  const shown = isSeen ? sql`true` : sql`f.id in (${visibility.directIds('FOLDER')})`;
  // As the index on the names of siblings has it.
  const inLevel = sql`coalesce(f.parent_id, 0) = ${folderId ?? 0} and ${shown}`;
  const place = searchOf('FOLDER', request) ?? inLevel;
  const behind = after ? sql`(lower(f.name), f.id) > (${after.key}, ${after.id}::integer)` : sql`true`;
  return sql`(
    select 'FOLDER'::text as type, f.id, 0 as section, lower(f.name) as key from folders f
    where f.deployment_id = ${deploymentId} and ${place} and ${behind}
    order by lower(f.name), f.id limit ${sql.lit(limit)})`;
}

/** The condition of what is looked for in all folders; undefined where the content of one is listed. */
function searchOf(type: WorkspaceItemType, request: TreeRequest): RawBuilder<unknown> | undefined {
  const { actor, search, isFavorite } = request;
  if (search === undefined && !isFavorite) return undefined;
  const column = (name: string) => sql.ref(`${resourceKinds[type].alias}.${name}`);
  const conditions = [
    ...(search === undefined ? [] : [hasText([column('name')], toSearch(search))]),
    ...(isFavorite && 'kind' in actor
      ? [
          sql`${column('id')} in (select resource_id from ${favoritesOf(markerOf(actor))} v where resource_type = ${sql.lit(type)})`,
        ]
      : []),
    visibilityFor(request).isShown(type),
  ];
  return sql.join(conditions, sql` and `);
}

/** Items of a kind that belong to no other item; those of a parent are found in it. */
function itemPositions(
  type: Exclude<WorkspaceItemType, 'FOLDER'>,
  request: TreeRequest,
): RawBuilder<TreePosition> {
  const { actor, deploymentId, folderId, isSeen, field, limit } = request;
  const visibility = visibilityFor(request);
  const kind: ResourceKind = resourceKinds[type];
  const column = (name: string) => sql.ref(`${kind.alias}.${name}`);
  const folder = column(resourceKinds[type].folder);
  const parent = folderId === null ? sql`${folder} is null` : sql`${folder} = ${folderId}`;
  const shown = isSeen ? sql`true` : sql`${column('id')} in (${visibility.directIds(type)})`;
  const place = searchOf(type, request) ?? sql`${parent} and ${shown}`;
  const standsAlone = (kind.parents ?? []).map((each) => sql`and ${column(each.column)} is null`);
  const views =
    field === 'viewer_last_viewed_at'
      ? sql`left join workspace_views v on v.user_id = ${'kind' in actor ? userIdOf(actor) : null}::integer and v.resource_type = ${type} and v.resource_id = ${column('id')}`
      : sql``;
  const key = keyOf(field, column);
  const direction = directionOf(request);
  return sql`(
    select ${type}::text as type, ${column('id')}, 1 as section, ${textOf(field, key)} as key
    from ${sql.table(kind.table)} ${sql.ref(kind.alias)} ${views}
    where ${column('deploymentId')} = ${deploymentId} ${sql.join(standsAlone, sql` `)} and ${place}
      and ${isBehind(type, request, { key, id: column('id') })}
    order by ${key} ${direction}, ${column('id')} ${direction} limit ${sql.lit(limit)})`;
}

/** What was never looked at counts as looked at before everything else. */
function keyOf(
  field: WorkspaceOrderField,
  column: (name: string) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (field === 'name') return sql`lower(${column('name')})`;
  return field === 'viewer_last_viewed_at' ? sql`coalesce(v.viewed_at, 'epoch')` : column(field);
}

/** Times as texts that sort as the times do, in every collation of the database. */
function textOf(field: WorkspaceOrderField, key: RawBuilder<unknown>): RawBuilder<string> {
  return field === 'name'
    ? sql`${key}`
    : sql`to_char(${key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C"`;
}

/** Behind the last position of the page before: with another type, a tie is decided by the types. */
function isBehind(
  type: WorkspaceItemType,
  { after, field, isDescending }: TreeRequest,
  { key, id }: { key: RawBuilder<unknown>; id: RawBuilder<unknown> },
): RawBuilder<unknown> {
  if (!after || after.section === 0) return sql`true`;
  const value = field === 'name' ? sql`${after.key}` : sql`${after.key}::timestamptz`;
  const behind = isDescending ? sql`<` : sql`>`;
  if (type === after.type) return sql`(${key}, ${id}) ${behind} (${value}, ${after.id}::integer)`;
  const followsInTies = type > after.type !== isDescending;
  return followsInTies ? sql`${key} ${behind}= ${value}` : sql`${key} ${behind} ${value}`;
}

function directionOf({ isDescending }: TreeRequest): RawBuilder<unknown> {
  return isDescending ? sql`desc` : sql`asc`;
}
