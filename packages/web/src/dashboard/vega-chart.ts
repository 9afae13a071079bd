import { parse, View, type Item, type Spec } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { Cell, QueryResult } from '../query/load-batch.ts';
import { createUtcInterpreter, toUtcSpec } from './chart-clock.ts';
import { fieldOf, toChartDocument, toChartRows } from './chart-fields.ts';
import { checkChartDocument, confineChart, confinedView } from './chart-sandbox.ts';
import { followPointer } from './follow-pointer.ts';
import { pageLanguage } from '../messages/language.ts';
import { chartLocale } from '@oriel/dashboard/number-format';
import { markPartial } from './mark-partial.ts';

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
  onSelect(member: string, value: Cell | undefined): void;
}

/** The colours of a chart, from the page's theme. */
export interface ChartColors {
  text: string;
  muted: string;
  grid: string;
  series: readonly string[];
  font: string;
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
  onSelect,
}: DrawOptions): Promise<DrawnChart> {
  checkChartDocument(spec);
  const document = toChartDocument(spec, result);
  const parts = markPartial({ document, rows: toChartRows(result) });
  const prepared = {
    ...parts.document,
    data: { name: 'rows', values: parts.rows },
    width: 'container',
    height: 'container',
    autosize: { type: 'fit', contains: 'padding' },
  };
  // The document is the author's; what Vega-Lite cannot use it says itself.
  const compiled = compile(prepared as unknown as TopLevelSpec, { config: configOf(colors), logger: silent })
    .spec as Spec;
  const view = new View(parse(toUtcSpec(confineChart(compiled)), undefined, { ast: true }), {
    ...confinedView(createUtcInterpreter(result.timezone)),
    renderer: 'canvas',
    container,
    hover: true,
    // Vega's own way is the element's title; followPointer shows the tooltips of authors, too.
    tooltip: () => undefined,
  });
  const endFollowing = followPointer({ view, container, spec: document, result });
  view.addEventListener('click', (_event, item) => select(item, result, onSelect));
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

/** Reports the sizes that an element takes on; not the one that it has, which an observer would begin with. */
function followSize(element: HTMLElement, onChange: (width: number, height: number) => void): () => void {
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

function select(item: Item | null | undefined, result: QueryResult, onSelect: DrawOptions['onSelect']): void {
  const datum = (item as { datum?: Record<string, Cell> } | null | undefined)?.datum;
  const measure =
    datum &&
    Object.keys(result.columns).find(
      (key) => result.columns[key]?.kind === 'measure' && fieldOf(key) in datum,
    );
  if (measure !== undefined) onSelect(measure, datum?.[fieldOf(measure)]);
}

function configOf({ text, muted, grid, series, font }: ChartColors): object {
  const [first = '#4c6ef5'] = series;
  const axis = {
    labelColor: muted,
    titleColor: muted,
    gridColor: grid,
    domainColor: grid,
    tickColor: grid,
    labelFontSize: 11,
    titleFontSize: 11,
    titleFontWeight: 'normal',
    labelLimit: 140,
    labelOverlap: true,
    labelSeparation: 6,
    labelPadding: 6,
    titlePadding: 8,
  };
  return {
    locale: chartLocale(pageLanguage()),
    background: 'transparent',
    font,
    view: { stroke: null },
    axis,
    axisX: { grid: false },
    axisBand: { grid: false, domain: false, ticks: false },
    axisQuantitative: { domain: false, ticks: false, tickCount: 5 },
    legend: {
      labelColor: muted,
      titleColor: muted,
      labelFontSize: 11,
      titleFontSize: 11,
      symbolType: 'circle',
    },
    title: { color: text },
    range: {
      category: [...series],
      ramp: [`${first}22`, first],
      heatmap: [`${first}18`, first],
      ordinal: [...series],
    },
    // A row without a value, such as one that was filled in, keeps its place on the axis; lines break there.
    mark: { invalid: 'break-paths-show-domains' },
    bar: { color: first },
    line: { color: first, strokeWidth: 2 },
    area: { color: first, line: { color: first, strokeWidth: 2 } },
    point: { color: first, size: 36 },
    rect: { color: first },
    arc: { stroke: null },
  };
}
