import type { DashboardConfig, DashboardWidgetPosition } from '@oriel/contract';
import { DASHBOARD_LAYOUT_DEFAULTS } from '@oriel/contract/layout';
import { rulesOf } from '../draft/dashboard-draft.ts';
import type { Point } from './drop-targets.ts';

/** The grid of the canvas in pixels. */
export interface CanvasGrid {
  readonly cols: number;
  readonly rowHeight: number;
  /** Between two columns, and between two rows. */
  readonly margin: [number, number];
  readonly containerPadding: [number, number];
  readonly columnWidth: number;
}

/** The widest grid of a draft, on a canvas of so many pixels. */
export function gridOf(draft: DashboardConfig, width: number): CanvasGrid {
  const { layout } = draft;
  const cols = rulesOf(draft).columns;
  const margin = pair(layout?.margin, DASHBOARD_LAYOUT_DEFAULTS.margin);
  const containerPadding = pair(layout?.containerPadding, DASHBOARD_LAYOUT_DEFAULTS.containerPadding);
  return {
    cols,
    rowHeight: layout?.rowHeight ?? DASHBOARD_LAYOUT_DEFAULTS.rowHeight,
    margin,
    containerPadding,
    columnWidth: (width - 2 * containerPadding[0] - (cols - 1) * margin[0]) / cols,
  };
}

/** The cell at a point of the canvas. */
function cellAt(
  { cols, rowHeight, margin, containerPadding, columnWidth }: CanvasGrid,
  point: Point,
): Pick<DashboardWidgetPosition, 'x' | 'y'> {
  const x = Math.floor((point.x - containerPadding[0]) / (columnWidth + margin[0]));
  const y = Math.floor((point.y - containerPadding[1]) / (rowHeight + margin[1]));
  return { x: Math.min(Math.max(0, x), cols - 1), y: Math.max(0, y) };
}

/** The cells of a widget that is held at a point, by the middle of its upper edge. */
export function cellsAt(
  grid: CanvasGrid,
  { x, y }: Point,
  size: Pick<DashboardWidgetPosition, 'w' | 'h'>,
): DashboardWidgetPosition {
  const { width } = boxOf(grid, { x: 0, y: 0, ...size });
  const corner = { x: x - width / 2 + grid.columnWidth / 2, y };
  return { ...cellAt(grid, corner), ...size };
}

/** Where cells are on the canvas, within its columns. */
export function boxOf(
  { cols, rowHeight, margin, containerPadding, columnWidth }: CanvasGrid,
  position: DashboardWidgetPosition,
): Record<'left' | 'top' | 'width' | 'height', number> {
  const w = Math.min(position.w, cols);
  const x = Math.min(position.x, cols - w);
  return {
    left: containerPadding[0] + x * (columnWidth + margin[0]),
    top: containerPadding[1] + position.y * (rowHeight + margin[1]),
    width: w * columnWidth + (w - 1) * margin[0],
    height: position.h * rowHeight + (position.h - 1) * margin[1],
  };
}

const pair = (
  values: readonly number[] | null | undefined,
  fallback: readonly [number, number],
): [number, number] => [values?.[0] ?? fallback[0], values?.[1] ?? fallback[1]];
