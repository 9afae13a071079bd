import { expressionInterpreter } from 'vega-interpreter';
import { parse, View, type Item, type Spec } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { Cell, QueryResult } from '../query/load-batch.ts';
import { fieldOf, toChartDocument, toChartRows } from './chart-fields.ts';
import { formatValue } from './format.ts';
import { pageLanguage } from '../messages/language.ts';
import { chartLocale } from './locale.ts';
import styles from './chart-tooltip.module.css';

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
 * Draws a Vega-Lite chart on a canvas that follows its container. Expressions are interpreted, so that no page has to
 * allow eval.
 */
export async function drawChart({
  container,
  spec,
  result,
  colors,
  onSelect,
}: DrawOptions): Promise<DrawnChart> {
  const prepared = {
    ...toChartDocument(spec, result),
    data: { name: 'rows', values: toChartRows(result) },
    width: 'container',
    height: 'container',
    autosize: { type: 'fit', contains: 'padding' },
  };
  // The document is the author's; what Vega-Lite cannot use it says itself.
  const compiled = compile(prepared as unknown as TopLevelSpec, { config: configOf(colors), logger: silent })
    .spec as Spec;
  const view = new View(parse(compiled, undefined, { ast: true }), {
    expr: expressionInterpreter,
    renderer: 'canvas',
    container,
    hover: true,
  });
  const hideTooltip = followTooltip(view, container, result);
  view.addEventListener('click', (_event, item) => select(item, result, onSelect));
  await view.runAsync();
  const stopFollowing = followSize(container, (width, height) => {
    void view.width(width).height(height).runAsync();
  });
  return {
    destroy: () => {
      stopFollowing();
      hideTooltip();
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

/** A small box beside the pointer with the row's values. */
function followTooltip(view: View, container: HTMLElement, result: QueryResult): () => void {
  const box = document.createElement('div');
  box.className = styles.tooltip ?? '';
  box.hidden = true;
  container.append(box);
  view.addEventListener('mousemove', (event, item) => {
    const datum = (item as { datum?: Record<string, Cell> } | null | undefined)?.datum;
    const shown = datum ? Object.entries(result.columns).filter(([key]) => fieldOf(key) in datum) : [];
    box.hidden = shown.length === 0;
    if (box.hidden || !datum) return;
    box.replaceChildren(
      ...shown.map(([key, column]) =>
        line(column.shortTitle ?? key, formatValue(timeText(datum[fieldOf(key)], column.type), column)),
      ),
    );
    const { left, top, width } = container.getBoundingClientRect();
    const { clientX, clientY } = event as unknown as MouseEvent;
    box.style.left = `${Math.min(clientX - left + 12, width - box.offsetWidth - 4)}px`;
    box.style.top = `${Math.max(0, clientY - top - box.offsetHeight - 8)}px`;
  });
  const hide = () => (box.hidden = true);
  container.addEventListener('mouseleave', hide);
  return () => {
    container.removeEventListener('mouseleave', hide);
    box.remove();
  };
}

function timeText(value: Cell | undefined, type: string | undefined): Cell | undefined {
  if (type !== 'time' || typeof value !== 'number') return value;
  const local = new Date(value - new Date(value).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, -1);
}

function line(name: string, value: string): HTMLElement {
  const row = document.createElement('div');
  const [label, shown] = [document.createElement('span'), document.createElement('b')];
  label.textContent = name;
  shown.textContent = value;
  row.append(label, shown);
  return row;
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
