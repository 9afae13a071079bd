import type { TableStyle } from '@oriel/contract';
import { isCssValue } from '@oriel/contract/css-value';
import type { CellLook } from '@oriel/dashboard/table/cell-looks';

const PARTS = ['header', 'values', 'banding', 'hover', 'totals'] as const;

/** A table's colours and sizes as custom properties of its style sheet; what is left out is that of the dashboard. */
export function tableProperties(style: TableStyle | undefined): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const part of PARTS) {
    const { fontColor, backgroundColor, fontSize } = style?.[part] ?? {};
    const size = fontSize === undefined ? undefined : `${fontSize}px`;
    for (const [name, value] of Object.entries({ color: fontColor, ground: backgroundColor, size }))
      if (value !== undefined && isCssValue(value)) properties[`--table-${part}-${name}`] = value;
  }
  return properties;
}

/**
 * The colours of a cell; its ground is a custom property, because that of a cell that stays lies above an opaque one.
 */
export function cellProperties({ color, backgroundColor }: CellLook): React.CSSProperties {
  return {
    ...(color !== undefined && { color }),
    ...(backgroundColor !== undefined && { '--ground': backgroundColor }),
  };
}
