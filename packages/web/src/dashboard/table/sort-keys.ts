import type { TableSpec } from '@oriel/contract';
import type { TableLayout } from '@oriel/dashboard/table/table-layout';

/** By which column a viewer, or the author, has sorted. */
export interface SortKey {
  id: string;
  isDescending: boolean;
}

/** The next order of a column that is pressed: up, down, then none. */
export const turned = (now: SortKey | undefined, id: string): SortKey | undefined =>
  now?.id !== id ? { id, isDescending: false } : now.isDescending ? undefined : { id, isDescending: true };

/** The author's order, of the columns that there are: in a pivot of the first column of the measure, or its totals. */
export function authorOrder({ leaves }: TableLayout, { sort = [] }: TableSpec): SortKey[] {
  return sort.flatMap(({ field, direction }) => {
    const own = leaves.filter(({ column }) => column.field === field);
    const leaf = own.find(({ isTotal }) => isTotal) ?? own[0];
    return leaf ? [{ id: leaf.id, isDescending: direction === 'desc' }] : [];
  });
}
