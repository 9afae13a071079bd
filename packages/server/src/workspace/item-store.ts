import type { WorkspaceItemRefInput } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { visibilityOf } from '../access/visibility.ts';
import type { Db } from '../db/database.ts';
import { isAdmin } from '../access/principal.ts';
import type { WorkspaceRow } from './serialize-items.ts';
import {
  foldersFor,
  reportsFor,
  rowsOf,
  workbooksFor,
  type FolderRow,
  type ReportRow,
  type WithAccess,
  type WorkbookRow,
} from './workspace-rows.ts';
import type { WorkspaceScope } from './workspace-scope.ts';

/** Single things of the workspace, of whichever kind. */
export interface ItemStore {
  /** With the level of access that the actor has, which may be none. */
  findFolder(scope: WorkspaceScope, id: number): Promise<WithAccess<FolderRow> | undefined>;
  findWorkbook(scope: WorkspaceScope, id: number): Promise<WithAccess<WorkbookRow> | undefined>;
  findReport(scope: WorkspaceScope, id: number): Promise<WithAccess<ReportRow> | undefined>;
  /** Those of some folders that hold something the actor can see, at any depth. */
  findFoldersOnTheWay(scope: WorkspaceScope, ids: readonly number[]): Promise<Set<number>>;
  /** The things as they are, in the order given; what is not there is left out. */
  list(deploymentId: number, items: readonly WorkspaceItemRefInput[]): Promise<WorkspaceRow[]>;
}

export function createItemStore(db: Db): ItemStore {
  const first = async <Row>(query: RawBuilder<Row>) => (await rowsOf(db, query))[0];
  return {
    findFolder: ({ actor, deploymentId }, id) =>
      first(sql<WithAccess<FolderRow>>`${foldersFor(actor, deploymentId)} and f.id = ${id}`),
    findWorkbook: ({ actor, deploymentId }, id) =>
      first(sql<WithAccess<WorkbookRow>>`${workbooksFor(actor, deploymentId)} and w.id = ${id}`),
    findReport: ({ actor, deploymentId }, id) =>
      first(sql<WithAccess<ReportRow>>`${reportsFor(actor, deploymentId)} and r.id = ${id}`),
    async findFoldersOnTheWay({ actor, deploymentId }, ids) {
      // An administrator has more than the sight of every folder.
      if (ids.length === 0 || isAdmin(actor)) return new Set();
      const { foldersOnTheWay } = visibilityOf(actor, deploymentId);
      const rows = await rowsOf(
        db,
        sql<{
          id: number;
        }>`select n.id from (${foldersOnTheWay}) n where n.id = any(${[...ids]}::integer[])`,
      );
      return new Set(rows.map(({ id }) => id));
    },
    list: (deploymentId, items) => listItems(db, deploymentId, items),
  };
}

async function listItems(
  db: Db,
  deploymentId: number,
  items: readonly WorkspaceItemRefInput[],
): Promise<WorkspaceRow[]> {
  const load = async <Row extends { id: number }>(
    table: 'folders' | 'workbooks' | 'reports',
    type: WorkspaceItemRefInput['type'],
  ): Promise<Map<number, Row>> => {
    const ids = items.filter((item) => item.type === type).map(({ id }) => id);
    if (ids.length === 0) return new Map();
    const rows = await rowsOf(
      db,
      sql<Row>`select * from ${sql.table(table)} where deployment_id = ${deploymentId} and id = any(${ids}::integer[])`,
    );
    return new Map(rows.map((row) => [row.id, row]));
  };
  const [folders, workbooks, reports] = await Promise.all([
    load<FolderRow>('folders', 'FOLDER'),
    load<WorkbookRow>('workbooks', 'WORKBOOK'),
    load<ReportRow>('reports', 'REPORT'),
  ]);
  return items.flatMap(({ type, id }): WorkspaceRow[] => {
    if (type === 'FOLDER') return wrap('FOLDER', folders.get(id));
    return type === 'WORKBOOK' ? wrap('WORKBOOK', workbooks.get(id)) : wrap('REPORT', reports.get(id));
  });
}

function wrap<T extends WorkspaceRow['type']>(
  type: T,
  row: Extract<WorkspaceRow, { type: T }>['row'] | undefined,
): WorkspaceRow[] {
  // The type and the row belong together by the signature, which the compiler cannot follow into the union.
  return row ? [{ type, row } as WorkspaceRow] : [];
}
