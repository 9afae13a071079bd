import type { WorkspaceItemRefInput } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { resourceKinds, type ResourceType } from '../../access/resource-kinds.ts';
import type { Db } from '../../db/database.ts';

/**
 * The bytes of the documents that an item is shown with, as SQL by the alias of its row; a workbook has its dashboard.
 */
export function contentBytesOf(alias: string, type: ResourceType): RawBuilder<number> {
  const own = sql<number>`${sql.ref(`${alias}.content_bytes`)}`;
  switch (type) {
    case 'FOLDER':
      return sql<number>`0`;
    case 'REPORT':
      return own;
    case 'WORKBOOK':
      return sql<number>`(${own} + coalesce((
        select v.content_bytes from dashboards d join dashboard_versions v on v.dashboard_id = d.id
        where d.workbook_id = ${sql.ref(`${alias}.id`)} order by v.version_number desc limit 1), 0))`;
  }
}

/** The same of one item; 0 for one that is not there. */
export async function findContentBytes(db: Db, { type, id }: WorkspaceItemRefInput): Promise<number> {
  const { table } = resourceKinds[type];
  const { rows } = await sql<{ bytes: number }>`
    select ${contentBytesOf('i', type)} as bytes from ${sql.table(table)} i where i.id = ${id}`.execute(db);
  return rows[0]?.bytes ?? 0;
}
