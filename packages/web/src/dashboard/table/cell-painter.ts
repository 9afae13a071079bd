import type { TableSpec } from '@oriel/contract';
import { isCssValue } from '@oriel/contract/css-value';
import { barBounds, type BarBounds } from '@oriel/dashboard/table/bar-bounds';
import { readable, type CellLook } from '@oriel/dashboard/table/cell-looks';
import { createColorScale } from '@oriel/dashboard/table/color-scale';
import { holds } from '@oriel/dashboard/table/conditions';
import type { TableLayout } from '@oriel/dashboard/table/table-layout';
import type { RowValues, TableLeaf } from '@oriel/dashboard/table/table-leaf';

/** How the cells of a table look by their values. */
export interface CellPainter {
  lookOf(leaf: TableLeaf, row: RowValues): CellLook;
  /** The bounds of the bars in a column; undefined for one without. */
  boundsOf(leaf: TableLeaf): BarBounds | undefined;
}

/** Reads the values of each coloured column once; a pivot's columns of one measure have one scale. */
export function createCellPainter(layout: TableLayout, spec: TableSpec): CellPainter {
  const { leaves, rows } = layout;
  const conditions = (spec.conditions ?? []).map((condition) => ({
    condition,
    look: readable(plainLook(condition)),
    ids: leaves.filter(({ column }) => column.field === condition.field).map(({ id }) => id),
  }));
  const forFields = <T>(make: (leaf: TableLeaf, values: () => RowValues[string][]) => T | undefined) => {
    const made = new Map<string, T>();
    for (const leaf of leaves) {
      const { field } = leaf.column;
      if (made.has(field)) continue;
      const own = leaves.filter(({ column, isTotal }) => column.field === field && !isTotal);
      const found = make(leaf, () => rows.flatMap((row) => own.map(({ id }) => row[id] ?? null)));
      if (found !== undefined) made.set(field, found);
    }
    return made;
  };
  const scales = forFields(({ column: { colorScale } }, values) =>
    colorScale ? createColorScale(colorScale, values()) : undefined,
  );
  const bounds = forFields(({ column: { display } }, values) =>
    display.type === 'bar' ? barBounds(values(), display) : undefined,
  );
  const isTrue = ({ condition, ids }: (typeof conditions)[number], row: RowValues, leaf?: TableLeaf) => {
    if (leaf) return leaf.column.field === condition.field && holds(condition, row[leaf.id]);
    return (ids.length > 0 ? ids : [condition.field]).some((id) => holds(condition, row[id]));
  };
  return {
    lookOf(leaf, row) {
      const scale = leaf.isTotal ? undefined : scales.get(leaf.column.field);
      return conditions.reduce<CellLook>(
        (look, each) => {
          const applies = isTrue(each, row, each.condition.applyTo === 'row' ? undefined : leaf);
          return applies ? { ...look, ...each.look } : look;
        },
        scale?.(row[leaf.id]) ?? {},
      );
    },
    boundsOf: (leaf) => (leaf.isTotal ? undefined : bounds.get(leaf.column.field)),
  };
}

/** The colours of a condition, without what is no CSS value: an older version stored it as it came. */
function plainLook({ color, backgroundColor }: CellLook): CellLook {
  return {
    ...(color !== undefined && isCssValue(color) && { color }),
    ...(backgroundColor !== undefined && isCssValue(backgroundColor) && { backgroundColor }),
  };
}
