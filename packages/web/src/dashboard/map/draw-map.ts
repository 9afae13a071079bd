import type { ChartPalette, MapSpec } from '@oriel/contract';
import type { DrillClick } from '@oriel/dashboard/drill-click';
import { withPalettes } from '@oriel/dashboard/palettes';
import type { View } from 'vega';
import type { QueryResult } from '../../query/load-batch.ts';
import { markClick } from '../charts/pointer/mark-click.ts';
import type { ChartColors } from '../charts/chart-config.ts';
import { fitLegends } from '../charts/fit/fit-legends.ts';
import { createChartView, datumOf } from '../charts/vega-chart.ts';
import { followSize } from '../charts/fit/follow-size.ts';
import { CLUSTER, SIGNALS } from './map-document.ts';
import { fitFrame, limitsOf, moveFrame, placeFrame, resizeFrame, zoomFrame } from './map-frame.ts';
import type { Frame, Point, Size } from './map-frame.ts';
import { followMapPointer } from './map-pointer.ts';
import { preparePoints } from './prepare-points.ts';
import { prepareRegions } from './prepare-regions.ts';

interface DrawMapOptions {
  container: HTMLElement;
  spec: MapSpec;
  result: QueryResult;
  colors: ChartColors;
  palettes: readonly ChartPalette[];
  onDrill(click: DrillClick): void;
  /** Called when the viewer has come to the end of what can be zoomed, or away from it. */
  onReach(reach: { isNearest: boolean; isWidest: boolean }): void;
}

/** A map on the page, which moves. */
export interface DrawnMap {
  /** What the viewer is told of rows that are not shown. */
  notes: readonly string[];
  /** Zooms in by a factor above 1, around a place in pixels or the middle. Says whether that has changed anything. */
  zoom(factor: number, at?: Point): boolean;
  /** Moves what is seen by pixels. */
  move(by: Point): void;
  /** Shows what was shown first. */
  reset(): void;
  destroy(): void;
}

/** A legend over a smaller map would cover it. */
const LEGEND_SIZE: Size = { width: 260, height: 180 };
const LEGEND_HEIGHT = { color: 48, size: 68 };
/** Pixels around what is shown first. */
const PADDING = 20;

/**
 * Draws a map on a canvas that follows its container.
 *
 * @throws `MapProblem` for what cannot be drawn
 */
export async function drawMap(options: DrawMapOptions): Promise<DrawnMap> {
  const { container, spec, result, colors, palettes } = options;
  let size = sizeOf(container);
  const hasLegend = size.width >= LEGEND_SIZE.width && size.height >= LEGEND_SIZE.height;
  const shared = { colors, columns: result.columns, hasLegend, width: size.width };
  const prepared = await (spec.mode === 'points'
    ? preparePoints(spec, result, shared)
    : prepareRegions(spec, result, shared));
  const document = withPalettes({ ...prepared.document, ...size }, palettes);
  const setting = { container, colors, palettes, timezone: result.timezone };
  const { view, hasLegends } = await createChartView(document, setting);
  const margin = { around: PADDING, below: prepared.legend ? LEGEND_HEIGHT[prepared.legend] : 0 };
  let limits = limitsOf(prepared.box, prepared.world, size, margin);
  let first = fitFrame(prepared.box, size, margin);
  let frame = first;
  prepared.fill(view, frame.scale, true);
  place(view, frame, size);
  await view.runAsync();
  const endLegends = hasLegends ? await fitLegends(view, container) : undefined;

  const show = (next: Frame) => {
    if (next === frame) return;
    const isScaled = next.scale !== frame.scale;
    frame = next;
    if (isScaled) prepared.fill(view, frame.scale, false);
    place(view, frame, size);
    void view.runAsync();
    options.onReach({
      isNearest: frame.scale >= limits.maxScale * 0.999,
      isWidest: frame.scale <= limits.minScale * 1.001,
    });
  };
  const zoom: DrawnMap['zoom'] = (factor, at = [size.width / 2, size.height / 2]) => {
    const next = zoomFrame(frame, factor, at, size, limits);
    if (next.scale === frame.scale) return false;
    show(next);
    return true;
  };
  const endPointer = followMapPointer(view, container, { ...options, labels: prepared.labels });
  view.addEventListener('click', (event, item) => {
    const datum = datumOf(item);
    if (!datum) return;
    const { left, top } = container.getBoundingClientRect();
    // Vega's events are the browser's own.
    const { clientX, clientY } = event as unknown as MouseEvent;
    if (CLUSTER.caption in datum) return void zoom(2.5, [clientX - left, clientY - top]);
    const click = markClick(datum, result);
    if (click) options.onDrill(click);
  });
  const stopFollowing = followSize(container, (width, height) => {
    if (width === 0 || height === 0) return;
    const before = first;
    size = { width, height };
    limits = limitsOf(prepared.box, prepared.world, size, margin);
    first = fitFrame(prepared.box, size, margin);
    const next = resizeFrame(frame, before, first, limits);
    view.width(width).height(height);
    show(next);
  });
  return {
    notes: prepared.notes,
    zoom,
    move: (by) => show(moveFrame(frame, by, limits)),
    reset: () => show(first),
    destroy() {
      stopFollowing();
      endLegends?.();
      endPointer();
      view.finalize();
    },
  };
}

/** A container that is hidden has no size; it gets one when it is shown. */
const sizeOf = ({ clientWidth, clientHeight }: HTMLElement): Size => ({
  width: clientWidth || 300,
  height: clientHeight || 200,
});

function place(view: View, frame: Frame, size: Size): void {
  const { scale, x, y } = placeFrame(frame, size);
  view.signal(SIGNALS.scale, scale).signal(SIGNALS.x, x).signal(SIGNALS.y, y);
}
