import type { HtmlSpec, TableCondition } from '@oriel/contract';
import { cellOf, isCompared, type ChartColumn } from './chart-column.ts';
import { resolvePoints, resolveRegions, type MapChoice } from './map-choice.ts';
import type { QueryDraft } from '../query/query-draft.ts';
import { firstTemplate } from './template-choice.ts';

/** The kinds of drawings that the chart panel makes. */
export const CHART_KINDS = [
  'table',
  'bar',
  'line',
  'area',
  'pie',
  'scatter',
  'heatmap',
  'kpi',
  'points',
  'regions',
  'html',
] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/**
 * How several values at one place lie: on each other, as shares of all, or side by side; areas lie over each other
 * then.
 */
export const STACKINGS = ['stacked', 'percent', 'side'] as const;
export type Stacking = (typeof STACKINGS)[number];

/** Where the legend of a chart stands, beside the usual place on the right. */
export const LEGENDS = ['bottom', 'top', 'left', 'none'] as const;
type LegendPlace = (typeof LEGENDS)[number];

/** How a chart looks; what is absent follows from the model and the theme. */
export interface ChartStyle {
  readonly title?: string | undefined;
  /** Beside the axis of groups, or the horizontal one of a scatter plot. */
  readonly groupTitle?: string | undefined;
  readonly valueTitle?: string | undefined;
  /** Beside the second axis of values. */
  readonly secondTitle?: string | undefined;
  readonly legend?: LegendPlace | undefined;
  /** Of marks that all have the same colour. */
  readonly color?: string | undefined;
}

/** Parts of a table that are there or not. */
export const TABLE_SWITCHES = [
  'columnTotals',
  'appliedFilters',
  'groupRows',
  'rowNumbers',
  'banding',
] as const;

/** How a table looks. */
export interface TableStyle extends Partial<Record<(typeof TABLE_SWITCHES)[number], true>> {
  /** Dimensions with a column for each of their values. */
  readonly pivot?: readonly string[];
  /** Whether a pivot has totals of its rows. */
  readonly rowTotals?: true;
  /** Measures with a bar in each cell. */
  readonly bars?: readonly string[];
  /** Measures with cells coloured by value. */
  readonly scales?: readonly string[];
  /** Columns with a width of their own, in pixels. */
  readonly widths?: Readonly<Record<string, number>>;
  /**
   * All columns in the order of the table, where comparisons of periods do not stand last; see {@link orderedCells}.
   */
  readonly order?: readonly string[];
  /** Looks by value. */
  readonly conditions?: readonly TableCondition[];
}

/** What an author has chosen; what is absent follows from the query, and null is nothing. */
export interface ChartChoice {
  readonly kind?: ChartKind | undefined;
  readonly x?: string | undefined;
  readonly y?: readonly string[] | undefined;
  /** Those of `y` that have the axis on the other side. */
  readonly second?: readonly string[] | undefined;
  readonly color?: string | null | undefined;
  readonly stacking?: Stacking | undefined;
  readonly isHorizontal?: boolean | undefined;
  readonly style?: ChartStyle | undefined;
  readonly table?: TableStyle | undefined;
  readonly map?: MapChoice | undefined;
  /** A template, or one with its crosstab; default one that is made of the columns. */
  readonly html?: string | HtmlSpec | undefined;
}

/** What is drawn: along `x` the values of `y`, by `color`. A pie has no `x`, a scatter plot measures on both. */
export interface Chart {
  readonly kind: ChartKind;
  readonly x: string | undefined;
  readonly y: readonly string[];
  /**
   * Those of `y` on a second axis; some of `y` are left on the first, and none are here where a colour splits the
   * values.
   */
  readonly second: readonly string[];
  readonly color: string | undefined;
  readonly stacking: Stacking;
  readonly isHorizontal: boolean;
  readonly style: ChartStyle;
  readonly table: TableStyle;
  readonly map: MapChoice;
  readonly html: string | HtmlSpec;
}

/** What can be named of the columns that a query has. */
export function columnsOf(
  { measures, dimensions, times }: QueryDraft,
  titleOf: (member: string) => string,
): ChartColumn[] {
  const cut = times.filter(({ granularity }) => granularity !== undefined);
  return [
    ...cut.map(({ dimension, granularity = '' }) => {
      // Under its name alone a time is whatever granularity a viewer chooses.
      const isAlone = cut.filter((time) => time.dimension === dimension).length === 1;
      const key = isAlone ? dimension : `${dimension}.${granularity}`;
      return { key, cell: `${dimension}.${granularity}`, kind: 'time', title: titleOf(dimension) } as const;
    }),
    ...dimensions.map((key) => ({ key, kind: 'dimension', title: titleOf(key) }) as const),
    ...measures.map((key) => ({ key, kind: 'measure', title: titleOf(key) }) as const),
  ];
}

/** The kind that fits what a query asks for. */
export function suggestKind(columns: readonly ChartColumn[]): ChartKind {
  const times = keysOf(columns, 'time').length;
  const dimensions = keysOf(columns, 'dimension').length;
  if (keysOf(columns, 'measure').length === 0 || times > 1 || times + dimensions > 2) return 'table';
  if (times === 1) return 'line';
  return dimensions === 0 ? 'kpi' : 'bar';
}

/** Whether a kind can draw the columns at all; a table always can. */
export function canDraw(kind: ChartKind, columns: readonly ChartColumn[]): boolean {
  const measures = keysOf(columns, 'measure').length;
  const groups = columns.length - measures;
  switch (kind) {
    case 'table':
    case 'html':
      return true;
    case 'points':
      return columns.length > 1;
    case 'kpi':
      return measures > 0;
    case 'scatter':
      return measures > 1;
    case 'heatmap':
      return measures > 0 && groups > 1;
    case 'bar':
    case 'line':
    case 'area':
    case 'pie':
    case 'regions':
      return measures > 0 && groups > 0;
    default:
      return kind satisfies never;
  }
}

/**
 * What is drawn by a choice: fields that are gone from the query are assigned anew, and a kind that cannot draw it
 * gives way.
 */
export function resolveChart(choice: ChartChoice, columns: readonly ChartColumn[]): Chart {
  const kind = choice.kind && canDraw(choice.kind, columns) ? choice.kind : suggestKind(columns);
  const measures = keysOf(columns, 'measure');
  const values = keysOf(
    columns.filter(({ isChange }) => isChange !== true),
    'measure',
  );
  const groups = [...keysOf(columns, 'time'), ...keysOf(columns, 'dimension')];
  const has = (key: string | null | undefined): key is string => columns.some((column) => column.key === key);
  const options = {
    second: [],
    stacking: choice.stacking ?? 'stacked',
    isHorizontal: choice.isHorizontal ?? false,
    style: choice.style ?? {},
    table: resolveTable(choice.table, columns),
    map: kind === 'points' || kind === 'regions' ? (choice.map ?? {}) : {},
    html: kind === 'html' ? (choice.html ?? firstTemplate(columns)) : '',
  };
  const chosenY = choice.y?.filter((key) => measures.includes(key)) ?? [];
  const colorOf = (suggested: string | undefined) =>
    choice.color === null ? undefined : has(choice.color) ? choice.color : suggested;
  switch (kind) {
    case 'table':
    case 'html':
      return { kind, x: undefined, y: [], color: undefined, ...options };
    case 'points':
    case 'regions': {
      const map = (kind === 'points' ? resolvePoints : resolveRegions)(options.map, columns);
      return { kind, x: undefined, y: [], color: undefined, ...options, map };
    }
    case 'kpi':
      return { kind, x: undefined, y: chosenY.length > 0 ? chosenY : measures, color: undefined, ...options };
    case 'pie':
      return {
        kind,
        x: undefined,
        y: firstOf(chosenY, measures),
        color: colorOf(undefined) ?? groups[0],
        ...options,
      };
    case 'scatter': {
      const x = has(choice.x) && measures.includes(choice.x) ? choice.x : measures[0];
      const others = measures.filter((key) => key !== x);
      return { kind, x, y: firstOf(chosenY, others), color: colorOf(groups[0]), ...options };
    }
    case 'heatmap': {
      const x = has(choice.x) && groups.includes(choice.x) ? choice.x : groups[0];
      // The other axis is the dimension that colours tell apart in other charts.
      const others = groups.filter((key) => key !== x);
      const color = has(choice.color) && others.includes(choice.color) ? choice.color : others[0];
      return { kind, x, y: firstOf(chosenY, measures), color, ...options };
    }
    case 'bar':
    case 'line':
    case 'area': {
      const x = has(choice.x) && groups.includes(choice.x) ? choice.x : groups[0];
      const color = colorOf(groups.find((key) => key !== x));
      const y = chosenY.length > 0 ? chosenY : values;
      // Colours tell the values of a dimension apart, or else the measures.
      if (color !== undefined) return { kind, x, y: y.slice(0, 1), color, ...options };
      return { kind, x, y, color, ...options, second: secondOf(choice, y) };
    }
    default:
      return kind satisfies never;
  }
}

/** What is chosen for the second axis, unless it would leave nothing on the first. */
function secondOf({ second = [] }: ChartChoice, y: readonly string[]): readonly string[] {
  const there = y.filter((key) => second.includes(key));
  return there.length < y.length ? there : [];
}

/**
 * The columns of a table by their keys in the rows. Members stand in the order of the query; an order says where
 * comparisons of periods stand among them, by whichever member was there before.
 */
export function orderedCells(columns: readonly ChartColumn[], order: readonly string[] = []): string[] {
  const cells = (wanted: boolean) => columns.filter((column) => isCompared(column) === wanted).map(cellOf);
  const [members, compared] = [cells(false), cells(true)];
  const rest = [...members];
  const found = order.flatMap((cell) => (compared.includes(cell) ? cell : (rest.shift() ?? [])));
  return [...found, ...rest, ...compared.filter((cell) => !found.includes(cell))];
}

/** The look of a table without what names columns that are gone. */
function resolveTable(table: TableStyle = {}, columns: readonly ChartColumn[]): TableStyle {
  const cells = columns.map(cellOf);
  const there = (names: readonly string[] | undefined, isMeasure: boolean) =>
    names?.filter((name) =>
      columns.some((column) => cellOf(column) === name && (column.kind === 'measure') === isMeasure),
    ) ?? [];
  const { pivot, bars, scales, rowTotals, widths = {}, order, conditions = [], ...switches } = table;
  const across = there(pivot, false);
  const [barred, scaled] = [there(bars, true), there(scales, true)];
  const wide = Object.entries(widths).filter(([cell]) => cells.includes(cell));
  const ordered = orderedCells(columns, order);
  const looks = conditions.filter(({ field }) => cells.includes(field));
  return {
    ...switches,
    ...(across.length > 0 && { pivot: across, ...(rowTotals && { rowTotals }) }),
    ...(barred.length > 0 && { bars: barred }),
    ...(scaled.length > 0 && { scales: scaled }),
    ...(wide.length > 0 && { widths: Object.fromEntries(wide) }),
    ...(ordered.join() !== cells.join() && { order: ordered }),
    ...(looks.length > 0 && { conditions: looks }),
  };
}

const keysOf = (columns: readonly ChartColumn[], kind: ChartColumn['kind']) =>
  columns.filter((column) => column.kind === kind).map(({ key }) => key);

const firstOf = (...lists: (readonly string[])[]) =>
  (lists.find(({ length }) => length > 0) ?? []).slice(0, 1);
