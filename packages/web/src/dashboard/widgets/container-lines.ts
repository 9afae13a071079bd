import type { DashboardWidget } from '@oriel/contract';
import { isHidden } from '@oriel/dashboard/control-states';
import { arrangementOf, childrenOf } from '@oriel/dashboard/widgets';

/**
 * In pixels, what a widget side by side with others needs; the style sheet of containers breaks lines by the same
 * numbers.
 */
const LEAST_WIDTH = 220;
const GAP = 16;

/**
 * How many times its height a container needs at a width, because its children no longer fit side by side; 1 for
 * whatever is no container.
 */
export function linesBeside(widget: DashboardWidget, width: number): number {
  const children = childrenOf(widget).filter((child) => !isHidden(child) && !isLine(child));
  const arrangement = arrangementOf(widget);
  if (arrangement === undefined || children.length === 0) return 1;
  const stated = statedColumns(widget);
  const columns = arrangement === 'horizontal' || arrangement === 'grid' ? fitting(stated, width) : 1;
  const childWidth = (width - (columns - 1) * GAP) / columns;
  const lines = Math.ceil(children.length / columns) / Math.ceil(children.length / stated);
  return (
    (arrangement === 'tabs' ? 1 : lines) *
    Math.max(...children.map((child) => linesBeside(child, childWidth)))
  );
}

/** Whether a widget is a line between others side by side. */
export const isLine = (widget: DashboardWidget) =>
  widget.type === 'DIVIDER' && widget.config?.orientation === 'vertical';

/** How many columns a container has where there is room for the children that are shown. */
export function statedColumns(
  widget: DashboardWidget,
  shown: readonly DashboardWidget[] = childrenOf(widget).filter((child) => !isHidden(child)),
): number {
  const arrangement = arrangementOf(widget);
  if (arrangement === 'horizontal') return Math.max(1, shown.filter((child) => !isLine(child)).length);
  return arrangement === 'grid' && widget.type === 'CONTAINER' ? (widget.config?.columns ?? 2) : 1;
}

const fitting = (columns: number, width: number) =>
  Math.max(1, Math.min(columns, Math.floor((width + GAP) / (LEAST_WIDTH + GAP))));
