import {
  grant,
  runIn,
  withGrants,
  type CreateListRows,
  type ListRows,
} from '../../test/feature-list-rows.ts';

const tables: Record<string, string> = { FOLDER: 'folders', WORKBOOK: 'workbooks', REPORT: 'reports' };
const rowsOfKinds: ListRows = {
  rowOf: (item) => ({ table: tables[String(item['type'])] ?? '', column: 'id', value: item['id'] }),
};

/** Rows of the lists. */
export const createListRows: CreateListRows = (context) => {
  const run = runIn(context);
  return {
    workspaceObjects: rowsOfKinds,
    sharedWorkspaceObjects: {
      ...rowsOfKinds,
      ...withGrants(run),
      async start() {
        const { id } = await context().calls.makeWorkbook('Shared');
        await grant(context, { type: 'WORKBOOK', id, subject: 'ALL_EMBED_USERS', subjectId: 0 });
      },
    },
  };
};
