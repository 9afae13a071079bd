import type { DashboardWidget, DashboardWidgetPosition } from '@oriel/contract';

/** The widgets that the editor makes. */
export type NewWidgetType =
  | 'CHART'
  | 'TEXT'
  | 'FILTER'
  | 'TIME_GRAIN'
  | 'FIELD'
  | 'AI'
  | 'SPACER'
  | 'DIVIDER'
  | 'CONTAINER';

/** Columns and rows of a widget that is new, on a grid of twelve columns. */
export const SIZES: Readonly<Record<NewWidgetType, { w: number; h: number }>> = {
  CHART: { w: 6, h: 7 },
  TEXT: { w: 6, h: 3 },
  FILTER: { w: 3, h: 2 },
  TIME_GRAIN: { w: 3, h: 2 },
  FIELD: { w: 3, h: 2 },
  AI: { w: 6, h: 6 },
  SPACER: { w: 3, h: 2 },
  DIVIDER: { w: 12, h: 1 },
  CONTAINER: { w: 12, h: 8 },
};

/**
 * What a widget takes of the grid when it comes out of a container, where its size says nothing and may be a single
 * cell.
 */
export function sizeOnGrid({
  type,
  position: { w, h },
}: DashboardWidget): Pick<DashboardWidgetPosition, 'w' | 'h'> {
  if (w > 1 || h > 1 || type === 'PARENT') return { w, h };
  return SIZES[type];
}
