import type { PlanColumn } from '../ir/columns.ts';

/**
 * `orders.created_at.month` is `orders__created_at__month`, or begins with the `sql_alias` of its cube or view; a name
 * that has such a gap itself keeps its dots.
 */
export function columnAlias({ key, ref: { scope, sqlAlias } }: Pick<PlanColumn, 'key' | 'ref'>): string {
  const name =
    sqlAlias !== undefined && key.startsWith(`${scope}.`) ? sqlAlias + key.slice(scope.length) : key;
  return name.includes('__') ? name : name.replaceAll('.', '__');
}

/**
 * The columns of a join that a dimension alone needs. No table has such names, so that a bare column of an author is no
 * other.
 */
export const LAZY_VALUE = '__value';
/** The columns of a key that rows are told apart or joined by. */
export const keyName = (index: number) => `__key_${index}`;
