import type { View } from 'vega';
import type { QueryResult } from '../../../query/load-batch.ts';
import { createTooltip, type ChartTooltip } from './chart-tooltip.ts';
import { axisTextOf, pointsOf, type ScenePoint } from './scene.ts';
import { describeMark, describeTime, type Datum, type TooltipContent } from './tooltip-content.ts';
import { drawnFields, hasOwnTooltip, timeFieldOf } from './tooltip-spec.ts';

interface FollowOptions {
  view: View;
  container: HTMLElement;
  /** The chart's document, with the names of fields that its rows have. */
  spec: object;
  result: QueryResult;
}

/**
 * Tells what lies below the pointer, or nearest to it along an axis of time. Where the author has said what tooltips
 * contain, they contain that. Returns the function that ends it.
 */
export function followPointer({ view, container, spec, result }: FollowOptions): () => void {
  const tooltip = createTooltip(container);
  const timeField = timeFieldOf(spec, result);
  if (hasOwnTooltip(spec)) showOwn(view, container, tooltip);
  else if (timeField !== undefined)
    showNearest(view, container, tooltip, (points) =>
      describeTime(points, result, { timeField, drawn: drawnFields(spec) }),
    );
  else showMark(view, container, tooltip, { spec, result });
  const leave = () => tooltip.hide();
  container.addEventListener('pointerleave', leave);
  return () => {
    container.removeEventListener('pointerleave', leave);
    tooltip.destroy();
  };
}

/** What Vega-Lite makes of the author's `tooltip`: a text, or texts by title. */
function showOwn(view: View, container: HTMLElement, tooltip: ChartTooltip): void {
  view.addEventListener('pointermove', (event, item) => {
    const value = (item as { tooltip?: unknown } | null | undefined)?.tooltip ?? '';
    if (value === '') return tooltip.hide();
    const rows =
      typeof value === 'object'
        ? Object.entries(value).map(([name, shown]) => ({ name, value: String(shown) }))
        : [{ name: '', value: String(value) }];
    tooltip.show({ rows }, placeIn(container, event));
  });
}

function showMark(
  view: View,
  container: HTMLElement,
  tooltip: ChartTooltip,
  { spec, result }: Pick<FollowOptions, 'spec' | 'result'>,
): void {
  const categories = categoriesOf(spec);
  view.addEventListener('pointermove', (event, item) => {
    const datum = (item as { datum?: Datum } | null | undefined)?.datum;
    const content = datum && describeMark(datum, result, axisTextOf(view, categories));
    if (!content || content.rows.length === 0) return tooltip.hide();
    tooltip.show(content, placeIn(container, event));
  });
}

/** The fields of the axes that have a place for each value, by scale. */
function categoriesOf(spec: object): Record<string, string> {
  const { encoding = {} } = spec as {
    encoding?: Record<string, { field?: unknown; type?: unknown } | undefined>;
  };
  return Object.fromEntries(
    ['x', 'y'].flatMap((channel) => {
      const { field, type } = encoding[channel] ?? {};
      return typeof field === 'string' && (type === 'nominal' || type === 'ordinal')
        ? [[channel, field]]
        : [];
    }),
  );
}

function showNearest(
  view: View,
  container: HTMLElement,
  tooltip: ChartTooltip,
  describe: (points: readonly ScenePoint[]) => TooltipContent,
): void {
  view.addEventListener('pointermove', (event) => {
    const place = placeIn(container, event);
    const { left, top } = originOf(view);
    const points = nearestTo(place.x - left, pointsOf(view));
    const [first] = points;
    if (!first) return tooltip.hide();
    tooltip.rule({ x: first.x + left, top, height: view.height() });
    tooltip.show(describe(points), place);
  });
}

/** The points at the place that lies nearest, from the top down. */
function nearestTo(x: number, points: readonly ScenePoint[]): ScenePoint[] {
  const distances = points.map((point) => Math.abs(point.x - x));
  const nearest = points[distances.indexOf(Math.min(...distances))];
  if (!nearest) return [];
  return points.filter((point) => Math.abs(point.x - nearest.x) < 0.5).toSorted((a, b) => a.y - b.y);
}

function originOf(view: View): { left: number; top: number } {
  const [x = 0, y = 0] = view.origin();
  const padding = view.padding();
  const { left = 0, top = 0 } = typeof padding === 'number' ? { left: padding, top: padding } : padding;
  return { left: x + left, top: y + top };
}

/** Vega's events are the browser's own. */
function placeIn(container: HTMLElement, event: object): { x: number; y: number } {
  const { left, top } = container.getBoundingClientRect();
  const { clientX, clientY } = event as MouseEvent;
  return { x: clientX - left, y: clientY - top };
}
