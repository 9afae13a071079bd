import type { OperationTypes } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { ReportRow } from '../workspace-rows.ts';

/** A report to be stored, with the ids that it gets. */
export interface NewReport {
  deploymentId: number;
  userId: number;
  publicId: string;
  input: OperationTypes['createReport']['body'];
}

/** Reports as rows. Callers have checked access. */
export type ReportStore = ReturnType<typeof createReportStore>;

export function createReportStore(db: Db) {
  const changeOne = (deploymentId: number, id: number) =>
    db.updateTable('reports').where('deploymentId', '=', deploymentId).where('id', '=', id).returningAll();
  return {
    insert({ deploymentId, userId, publicId, input }: NewReport): Promise<ReportRow> {
      const name = input.name ?? input.title ?? 'Untitled report';
      const source = input.source ?? null;
      return db
        .insertInto('reports')
        .values({
          ...columnsOf(input),
          deploymentId,
          publicId,
          name,
          source,
          userId,
          createdBy: userId,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** Locks a report's row until the transaction ends. One that is not there is no error. */
    async hold(deploymentId: number, id: number): Promise<void> {
      await db
        .selectFrom('reports')
        .select('id')
        .where('deploymentId', '=', deploymentId)
        .where('id', '=', id)
        .forUpdate()
        .execute();
    },

    /**
     * Changes the fields that are given and counts the version up.
     *
     * @throws a plain error for a report that is not there
     */
    update(
      deploymentId: number,
      id: number,
      input: OperationTypes['updateReport']['body'],
    ): Promise<ReportRow> {
      return changeOne(deploymentId, id)
        .set({
          ...columnsOf(input),
          ...(input.name != null && { name: input.name }),
          version: sql`version + 1`,
          updatedAt: sql`now()`,
        })
        .executeTakeFirstOrThrow();
    },

    /**
     * Notes who has read the data anew.
     *
     * @throws a plain error for a report that is not there
     */
    refresh(deploymentId: number, id: number, userId: number): Promise<ReportRow> {
      return changeOne(deploymentId, id).set({ refreshedBy: userId }).executeTakeFirstOrThrow();
    },

    /** The tabs of a workbook. */
    listByWorkbook(deploymentId: number, workbookId: number): Promise<ReportRow[]> {
      return db
        .selectFrom('reports')
        .selectAll()
        .where('deploymentId', '=', deploymentId)
        .where('workbookId', '=', workbookId)
        .execute();
    },
  };
}

type ReportInput = OperationTypes['createReport']['body'] | OperationTypes['updateReport']['body'];

/** Fields of the inputs that are stored as they come; undefined leaves the column as it is. */
const plainColumns = [
  'title',
  'folderId',
  'workbookId',
  'sqlQuery',
  'jsonQuery',
  'externalWorkbookId',
  'resultLocation',
  'endResultCell',
] as const;

/** The columns of the fields that were sent. */
function columnsOf(input: ReportInput) {
  const sent = plainColumns.filter((column) => input[column] !== undefined);
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  return {
    // The keys are columns, and each has the value that the input has for it.
    ...(Object.fromEntries(sent.map((column) => [column, input[column]])) as Pick<
      ReportInput,
      (typeof plainColumns)[number]
    >),
    ...(input.pivotItems !== undefined && { pivotItems: json(input.pivotItems) }),
    ...(input.meta !== undefined && { meta: json(input.meta) }),
  };
}
