import { keyOf, type ItemType } from './naive-workspace.ts';
import type { TestApp } from '../test-app.ts';

/** What is stored of an item: all that is shown of its place, and when it was changed, with all digits. */
export interface Stored {
  readonly place: string;
  readonly changedAt: string;
  /** The same in milliseconds since 1970, as answers have it. */
  readonly updatedAt: number;
}

/** Reads what is stored of the workspace of a deployment. */
export function createStoredReader({ database }: Pick<TestApp, 'database'>, deploymentId: number) {
  const query = async <Row extends object>(text: string, ...values: unknown[]) =>
    (await database.pool.query<Row>(text, [deploymentId, ...values])).rows;
  const selectOf = (type: ItemType, table: string, place: string) =>
    `select '${type}' as type, id, concat_ws(' ', ${place}) as place, to_json(updated_at) #>> '{}' as "changedAt",
       floor(extract(epoch from updated_at) * 1000)::float8 as "updatedAt" from ${table} where deployment_id = $1`;
  const selectItems = [
    selectOf('FOLDER', 'folders', `name, 'in', parent_id`),
    selectOf('WORKBOOK', 'workbooks', `name, slug, version, 'in', folder_id`),
    selectOf('REPORT', 'reports', `name, public_id, version, 'in', folder_id, 'tab of', workbook_id`),
  ].join(' union all ');
  return {
    /** The items, by their keys. */
    async items(): Promise<Map<string, Stored>> {
      const rows = await query<Stored & { type: ItemType; id: number }>(selectItems);
      return new Map(rows.map(({ type, id, ...stored }) => [keyOf({ type, id }), stored]));
    },
    /** The ids of the entries of the trash, by the keys of their items. */
    async trash(): Promise<Map<string, number>> {
      const rows = await query<{ id: number; type: ItemType; itemId: number }>(
        'select id, item_type as type, item_id as "itemId" from trash where deployment_id = $1',
      );
      return new Map(rows.map(({ id, type, itemId }) => [keyOf({ type, id: itemId }), id]));
    },
    /** The ids of the tabs of a workbook, the oldest first. */
    async tabs(workbookId: number): Promise<number[]> {
      const rows = await query<{ id: number }>(
        'select id from reports where deployment_id = $1 and workbook_id = $2 order by id',
        workbookId,
      );
      return rows.map(({ id }) => id);
    },
  };
}
