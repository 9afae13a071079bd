import type { HtmlSpec, KpiSpec, ReportKind, TableCondition, TableSpec } from '@oriel/contract';
import {
  CHART_KINDS,
  LEGENDS,
  orderedCells,
  resolveChart,
  TABLE_SWITCHES,
  type Chart,
  type ChartChoice,
  type ChartKind,
  type ChartStyle,
  type Stacking,
  type TableStyle,
} from './chart-choice.ts';
import type { ChartColumn } from './chart-column.ts';
import { guessMap } from './map-choice.ts';

/** How a report is stored to be drawn. */
export interface StoredDrawing {
  readonly kind: ReportKind;
  readonly spec: unknown;
}

/** What is stored of a chart: a Vega-Lite document, a table or figures. */
export function writeChart(chart: Chart, columns: readonly ChartColumn[]): StoredDrawing {
  switch (chart.kind) {
    case 'table':
      return { kind: 'table', spec: tableSpec(chart.table, columns) };
    case 'kpi':
      return { kind: 'kpi', spec: kpiSpec(chart) };
    case 'points':
    case 'regions':
      return { kind: 'map', spec: { mode: chart.kind, ...chart.map } };
    case 'html':
      return { kind: 'html', spec: chart.html };
    case 'pie':
      return { kind: 'vega', spec: pieSpec(chart) };
    case 'scatter':
      return { kind: 'vega', spec: scatterSpec(chart) };
    case 'heatmap':
      return { kind: 'vega', spec: heatmapSpec(chart, columns) };
    case 'bar':
    case 'line':
    case 'area':
      return { kind: 'vega', spec: cartesianSpec(chart, columns) };
    default:
      return chart.kind satisfies never;
  }
}

/**
 * The choice that a stored drawing was made by; undefined where the panel would write it in another way, so that
 * something of it would be lost.
 */
export function readChart(
  { kind, spec }: StoredDrawing,
  columns: readonly ChartColumn[],
): ChartChoice | undefined {
  const stored = typeof spec === 'string' && kind !== 'html' ? parse(spec) : (spec ?? {});
  const guess = guessChart(kind, stored);
  if (!guess?.kind) return undefined;
  const written = writeChart(resolveChart(guess, columns), columns);
  if (written.kind !== kind || canonical(written.spec) !== canonical(stored)) return undefined;
  return withoutUsual(guess, columns);
}

/** Fields that follow from the query by themselves go on following from it. */
function withoutUsual(choice: ChartChoice, columns: readonly ChartColumn[]): ChartChoice {
  const before = canonical(resolveChart(choice, columns));
  const names = [
    'x',
    'y',
    'second',
    'color',
    'stacking',
    'isHorizontal',
    'style',
    'table',
    'map',
    'html',
  ] as const;
  return names.reduce((kept: ChartChoice, name) => {
    const { [name]: _, ...others } = kept;
    return canonical(resolveChart(others, columns)) === before ? others : kept;
  }, choice);
}

function kpiSpec({ y }: Chart): KpiSpec {
  const blocks = y.map((field) => ({ type: 'number' as const, field }));
  return blocks.length > 1 ? { blocks, direction: 'row', wrap: true } : { blocks };
}

/** From the least to the greatest value, in any theme. */
const SCALE = { start: { color: '#eef2ff' }, end: { color: '#91a7ff' } };

function tableSpec(
  { pivot, bars = [], scales = [], widths = {}, order, conditions, ...parts }: TableStyle,
  columns: readonly ChartColumn[],
): TableSpec {
  const isPlain = bars.length + scales.length + Object.keys(widths).length === 0 && order === undefined;
  return {
    ...parts,
    ...(pivot && { pivot: { columns: [...pivot] } }),
    // Columns that are named are all that there are.
    ...(!isPlain && {
      columns: orderedCells(columns, order).map((field) => ({
        field,
        ...(widths[field] !== undefined && { width: widths[field] }),
        ...(bars.includes(field) && { display: { type: 'bar' as const } }),
        ...(scales.includes(field) && { colorScale: SCALE }),
      })),
    }),
    ...(conditions && { conditions: [...conditions] }),
  };
}

/** The title above a chart. */
const titled = ({ title }: ChartStyle) => (title ? { title } : {});

/** The title of a channel, beside its axis or above its legend. */
const named = (title: string | undefined) => (title ? { title } : {});

const coloured = ({ color }: ChartStyle, isSplit: boolean) => (color && !isSplit ? { color } : {});

function legendOf({ legend }: ChartStyle): object {
  if (!legend) return {};
  return { legend: legend === 'none' ? null : { orient: legend } };
}

function pieSpec({ y: [theta], color, style }: Chart): object {
  return {
    ...titled(style),
    mark: { type: 'arc' },
    encoding: {
      theta: { field: theta, type: 'quantitative', stack: true },
      color: { field: color, type: 'nominal', sort: null, ...legendOf(style) },
    },
  };
}

function scatterSpec({ x, y: [y], color, style }: Chart): object {
  const scale = { zero: false };
  const isSplit = color !== undefined;
  return {
    ...titled(style),
    mark: { type: 'point', filled: true, ...coloured(style, isSplit) },
    encoding: {
      x: { field: x, type: 'quantitative', scale, ...named(style.groupTitle) },
      y: { field: y, type: 'quantitative', scale, ...named(style.valueTitle) },
      ...(isSplit && { color: { field: color, type: 'nominal', ...legendOf(style) } }),
    },
  };
}

/** A place for each pair of groups, coloured by a measure. */
function heatmapSpec(
  { x = '', y: [value], color = '', style }: Chart,
  columns: readonly ChartColumn[],
): object {
  return {
    ...titled(style),
    mark: { type: 'rect' },
    encoding: {
      x: { ...groupField('heatmap', columnAt(columns, x)), ...named(style.groupTitle) },
      y: { ...groupField('heatmap', columnAt(columns, color)), ...named(style.valueTitle) },
      color: { field: value, type: 'quantitative', ...legendOf(style) },
    },
  };
}

/** Bars, lines and areas: groups along one axis, values along the other; several measures are layers. */
function cartesianSpec(chart: Chart, columns: readonly ChartColumn[]): object {
  const { kind, x = '', y, second, color, stacking, style } = chart;
  const isHorizontal = kind === 'bar' && chart.isHorizontal;
  const [along, up] = isHorizontal ? ['y', 'x'] : ['x', 'y'];
  const group = { [along]: { ...groupField(kind, columnAt(columns, x)), ...named(style.groupTitle) } };
  const [first] = y;
  const offset = (by: object) => (kind === 'bar' ? { [`${along}Offset`]: by } : {});
  const value = { type: 'quantitative', ...named(style.valueTitle) };
  if (y.length > 1) {
    const layerOf = (field: string, channel: object) => {
      const series = { datum: columnAt(columns, field)?.title ?? field };
      return {
        mark: markOf(kind, false),
        encoding: {
          [up]: { field, ...channel },
          color: { ...series, ...legendOf(style) },
          ...offset(series),
        },
      };
    };
    const main = y.filter((field) => !second.includes(field)).map((field) => layerOf(field, value));
    // Lines across the chart are those of the first axis.
    const other = { type: 'quantitative', axis: { grid: false }, ...named(style.secondTitle) };
    const beside = second.map((field) => layerOf(field, other));
    return {
      ...titled(style),
      encoding: group,
      ...(beside.length === 0
        ? { layer: main }
        : { layer: [onOneAxis(main), onOneAxis(beside)], resolve: { scale: { [up]: 'independent' } } }),
    };
  }
  const isSplit = color !== undefined;
  const by = { field: color, type: 'nominal' };
  const stack = isSplit && kind !== 'line' ? { stack: stacks[stacking] } : {};
  return {
    ...titled(style),
    mark: { ...markOf(kind, isSplit && stacking !== 'side'), ...coloured(style, isSplit) },
    encoding: {
      ...group,
      [up]: { field: first, ...value, ...stack },
      ...(isSplit && { color: { ...by, ...legendOf(style) }, ...(stacking === 'side' && offset(by)) }),
    },
  };
}

/** Layers that share an axis within a document of two. */
const onOneAxis = (layer: readonly object[]): object | undefined =>
  layer.length === 1 ? layer[0] : { layer };

const stacks: Readonly<Record<Stacking, string | null>> = {
  stacked: 'zero',
  percent: 'normalize',
  side: null,
};

/** Bars have a place for each group; along other marks time goes on. Other groups keep the order of the result. */
function groupField(kind: ChartKind, column: ChartColumn | undefined): object {
  if (column?.kind === 'time')
    return { field: column.key, type: kind === 'bar' || kind === 'heatmap' ? 'ordinal' : 'temporal' };
  // Both axes of a heat map go up: the rows have one order for the two.
  if (kind === 'heatmap') return { field: column?.key, type: 'ordinal' };
  return { field: column?.key, type: 'nominal', sort: null };
}

/** Areas that lie over each other are seen through. */
function markOf(kind: ChartKind, isStacked: boolean): object {
  if (kind === 'line') return { type: 'line' };
  if (kind === 'area') return isStacked ? { type: 'area' } : { type: 'area', line: true, opacity: 0.3 };
  return { type: 'bar' };
}

const columnAt = (columns: readonly ChartColumn[], key: string) =>
  columns.find((column) => column.key === key);

/** What a document seems to have been made by; whether it was, writing it anew tells. */
function guessChart(kind: ReportKind, spec: unknown): ChartChoice | undefined {
  if (kind === 'table') return { kind: 'table', table: guessTable(spec) };
  if (kind === 'kpi') return { kind: 'kpi', y: fieldsIn(at(spec, 'blocks')) };
  if (kind === 'map') {
    const mode = at(spec, 'mode');
    return mode === 'points' || mode === 'regions' ? { kind: mode, map: guessMap(spec) } : undefined;
  }
  if (kind === 'html')
    return typeof spec === 'string' || typeof at(spec, 'template') === 'string'
      ? { kind: 'html', html: spec as string | HtmlSpec }
      : undefined;
  if (kind !== 'vega') return undefined;
  const sides = listOf(at(spec, 'layer')).map(leavesOf);
  const [layer] = sides.flat();
  const mark = at(layer ?? spec, 'mark', 'type');
  const encoding = at(spec, 'encoding');
  if (mark === 'arc')
    return {
      kind: 'pie',
      y: fieldsIn([at(encoding, 'theta')]),
      color: fieldIn(encoding, 'color'),
      style: guessStyle(spec, { color: at(encoding, 'color') }),
    };
  const plane = { group: at(encoding, 'x'), value: at(encoding, 'y'), color: at(encoding, 'color') };
  if (mark === 'rect')
    return {
      kind: 'heatmap',
      x: fieldIn(encoding, 'x'),
      y: fieldsIn([at(encoding, 'color')]),
      color: fieldIn(encoding, 'y'),
      style: guessStyle(spec, plane),
    };
  if (mark === 'point')
    return {
      kind: 'scatter',
      style: guessStyle(spec, plane),
      x: fieldIn(encoding, 'x'),
      y: fieldsIn([at(encoding, 'y')]),
      color: fieldIn(encoding, 'color') ?? null,
    };
  const drawn = CHART_KINDS.find((known) => known === mark);
  if (!drawn) return undefined;
  const layers = sides.flat().map((each) => at(each, 'encoding'));
  const [first = encoding] = layers;
  const isHorizontal = at(first, 'x', 'type') === 'quantitative';
  const [along, up] = isHorizontal ? ['y', 'x'] : ['x', 'y'];
  const stack = at(encoding, up, 'stack');
  const isSplit = at(spec, 'resolve', 'scale', up) === 'independent';
  const beside = isSplit ? (sides[1] ?? []).map((each) => at(each, 'encoding', up)) : [];
  const isSide = at(encoding, `${along}Offset`) !== undefined || stack === null;
  return {
    kind: drawn,
    x: fieldIn(encoding, along),
    y: fieldsIn((layers.length > 0 ? layers : [encoding]).map((each) => at(each, up))),
    ...(beside.length > 0 && { second: fieldsIn(beside) }),
    color: fieldIn(encoding, 'color') ?? null,
    stacking: isSide ? 'side' : stack === 'normalize' ? 'percent' : 'stacked',
    isHorizontal,
    style: guessStyle(spec, {
      group: at(encoding, along),
      value: at(first, up),
      second: beside[0],
      color: at(first, 'color'),
    }),
  };
}

/** The marks of a layer: itself, or those that share its axis. */
function leavesOf(layer: unknown): unknown[] {
  const within = listOf(at(layer, 'layer'));
  return within.length > 0 ? within : [layer];
}

/** The look of a document with those channels. */
function guessStyle(
  spec: unknown,
  { group, value, second, color }: { group?: unknown; value?: unknown; second?: unknown; color?: unknown },
): ChartStyle {
  const legend = at(color, 'legend');
  const place = legend === null ? 'none' : LEGENDS.find((known) => known === at(legend, 'orient'));
  const style = {
    title: textOf(at(spec, 'title')),
    groupTitle: textOf(at(group, 'title')),
    valueTitle: textOf(at(value, 'title')),
    secondTitle: textOf(at(second, 'title')),
    legend: place,
    color: textOf(at(spec, 'mark', 'color')),
  };
  return Object.fromEntries(Object.entries(style).filter(([, part]) => part !== undefined));
}

function guessTable(spec: unknown): TableStyle {
  const pivot = listOf(at(spec, 'pivot', 'columns')).filter((name) => typeof name === 'string');
  const columns = listOf(at(spec, 'columns'));
  const namesOf = (has: (column: unknown) => boolean) => fieldsIn(columns.filter(has));
  const widths = columns.flatMap((column) => {
    const [[field], width] = [fieldsIn([column]), at(column, 'width')];
    return field !== undefined && typeof width === 'number' ? [[field, width] as const] : [];
  });
  // What is none of them is not written the same, and left to the specification.
  const conditions = listOf(at(spec, 'conditions')) as TableCondition[];
  return {
    ...(widths.length > 0 && { widths: Object.fromEntries(widths) }),
    ...(columns.length > 0 && { order: fieldsIn(columns) }),
    ...(conditions.length > 0 && { conditions }),
    ...Object.fromEntries(
      [...TABLE_SWITCHES, 'rowTotals'].filter((name) => at(spec, name) === true).map((name) => [name, true]),
    ),
    ...filled('pivot', pivot),
    ...filled(
      'bars',
      namesOf((column) => at(column, 'display', 'type') === 'bar'),
    ),
    ...filled(
      'scales',
      namesOf((column) => at(column, 'colorScale') !== undefined),
    ),
  };
}

const filled = (name: 'pivot' | 'bars' | 'scales', names: string[]): TableStyle =>
  names.length > 0 ? { [name]: names } : {};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const at = (node: unknown, ...path: string[]): unknown =>
  path.reduce(
    (found: unknown, key) => (found as Readonly<Record<string, unknown>> | null | undefined)?.[key],
    node,
  );

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function fieldIn(encoding: unknown, channel: string): string | undefined {
  const field = at(encoding, channel, 'field');
  return typeof field === 'string' ? field : undefined;
}

const fieldsIn = (nodes: unknown): string[] =>
  listOf(nodes).flatMap((node) => {
    const field = at(node, 'field');
    return typeof field === 'string' ? [field] : [];
  });

/**
 * The same text for the same document, in whichever order its keys stand. Names of series are the model's titles, which
 * may change.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (key, node: unknown) => {
    if (key === 'datum') return '';
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return node;
    return Object.fromEntries(Object.entries(node).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
