import type { WorkspaceItemRefInput, WorkspaceItemType, WorkspaceOrderField } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { visibilityOf } from '../../access/visibility.ts';
import type { Database } from '../../db/database.ts';
import { queryPrepared } from '../../db/prepared.ts';
import { likePattern } from '../like-pattern.ts';
import type { WorkspaceLevel } from '../workspace-scope.ts';

/** Where something stands in the feed. Folders are the first section (0), by name; the rest is the second. */
export interface TreePosition extends WorkspaceItemRefInput {
  section: number;
  /** What its section is sorted by: a name in lower case, or a time as the API shows it. */
  key: string;
}

export interface TreeRequest extends WorkspaceLevel {
  types: readonly WorkspaceItemType[];
  /** Part of a name, which is looked for everywhere; undefined for the content of the level. */
  search: string | undefined;
  /** The order of the second section; ties go by type and id in the same direction. */
  field: WorkspaceOrderField;
  isDescending: boolean;
  /** The last place before the page. */
  after: TreePosition | undefined;
  limit: number;
}

export interface TreeStore {
  /** A page of the feed: one statement over the three kinds, each of which reads no more than a page through an index. */
  list(request: TreeRequest): Promise<TreePosition[]>;
}

export function createTreeStore(database: Database): TreeStore {
  return {
    async list(request) {
      const parts = request.types.flatMap((type) => placesOf(type, request) ?? []);
      if (parts.length === 0) return [];
      const direction = directionOf(request);
      return queryPrepared(
        database,
        sql<TreePosition & Record<string, unknown>>`select * from (${sql.join(parts, sql` union all `)}) v
          order by v.section,
            case when v.section = 0 then v.key end, case when v.section = 0 then v.id end,
            case when v.section = 1 then v.key end ${direction}, v.type ${direction}, v.id ${direction}
          limit ${sql.lit(request.limit)}`,
      );
    },
  };
}

function placesOf(type: WorkspaceItemType, request: TreeRequest): RawBuilder<TreePosition> | undefined {
  return type === 'FOLDER' ? folderPlaces(request) : itemPlaces(type, request);
}

/** The first section; nothing when the page begins behind it. */
function folderPlaces(request: TreeRequest): RawBuilder<TreePosition> | undefined {
  const { actor, deploymentId, folderId, isSeen, search, after, limit } = request;
  if (after && after.section > 0) return undefined;
  const visibility = visibilityOf(actor, deploymentId);
  const shown = isSeen ? sql`true` : sql`f.id in (${visibility.foldersOnTheWay})`;
  // As the index on the names of siblings has it.
  const inLevel = sql`coalesce(f.parent_id, 0) = ${folderId ?? 0} and ${shown}`;
  const place =
    search === undefined ? inLevel : sql`f.name ilike ${likePattern(search)} and ${visibility.isFolderShown}`;
  const beyond = after ? sql`(lower(f.name), f.id) > (${after.key}, ${after.id}::integer)` : sql`true`;
  return sql`(
    select 'FOLDER'::text as type, f.id, 0 as section, lower(f.name) as key from folders f
    where f.deployment_id = ${deploymentId} and ${place} and ${beyond}
    order by lower(f.name), f.id limit ${sql.lit(limit)})`;
}

/** Workbooks, or reports that belong to none. */
function itemPlaces(type: 'WORKBOOK' | 'REPORT', request: TreeRequest): RawBuilder<TreePosition> {
  const { actor, deploymentId, folderId, isSeen, search, field, limit } = request;
  const visibility = visibilityOf(actor, deploymentId);
  const { from, own, isVisible } = {
    WORKBOOK: { from: sql`workbooks w`, own: visibility.ownWorkbooks, isVisible: visibility.isWorkbookSeen },
    REPORT: { from: sql`reports r`, own: visibility.ownReports, isVisible: visibility.isReportSeen },
  }[type];
  const column = (name: string) => sql.ref(`${type === 'WORKBOOK' ? 'w' : 'r'}.${name}`);
  const parent =
    folderId === null ? sql`${column('folderId')} is null` : sql`${column('folderId')} = ${folderId}`;
  const shown = isSeen ? sql`true` : sql`${column('id')} in (${own})`;
  const place =
    search === undefined
      ? sql`${parent} and ${shown}`
      : sql`${column('name')} ilike ${likePattern(search)} and ${isVisible}`;
  const standsAlone = type === 'REPORT' ? sql`r.workbook_id is null` : sql`true`;
  const views =
    field === 'viewer_last_viewed_at'
      ? sql`left join workspace_views v on v.user_id = ${actor.userId} and v.resource_type = ${type} and v.resource_id = ${column('id')}`
      : sql``;
  const key = keyOf(field, column);
  const direction = directionOf(request);
  return sql`(
    select ${type}::text as type, ${column('id')}, 1 as section, ${textOf(field, key)} as key from ${from} ${views}
    where ${column('deploymentId')} = ${deploymentId} and ${standsAlone} and ${place}
      and ${beyondPlace(type, request, { key, id: column('id') })}
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

/** Times as texts in whose order they follow each other, whatever language the database sorts in. */
function textOf(field: WorkspaceOrderField, key: RawBuilder<unknown>): RawBuilder<string> {
  return field === 'name'
    ? sql`${key}`
    : sql`to_char(${key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C"`;
}

/** Behind the last place of the page before: with another type, a tie is decided by the types. */
function beyondPlace(
  type: WorkspaceItemType,
  { after, field, isDescending }: TreeRequest,
  { key, id }: { key: RawBuilder<unknown>; id: RawBuilder<unknown> },
): RawBuilder<unknown> {
  if (!after || after.section === 0) return sql`true`;
  const value = field === 'name' ? sql`${after.key}` : sql`${after.key}::timestamptz`;
  const beyond = isDescending ? sql`<` : sql`>`;
  if (type === after.type) return sql`(${key}, ${id}) ${beyond} (${value}, ${after.id}::integer)`;
  const isBehindInTies = type > after.type !== isDescending;
  return isBehindInTies ? sql`${key} ${beyond}= ${value}` : sql`${key} ${beyond} ${value}`;
}

function directionOf({ isDescending }: TreeRequest): RawBuilder<unknown> {
  return isDescending ? sql`desc` : sql`asc`;
}
