import type { TableField } from '@oriel/dashboard/table/table-fields';

/** The side of a cell that its text stands at: that of the page, whichever direction the text is read in. */
export function sideOf({ align }: Pick<TableField, 'align'>) {
  return (align === 'start' || align === 'end' ? `var(--${align})` : align) as TableField['align'];
}
