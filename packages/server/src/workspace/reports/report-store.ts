import type { OperationTypes } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { ReportRow } from '../workspace-rows.ts';

export interface NewReport {
  deploymentId: number;
  userId: number;
  publicId: string;
  input: OperationTypes['createReport']['body'];
}

export interface ReportStore {
  insert(report: NewReport): Promise<ReportRow>;
  /** Changes the fields that are given and counts the version up. */
  update(
    deploymentId: number,
    id: number,
    input: OperationTypes['updateReport']['body'],
  ): Promise<ReportRow | undefined>;
  refresh(
    deploymentId: number,
    id: number,
    values: { userId: number; placements: readonly object[] },
  ): Promise<ReportRow | undefined>;
  remove(deploymentId: number, id: number): Promise<void>;
  /** The tabs of a workbook. */
  listByWorkbook(deploymentId: number, workbookId: number): Promise<ReportRow[]>;
}

export function createReportStore(db: Db): ReportStore {
  return {
    insert: ({ deploymentId, userId, publicId, input }) =>
      db
        .insertInto('reports')
        .values({
          deploymentId,
          publicId,
          name: input.name ?? input.title ?? 'Untitled report',
          source: input.source ?? null,
          userId,
          createdBy: userId,
          ...columnsOf(input),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    update: (deploymentId, id, input) =>
      db
        .updateTable('reports')
        .set({
          ...columnsOf(input),
          ...(input.name != null && { name: input.name }),
          version: sql`version + 1`,
          updatedAt: sql`now()`,
        })
        .where('deploymentId', '=', deploymentId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    refresh: (deploymentId, id, { userId, placements }) =>
      db
        .updateTable('reports')
        .set({ refreshedBy: userId, placements: JSON.stringify(placements) })
        .where('deploymentId', '=', deploymentId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    async remove(deploymentId, id) {
      await db.deleteFrom('reports').where('deploymentId', '=', deploymentId).where('id', '=', id).execute();
    },
    listByWorkbook: (deploymentId, workbookId) =>
      db
        .selectFrom('reports')
        .selectAll()
        .where('deploymentId', '=', deploymentId)
        .where('workbookId', '=', workbookId)
        .execute(),
  };
}

type ReportInput = OperationTypes['createReport']['body'] | OperationTypes['updateReport']['body'];

/** The columns of the fields that were sent. */
function columnsOf(input: ReportInput) {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  return {
    ...(input.title !== undefined && { title: input.title }),
    ...(input.folderId !== undefined && { folderId: input.folderId }),
    ...(input.workbookId !== undefined && { workbookId: input.workbookId }),
    ...(input.sqlQuery !== undefined && { sqlQuery: input.sqlQuery }),
    ...(input.jsonQuery !== undefined && { jsonQuery: input.jsonQuery }),
    ...(input.pivotItems !== undefined && { pivotItems: json(input.pivotItems) }),
    ...(input.meta !== undefined && { meta: json(input.meta) }),
    ...(input.externalWorkbookId !== undefined && { externalWorkbookId: input.externalWorkbookId }),
    ...(input.resultLocation !== undefined && { resultLocation: input.resultLocation }),
    ...(input.endResultCell !== undefined && { endResultCell: input.endResultCell }),
  };
}
