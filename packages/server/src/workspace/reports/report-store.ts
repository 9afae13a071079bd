import type { OperationTypes } from '@oriel/contract';
import { sql } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import type { ReportTab } from '../workspace-tables.ts';
import { makePublicId } from '../items/public-id.ts';
import type { ReportRow } from '../items/workspace-rows.ts';

/** A report to be stored, with the ids that it gets. */
interface NewReport {
  deploymentId: number;
  userId: number | null;
  embedUserId: number | null;
  publicId: string;
  input: OperationTypes['createReport']['body'];
}

/** Reports as rows. Callers have checked access. */
export type ReportStore = ReturnType<typeof createReportStore>;

export function createReportStore(db: Db) {
  return bindFirst(db, {
    insert,
    insertTabs,
    setTab,
    hold,
    update,
    clearLocation,
    refresh,
    holdByWorkbook,
    listByWorkbook,
  });
}

function changeOne(db: Db, deploymentId: number, id: number) {
  return db
    .updateTable('reports')
    .where('deploymentId', '=', deploymentId)
    .where('id', '=', id)
    .returningAll();
}

function tabsOf(db: Db, deploymentId: number, workbookId: number) {
  return db
    .selectFrom('reports')
    .selectAll()
    .where('deploymentId', '=', deploymentId)
    .where('workbookId', '=', workbookId)
    .orderBy('id');
}

function insert(
  db: Db,
  { deploymentId, userId, embedUserId, publicId, input }: NewReport,
): Promise<ReportRow> {
  const name = input.name ?? input.title ?? 'Untitled report';
  const source = input.source ?? null;
  return db
    .insertInto('reports')
    .values({
      ...columnsOf(input),
      deploymentId,
      publicId,
      isPublicIdChosen: input.publicId != null,
      name,
      source,
      userId,
      embedUserId,
      createdBy: userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Adds reports to a workbook, each with a public id of its own.
 *
 * @returns the ids of the new reports by those that the tabs name
 */
async function insertTabs(
  db: Db,
  owner: { deploymentId: number; userId: number | null; embedUserId?: number | null; workbookId: number },
  tabs: readonly ReportTab[],
): Promise<Map<number, number>> {
  if (tabs.length === 0) return new Map();
  const drafts = tabs.map((tab) => ({ tab, publicId: makePublicId() }));
  const rows = await db
    .insertInto('reports')
    .values(
      drafts.map(({ tab, publicId }) => ({
        ...owner,
        ...columnsOfTab(tab),
        publicId,
        createdBy: owner.userId,
      })),
    )
    .returning(['id', 'publicId'])
    .execute();
  const ids = new Map(rows.map(({ id, publicId }) => [publicId, id]));
  return new Map(drafts.map(({ tab, publicId }) => [tab.reportId, ids.get(publicId) ?? 0]));
}

/** Makes a report what a tab says, which counts as a change. */
async function setTab(db: Db, deploymentId: number, tab: ReportTab): Promise<void> {
  await changeOne(db, deploymentId, tab.reportId)
    .set({ ...columnsOfTab(tab), version: sql`version + 1`, updatedAt: sql`now()` })
    .executeTakeFirstOrThrow();
}

/** Locks a report's row until the transaction ends. One that is not there is no error. */
async function hold(db: Db, deploymentId: number, id: number): Promise<void> {
  await db
    .selectFrom('reports')
    .select('id')
    .where('deploymentId', '=', deploymentId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

/**
 * Changes the fields that are given and counts the version up.
 *
 * @throws a plain error for a report that is not there
 */
function update(
  db: Db,
  deploymentId: number,
  id: number,
  input: OperationTypes['updateReport']['body'],
): Promise<ReportRow> {
  return changeOne(db, deploymentId, id)
    .set({
      ...columnsOf(input),
      ...(input.name != null && { name: input.name }),
      ...(input.publicId != null && { publicId: input.publicId, isPublicIdChosen: true }),
      version: sql`version + 1`,
      updatedAt: sql`now()`,
    })
    .executeTakeFirstOrThrow();
}

/** Forgets where a report says that it stands; its placements are kept elsewhere. */
function clearLocation(db: Db, deploymentId: number, id: number): Promise<ReportRow> {
  return changeOne(db, deploymentId, id)
    .set({ externalWorkbookId: null, resultLocation: null, endResultCell: null })
    .executeTakeFirstOrThrow();
}

/**
 * Notes who has read the data anew.
 *
 * @throws a plain error for a report that is not there
 */
function refresh(db: Db, deploymentId: number, id: number, userId: number): Promise<ReportRow> {
  return changeOne(db, deploymentId, id).set({ refreshedBy: userId }).executeTakeFirstOrThrow();
}

/** The same, locked until the transaction ends. */
function holdByWorkbook(db: Db, deploymentId: number, workbookId: number): Promise<ReportRow[]> {
  return tabsOf(db, deploymentId, workbookId).forUpdate().execute();
}

/** The tabs of a workbook, the oldest first. */
function listByWorkbook(db: Db, deploymentId: number, workbookId: number): Promise<ReportRow[]> {
  return tabsOf(db, deploymentId, workbookId).execute();
}

/** The columns of a report that a tab has. */
function columnsOfTab(tab: ReportTab) {
  const { reportId: _reportId, pivotItems, meta, ...columns } = tab;
  return {
    ...columns,
    pivotItems: pivotItems && JSON.stringify(pivotItems),
    meta: meta && JSON.stringify(meta),
  };
}

type ReportInput = OperationTypes['createReport']['body'] | OperationTypes['updateReport']['body'];

/** Fields of the inputs that are stored as they come; undefined leaves the column as it is. */
const plainColumns = [
  'title',
  'description',
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
