import type { Static } from 'typebox';
import {
  boolean,
  describe,
  freeObject,
  integer,
  list,
  number,
  object,
  oneOf,
  optional,
  text,
  union,
} from '../schema.ts';
import { FillMissingRows, PeriodComparison, ReportKind, type DashboardWidget } from './dashboards.ts';

/**
 * The parts of a report and of a dashboard's widgets that the API carries as free objects. Whoever draws a
 * dashboard reads them through these shapes and ignores what it does not know.
 */

const format = optional(text('A d3 number or time format, as in the data model.', { example: ',.0f' }));
const label = optional(text('Text beside the value; default the title of the member.'));

export const ReportMeta = object(
  "How a report is drawn: a report's `meta`. Its query lies beside it, in `jsonQuery`.",
  {
    kind: describe(ReportKind, 'How it is drawn.'),
    spec: freeObject('A Vega-Lite document without data, a table or KPI blocks, by kind.'),
    preferences: optional(freeObject('Choices beyond the spec.')),
    periodComparisons: optional(
      list(PeriodComparison, 'Measures beside what they were; the query may have them instead.'),
    ),
    fillMissingRows: optional(
      describe(FillMissingRows, 'Rows for every bucket; the query may have it instead.'),
    ),
  },
);
export type ReportMeta = Static<typeof ReportMeta>;

export const TableColumn = object('A column of a table report.', {
  field: text('Key of the column in the result.', { example: 'orders.count' }),
  label: optional(text('Header; default the title of the member.')),
  align: optional(oneOf('Default right for numbers, else left.', ['left', 'right', 'center'])),
  format,
  width: optional(
    number('Pixels; without it the column takes its share of the width.', { minimum: 20, example: 120 }),
  ),
  hidden: optional(boolean('Whether the column is left out.')),
});
export type TableColumn = Static<typeof TableColumn>;

export const TableSpec = object('What a table report shows.', {
  columns: optional(
    list(TableColumn, 'The columns in order; default all of the result in the order of the query.'),
  ),
  rowNumbers: optional(boolean('Whether rows are numbered.')),
});
export type TableSpec = Static<typeof TableSpec>;

const row = (description: string) => optional(integer(description, { minimum: 0, example: 0 }));

/** One block of a KPI report. Rows are counted from 0 in the order of the result. */
export const KpiBlock = union('A block of a KPI report, by its `type`.', [
  object('A number.', {
    type: oneOf('Always `number`.', ['number']),
    field: text('Key of the column.', { example: 'orders.count' }),
    row: row('Row of the result, from 0; default 0.'),
    label,
    format,
  }),
  object('A number beside an earlier one.', {
    type: oneOf('Always `comparison`.', ['comparison']),
    field: text('Key of the column.', { example: 'orders.count' }),
    currentRow: row('Row of the number, from 0.'),
    previousRow: row('Row of the earlier number, from 0.'),
    mode: optional(oneOf('What is shown of the difference.', ['absolute', 'percent', 'both'])),
    lowerIsBetter: optional(boolean('Whether a rise is bad news, as for a delay.')),
    label,
    format,
  }),
  object('A small chart.', {
    type: oneOf('Always `sparkline`.', ['sparkline']),
    measure: text('Key of the column of values.', { example: 'orders.count' }),
    dimension: text('Key of the column along the axis.', { example: 'orders.created_at.month' }),
    mark: optional(oneOf('How it is drawn; default `line`.', ['line', 'bar', 'area'])),
  }),
  object('A text.', { type: oneOf('Always `text`.', ['text']), content: text('Markdown.') }),
]);
export type KpiBlock = Static<typeof KpiBlock>;

export const KpiSpec = object('What a KPI report shows.', {
  blocks: list(KpiBlock, 'The blocks in order.'),
  direction: optional(oneOf('How the blocks lie; default `row`.', ['row', 'column'])),
});
export type KpiSpec = Static<typeof KpiSpec>;

/** `config` of a CHART widget. */
export interface ChartWidgetConfig {
  reportId: number;
  /** Instead of the report's title. */
  title?: string;
  hideTitle?: boolean;
  /** By widget id of a control: false leaves it out for this chart, a member lets it act on that member instead. */
  controls?: Record<string, false | { member: string }>;
}

/** `config` of a TEXT widget. */
export interface TextWidgetConfig {
  /** Markdown. */
  content: string;
}

/** Whether a control is shown, applied without being shown, or shown but locked. */
export type ControlVisibility = 'visible' | 'hidden' | 'disabled';

export type ControlValue = string | number | boolean | null | (string | number | boolean)[];

/** `config` of a FILTER widget. `operator` is one of the filter operators of the API, default `equals`. */
export interface FilterWidgetConfig {
  /** A dimension by its full name, such as `flights.carrier`. */
  member: string;
  label?: string;
  operator?: string;
  /**
   * The value before the viewer chooses one. For `between` two ends, or of a time a period that counts from now, such as
   * `last 7 days` or `this month`.
   */
  value?: ControlValue;
  /** Whether several values may be chosen; default true for texts. */
  multiple?: boolean;
  /** A user attribute that gives the value instead of `value` where the viewer has it. */
  userAttribute?: string;
  visibility?: ControlVisibility;
}

/** `config` of a TIME_GRAIN widget. Without `value` each chart keeps its own granularity. */
export interface TimeGrainWidgetConfig {
  member: string;
  label?: string;
  granularities?: string[];
  value?: string;
  visibility?: ControlVisibility;
}

/** `config` of a DIVIDER widget. */
export interface DividerWidgetConfig {
  orientation?: 'horizontal' | 'vertical';
}

/** `config` of a CONTAINER widget: widgets side by side, one below the other, or in a grid of `columns`. */
export interface ContainerWidgetConfig {
  title?: string;
  direction?: 'horizontal' | 'vertical' | 'grid';
  columns?: number;
  children: DashboardWidget[];
}
