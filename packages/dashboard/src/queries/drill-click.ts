import type { SwappedFields } from './apply-fields.ts';
import type { Cell, ColumnAnnotation } from '../results/query-result.ts';

/** A click on a number of a report: a cell, a mark or a figure. */
export interface DrillClick {
  /** Key of the measure's column. */
  column: string;
  /**
   * What the number is of: values of dimensions and buckets of time by the keys of their columns. A row of the result
   * will do, since all else in it is ignored; a total has fewer of them, and that of everything none.
   */
  coordinates: Readonly<Record<string, Cell | undefined>>;
  /** The number. */
  value?: Cell | undefined;
}

/** Whether the model says what lies behind a column: its measure has `drill_members` that the viewer may see. */
export function isDrillable(column: Pick<ColumnAnnotation, 'drillMembers'> | undefined): boolean {
  return (column?.drillMembers?.length ?? 0) > 0;
}

/** The qualified measure that a click is on, whatever its column compares it with or stands for. */
export function drilledMember({ column }: Pick<DrillClick, 'column'>, swapped?: SwappedFields): string {
  const member = memberOf(column);
  return swapped?.get(member) ?? member;
}

/** The member of a column's key, without its granularity or what it is compared with. */
export const memberOf = (key: string): string => key.split('.').slice(0, 2).join('.');
