import { sql, type RawBuilder } from 'kysely';
import type { RowsOfKinds } from './workspace-rows.ts';

/** What a column of a kind holds: a short value, or a document that may be large. */
type ColumnsOf<T extends keyof RowsOfKinds> = Readonly<Record<keyof RowsOfKinds[T], 'value' | 'document'>>;

/** The columns of the kinds with documents; a new one does not compile without an entry. */
const columns: { readonly [T in 'WORKBOOK' | 'REPORT']: ColumnsOf<T> } = {
  WORKBOOK: {
    id: 'value',
    deploymentId: 'value',
    folderId: 'value',
    name: 'value',
    slug: 'value',
    meta: 'document',
    calculatedFields: 'document',
    contentBytes: 'value',
    version: 'value',
    restoredVersion: 'value',
    embedUserId: 'value',
    userId: 'value',
    createdBy: 'value',
    createdAt: 'value',
    updatedAt: 'value',
  },
  REPORT: {
    id: 'value',
    deploymentId: 'value',
    publicId: 'value',
    isPublicIdChosen: 'value',
    workbookId: 'value',
    folderId: 'value',
    name: 'value',
    title: 'value',
    description: 'document',
    sqlQuery: 'document',
    jsonQuery: 'document',
    pivotItems: 'document',
    meta: 'document',
    contentBytes: 'value',
    version: 'value',
    source: 'value',
    currentQueryChecksum: 'value',
    externalWorkbookId: 'value',
    resultLocation: 'value',
    endResultCell: 'value',
    embedUserId: 'value',
    userId: 'value',
    createdBy: 'value',
    refreshedBy: 'value',
    createdAt: 'value',
    updatedAt: 'value',
  },
};

/** Selects the columns of a row by its alias, with null for its documents where a condition holds. */
export function columnsWithout(
  type: 'WORKBOOK' | 'REPORT',
  alias: string,
  isLeftOut: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const selected = Object.entries(columns[type]).map(([name, holds]) => {
    const column = sql.ref(`${alias}.${name}`);
    return holds === 'value'
      ? column
      : sql`case when ${isLeftOut} then null else ${column} end as ${sql.ref(name)}`;
  });
  return sql.join(selected);
}
