import styles from './table-report.module.css';

export interface CellPlace {
  className?: string | undefined;
  style?: React.CSSProperties;
}

interface CellPlaceOptions {
  /** Of its column; the numbers of the rows are at -1. */
  index: number;
  /** How many columns it spans; default 1. */
  count?: number;
  /** How many columns of the table stay while it scrolls sideways. */
  frozen: number;
  className?: string | undefined;
}

/** The class of a cell, and where it stays while the table scrolls sideways. */
export function frozenCell({ index, count = 1, frozen, className }: CellPlaceOptions): CellPlace {
  if (frozen === 0 || index >= frozen) return { className };
  const edge = index + count === frozen ? styles.edge : undefined;
  return {
    className: [className, styles.frozen, edge].filter((name) => name !== undefined).join(' '),
    style: { insetInlineStart: index === -1 ? 0 : `var(--column-${index})` },
  };
}

/** Where the columns that stay begin, and where they end, as custom properties of the table's style sheet. */
export function frozenProperties(
  widths: readonly number[],
  { frozen, numbers }: { frozen: number; numbers: number },
): Record<string, string> {
  if (frozen === 0) return {};
  const properties: Record<string, string> = {};
  let start = numbers;
  for (const [index, width] of widths.slice(0, frozen).entries()) {
    properties[`--column-${index}`] = `${start}px`;
    start += width;
  }
  return { ...properties, '--frozen': `${start}px` };
}
