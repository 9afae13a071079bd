import type { ChartPalette } from '@oriel/contract';
import type { DrillClick } from '@oriel/dashboard/drill-click';
import { lengthenedPalette } from '@oriel/dashboard/series-colors';
import { parse, View, type Item, type Spec } from 'vega';
import type { QueryResult } from '../../query/load-batch.ts';
import { createUtcFunctions, toUtcSpec } from './expressions/chart-clock.ts';
import { pageLanguage } from '../../messages/language.ts';
import { setDates } from './expressions/chart-dates.ts';
import { setNumbers } from './expressions/chart-numbers.ts';
import { chartLook, type ChartColors, type ChartLook } from './chart-config.ts';
import { toChartRows } from '../formats/chart-fields.ts';
import { loadCompiler } from './chart-compiler-library.ts';
import { chartParts, toDrawnDocument, withRows, type ChartSource } from './chart-parts.ts';
import { fillTemplate, markedDocument } from './chart-template.ts';
import { compiledCharts } from './compiled-charts.ts';
import { checkChartDocument, confineChart, confinedView } from './expressions/chart-sandbox.ts';
import { fitFacets, withOpenFacets } from './fit/fit-facets.ts';
import { fitLabels, openLabelScales } from './fit/fit-labels.ts';
import { fitLegends, withOpenLegends } from './fit/fit-legends.ts';
import { followPointer } from './pointer/follow-pointer.ts';
import { loadTransforms } from './load-transforms.ts';
import type { ChartParts } from './mark-partial.ts';
import { markClick } from './pointer/mark-click.ts';
import { tellTaps } from './pointer/tell-taps.ts';
import { directTexts } from '../formats/text-direction.ts';
import type { Datum } from './pointer/tooltip-content.ts';

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
 * Draws a Vega-Lite chart on a canvas that follows its container, as Vega-Lite's size `container` says. It gets the
 * rows and reaches nothing else; expressions become functions without eval, so that no page has to allow it.
 *
 * @throws `OutsideReference` for a document that names an address or a part of the page
 */
export async function drawChart({
  container,
  spec,
  result,
  colors,
  palettes: own = [],
  onDrill,
}: DrawOptions): Promise<DrawnChart> {
  checkChartDocument(spec);
  const palettes = own.map((palette) =>
    palette.kind === 'categorical'
      ? { ...palette, colors: [...lengthenedPalette(palette.colors, colors.surface)] }
      : palette,
  );
  const { compiled, document } = await compiledChart({ spec, result, palettes }, chartLook(colors, palettes));
  const { document: drawn, sides } = withOpenFacets(compiled);
  const { document: open, hasLegends } = withOpenLegends(drawn);
  const view = await createView(open, { container, timezone: result.timezone });
  const endFollowing = followPointer({ view, container, spec: document, result });
  view.addEventListener('click', (_event, item) => {
    const click = markClick(datumOf(item), result);
    if (click) onDrill(click);
  });
  await view.runAsync();
  const endings = [
    ...(hasLegends ? [await fitLegends(view, container)] : []),
    await fitFacets(view, container, sides),
    await fitLabels(view, container, openLabelScales(open)),
  ];
  return {
    destroy: () => {
      for (const end of endings) end();
      endFollowing();
      view.finalize();
    },
  };
}

/** A chart's Vega document with its rows, and the Vega-Lite that it was made of. */
async function compiledChart(
  source: ChartSource,
  look: ChartLook,
): Promise<{ compiled: Spec; document: object }> {
  const { document, rows } = chartParts(source, toChartRows(source.result));
  const compiled =
    (await fromTemplate(source, rows, look)) ??
    (await loadCompiler()).compileChart(toDrawnDocument(document), look);
  return { compiled: withRows(compiled, rows), document };
}

/**
 * A chart's Vega document without its rows, where the server has compiled it. It has not compiled what differs from the
 * dashboard as it was published, such as a chart with another granularity, or what rests on types that only the model
 * knows.
 */
async function fromTemplate(
  source: ChartSource,
  rows: ChartParts['rows'],
  look: ChartLook,
): Promise<Spec | undefined> {
  const templates = await compiledCharts();
  const marked = templates.size > 0 ? markedDocument(source, rows) : undefined;
  const template = marked === undefined ? undefined : templates.get(marked);
  return marked !== undefined && template ? fillTemplate(template, marked, { ...source, look }) : undefined;
}

/** How a view is made, whatever it draws. */
interface ViewSetting {
  readonly container: HTMLElement;
  /** The zone of its times. */
  readonly timezone: string | undefined;
}

/** A view of a Vega-Lite document, which has not run yet, and whether it has legends for {@link fitLegends}. */
export async function createChartView(
  written: object,
  { colors, palettes = [], ...setting }: ViewSetting & Pick<DrawOptions, 'colors' | 'palettes'>,
): Promise<{ view: View; hasLegends: boolean }> {
  const { compileChart } = await loadCompiler();
  const { document, hasLegends } = withOpenLegends(compileChart(written, chartLook(colors, palettes)));
  return { view: await createView(document, setting), hasLegends };
}

async function createView(compiled: Spec, { container, timezone }: ViewSetting): Promise<View> {
  await loadTransforms(compiled);
  const view = new View(parse(toUtcSpec(confineChart(compiled)), undefined, { ast: true }), {
    ...confinedView(createUtcFunctions(timezone)),
    renderer: 'canvas',
    container,
    hover: true,
    // Vega's own way is the element's title; followPointer shows the tooltips of authors, too.
    tooltip: () => undefined,
  });
  setDates(view, pageLanguage());
  setNumbers(view, pageLanguage());
  const canvas = container.querySelector('canvas');
  if (canvas) tellTaps(canvas);
  const context = canvas?.getContext('2d');
  if (context) directTexts(context);
  return view;
}

/** Vega's types say nothing of what an item stands for: a row of ours, or nothing. */
export const datumOf = (item: Item | null | undefined) =>
  (item as { datum?: Datum } | null | undefined)?.datum;
