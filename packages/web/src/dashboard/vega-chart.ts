import type { ChartPalette } from '@oriel/contract';
import type { DrillClick } from '@oriel/dashboard/drill-click';
import { withPalettes } from '@oriel/dashboard/palettes';
import { parse, View, type Item, type Spec } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { QueryResult } from '../query/load-batch.ts';
import { createUtcInterpreter, toUtcSpec } from './chart-clock.ts';
import { toChartDocument, toChartRows } from './chart-fields.ts';
import { chartConfig, type ChartColors } from './chart-config.ts';
import { checkChartDocument, confineChart, confinedView } from './chart-sandbox.ts';
import { followPointer } from './follow-pointer.ts';
import { loadTransforms } from './load-transforms.ts';
import { markClick } from './mark-click.ts';
import { markPartial } from './mark-partial.ts';
import type { Datum } from './tooltip-content.ts';

export interface DrawnChart {
  /** Takes it off the page. */
  destroy(): void;
}

export interface DrawOptions {
  container: HTMLElement;
  /** Vega-Lite without data; fields are column keys. */
  spec: object;
  result: QueryResult;
  colors: ChartColors;
  /** The account's palettes, which the document may name. */
  palettes?: readonly ChartPalette[] | undefined;
  /** Called for a click on a mark with a number. */
  onDrill(click: DrillClick): void;
}

/**
 * Draws a Vega-Lite chart on a canvas that follows its container. It gets the rows and reaches nothing else; expressions are
 * interpreted, so that no page has to allow eval.
 *
 * @throws `OutsideReference` for a document that names an address or a part of the page
 */
export async function drawChart({
  container,
  spec,
  result,
  colors,
  palettes = [],
  onDrill,
}: DrawOptions): Promise<DrawnChart> {
  checkChartDocument(spec);
  const document = toChartDocument(withPalettes(spec, palettes), result);
  const parts = markPartial({ document, rows: toChartRows(result) });
  const prepared = {
    ...parts.document,
    data: { name: 'rows', values: parts.rows },
    width: 'container',
    height: 'container',
    autosize: { type: 'fit', contains: 'padding' },
  };
  const view = await createChartView(prepared, { container, colors, palettes, timezone: result.timezone });
  const endFollowing = followPointer({ view, container, spec: document, result });
  view.addEventListener('click', (_event, item) => {
    const click = markClick(datumOf(item), result);
    if (click) onDrill(click);
  });
  await view.runAsync();
  const stopFollowing = followSize(container, (width, height) => {
    void view.width(width).height(height).runAsync();
  });
  return {
    destroy: () => {
      stopFollowing();
      endFollowing();
      view.finalize();
    },
  };
}

/** How a view is made, whatever it draws. */
export type ViewSetting = Pick<DrawOptions, 'container' | 'colors' | 'palettes'> & {
  /** The zone of its times. */
  timezone: string | undefined;
};

/** A view of a Vega-Lite document, which has not run yet. The document is the author's; what Vega-Lite cannot use it says itself. */
export async function createChartView(
  document: object,
  { container, colors, palettes = [], timezone }: ViewSetting,
): Promise<View> {
  const config = chartConfig(colors, palettes);
  const compiled = compile(document as unknown as TopLevelSpec, { config, logger: silent }).spec as Spec;
  await loadTransforms(compiled);
  return new View(parse(toUtcSpec(confineChart(compiled)), undefined, { ast: true }), {
    ...confinedView(createUtcInterpreter(timezone)),
    renderer: 'canvas',
    container,
    hover: true,
    // Vega's own way is the element's title; followPointer shows the tooltips of authors, too.
    tooltip: () => undefined,
  });
}

/** Reports the sizes that an element takes on; not the one that it has, which an observer would begin with. */
export function followSize(
  element: HTMLElement,
  onChange: (width: number, height: number) => void,
): () => void {
  let known = `${element.clientWidth} ${element.clientHeight}`;
  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = element;
    if (`${clientWidth} ${clientHeight}` === known) return;
    known = `${clientWidth} ${clientHeight}`;
    onChange(clientWidth, clientHeight);
  });
  observer.observe(element);
  return () => observer.disconnect();
}

const silent = {
  level: () => silent,
  error: () => silent,
  warn: () => silent,
  info: () => silent,
  debug: () => silent,
} as never;

/** Vega's types say nothing of what an item stands for: a row of ours, or nothing. */
export const datumOf = (item: Item | null | undefined) =>
  (item as { datum?: Datum } | null | undefined)?.datum;
