import type { RawBuilder, Selectable } from 'kysely';
import type { AccessLevel } from '../../access/access-level.ts';
import { selectWithLevel } from '../../access/item-level.ts';
import type { ResourceType } from '../../access/resource-kinds.ts';
import { accessorOf } from '../../access/subjects.ts';
import { visibilityOf, type Visibility } from '../../access/visibility/visibility.ts';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import type { ViewScope } from '../workspace-scope.ts';

/** A row of the workspace together with what the caller may do with it. */
export type WithAccess<Row> = Row & { level: AccessLevel };

export type FolderRow = Selectable<Tables['folders']>;
export type WorkbookRow = Selectable<Tables['workbooks']>;
export type ReportRow = Selectable<Tables['reports']>;

/** The rows of each kind. */
export interface RowsOfKinds {
  FOLDER: FolderRow;
  WORKBOOK: WorkbookRow;
  REPORT: ReportRow;
}

/** Selects the rows of one kind in a scope, with the caller's level; conditions may follow, beginning with `and`. */
export function itemsFor<T extends ResourceType>(
  { actor, deploymentId }: ViewScope,
  type: T,
): RawBuilder<WithAccess<RowsOfKinds[T]>> {
  return selectWithLevel(accessorOf(actor), deploymentId, type);
}

/** What a caller sees in a scope. */
export function visibilityFor({ actor, deploymentId }: ViewScope): Visibility {
  return visibilityOf(accessorOf(actor), deploymentId);
}

/** Runs a query for rows; timestamps and JSON come out as `Tables` says. */
export async function rowsOf<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows;
}
