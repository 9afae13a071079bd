import type { PlanColumn } from '../ir/columns.ts';

/** `orders.created_at.month` is `orders__created_at__month`; a name that has such a gap itself keeps its dots. */
export function columnAlias({ key }: Pick<PlanColumn, 'key'>): string {
  return key.includes('__') ? key : key.replaceAll('.', '__');
}

/**
 * The columns of a join that a dimension alone needs. No table has such names, so that a bare column of an author is no
 * other.
 */
export const LAZY_VALUE = '__value';
/** The columns of a key that rows are told apart or joined by. */
export const keyName = (index: number) => `__key_${index}`;
