import { limits, type OperationTypes, type PageInfo, type WorkspaceItemType } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/database.ts';
import { decodeCursor, toPage } from '../../http/cursor.ts';
import { isAdmin, type UserPrincipal } from '../../http/principal.ts';
import { likePattern } from '../like-pattern.ts';
import type { WorkspaceRow } from '../serialize-items.ts';
import { navigationFolders } from '../item-store.ts';
import { foldersFor, reportsFor, rowsOf, workbooksFor } from '../workspace-rows.ts';

type TreeQuery = OperationTypes['workspaceObjects']['query'];

interface FeedRow {
  type: WorkspaceItemType;
  id: number;
  /** 0 for folders, which come first. */
  section: number;
  /** What the section is sorted by, as text. */
  sort_key: string;
  row: Record<string, unknown>;
}

/**
 * Reads a page of the workspace: folders first, by name; then workbooks and reports that belong to no workbook, in the
 * chosen order. One statement over the three kinds, so that a cursor can stand anywhere.
 */
export async function listWorkspace(
  db: Db,
  actor: UserPrincipal,
  deploymentId: number,
  query: TreeQuery,
): Promise<{ rows: WorkspaceRow[]; pageInfo: PageInfo }> {
  const first = query.first ?? limits.DEFAULT_PAGE_SIZE;
  const isDescending =
    (query.orderByDirection ??
      (query.orderByField == null || query.orderByField === 'name' ? 'ASC' : 'DESC')) === 'DESC';
  const feed = feedOf(actor, deploymentId, query, sortKeyOf(actor, query.orderByField ?? 'name'));
  const [section, key, type, id] = query.after === undefined ? [] : decodeCursor(query.after, 4);
  const comparison = isDescending ? sql`<` : sql`>`;
  // Folders are always sorted by name, upwards; only the second section knows a direction.
  const beyond = sql`
    case when v.section <> ${section}::integer then v.section > ${section}::integer
      when v.section = 0 then (v.sort_key, v.type, v.id) > (${key}, ${type}, ${id}::integer)
      when v.sort_key = ${key} then (v.type, v.id) > (${type}, ${id}::integer)
      else v.sort_key ${comparison} ${key} end`;
  const after = query.after === undefined ? sql`true` : beyond;
  const direction = isDescending ? sql`desc` : sql`asc`;
  const rows = await rowsOf(
    db,
    sql<FeedRow>`select v.type, v.id, v.section, v.sort_key, v."row" from (${feed}) v where ${after}
      order by v.section, case when v.section = 0 then v.sort_key end, case when v.section = 1 then v.sort_key end ${direction}, v.type, v.id
      limit ${first + 1}`,
  );
  const page = toPage(rows, { first, ...(query.after !== undefined && { after: query.after }) }, (row) => [
    row.section,
    row.sort_key,
    row.type,
    row.id,
  ]);
  return { rows: page.rows.map(toWorkspaceRow), pageInfo: page.pageInfo };
}

function sortKeyOf(
  actor: UserPrincipal,
  field: NonNullable<TreeQuery['orderByField']>,
): (type: WorkspaceItemType) => RawBuilder<string> {
  const asText = (column: RawBuilder<unknown>) =>
    sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`;
  switch (field) {
    case 'name':
      return () => sql`lower(s.name)`;
    case 'created_at':
      return () => asText(sql`s.created_at`);
    case 'updated_at':
      return () => asText(sql`s.updated_at`);
    default:
      return (type) =>
        sql`coalesce((select ${asText(sql`seen.viewed_at`)} from workspace_views seen where seen.user_id = ${actor.userId} and seen.resource_type = ${type} and seen.resource_id = s.id), '')`;
  }
}

function feedOf(
  actor: UserPrincipal,
  deploymentId: number,
  query: TreeQuery,
  sortKey: (type: WorkspaceItemType) => RawBuilder<string>,
): RawBuilder<unknown> {
  const wanted = query.types ?? ['FOLDER', 'WORKBOOK', 'REPORT'];
  const search = query.search?.trim()
    ? sql` and s.name ilike ${likePattern(query.search.trim())}`
    : undefined;
  const within = (column: RawBuilder<unknown>) =>
    search ? sql`true` : query.folderId == null ? sql`${column} is null` : sql`${column} = ${query.folderId}`;
  const seen = isAdmin(actor) ? sql`true` : sql`s.level > 0`;
  const part = (
    type: WorkspaceItemType,
    rows: RawBuilder<unknown>,
    condition: RawBuilder<unknown>,
    visible: RawBuilder<unknown>,
  ) => sql`
    select ${type}::text as type, s.id, ${type === 'FOLDER' ? 0 : 1}::integer as section, ${type === 'FOLDER' ? sql`lower(s.name)` : sortKey(type)} as sort_key, to_jsonb(s) as "row"
    from (${rows}) s where ${condition} and ${visible}${search ?? sql``}`;
  const folderSeen = isAdmin(actor)
    ? sql`true`
    : sql`(s.level > 0 or s.id in (${navigationFolders(actor, deploymentId)}))`;
  const parts = [
    ...(wanted.includes('FOLDER')
      ? [part('FOLDER', foldersFor(actor, deploymentId), within(sql`s.parent_id`), folderSeen)]
      : []),
    ...(wanted.includes('WORKBOOK')
      ? [part('WORKBOOK', workbooksFor(actor, deploymentId), within(sql`s.folder_id`), seen)]
      : []),
    ...(wanted.includes('REPORT')
      ? [
          part(
            'REPORT',
            reportsFor(actor, deploymentId),
            sql`${within(sql`s.folder_id`)} and s.workbook_id is null`,
            seen,
          ),
        ]
      : []),
  ];
  return parts.length === 0
    ? sql`select null::text as type, 0 as id, 0 as section, '' as sort_key, null::jsonb as "row" where false`
    : sql.join(parts, sql` union all `);
}

/** Times inside a JSON row are written as PostgreSQL writes them. */
function toWorkspaceRow({ type, row }: FeedRow): WorkspaceRow {
  const isoTimes = Object.fromEntries(
    ['created_at', 'updated_at'].map((name) => [name, new Date(String(row[name])).toISOString()]),
  );
  // The row is the whole row of the table that the type names.
  return { type, row: { ...row, ...isoTimes } } as unknown as WorkspaceRow;
}
