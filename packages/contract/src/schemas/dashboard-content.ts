import { Type, type Static } from 'typebox';
import { FreeObject, oneOf } from '../schema.ts';
import { FillMissingRows, PeriodComparison, type DashboardWidget } from './dashboards.ts';

/**
 * The parts of a report and of a dashboard's widgets that the API carries as free objects. Whoever draws a
 * dashboard reads them through these shapes and ignores what it does not know.
 */

/** How a value shall look: a d3 number or time format, as in the data model. */
const Format = Type.String();

/** `Report.meta`: how a report is drawn. Its query lies beside it, in `Report.jsonQuery`. */
export const ReportMeta = Type.Object({
  kind: oneOf('vega', 'table', 'kpi', 'html', 'map', 'sankey'),
  /** A Vega-Lite document without data, a {@link TableSpec} or a {@link KpiSpec}, by kind. */
  spec: FreeObject,
  preferences: Type.Optional(FreeObject),
  /** Measures beside what they were; the query may have them instead. */
  periodComparisons: Type.Optional(Type.Array(PeriodComparison)),
  /** Rows for every bucket of a time dimension; the query may have it instead. */
  fillMissingRows: Type.Optional(FillMissingRows),
});
export type ReportMeta = Static<typeof ReportMeta>;

/** The columns of a table report, in order; without `columns`, all of the result in the order of the query. */
export const TableSpec = Type.Object({
  columns: Type.Optional(
    Type.Array(
      Type.Object({
        /** A column key of the result, such as `flights.count` or `flights.date.month`. */
        field: Type.String(),
        label: Type.Optional(Type.String()),
        align: Type.Optional(oneOf('left', 'right', 'center')),
        format: Type.Optional(Format),
        /** Pixels; without it the column takes its share of the width. */
        width: Type.Optional(Type.Number({ minimum: 20 })),
        hidden: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
  rowNumbers: Type.Optional(Type.Boolean()),
});
export type TableSpec = Static<typeof TableSpec>;

/** One block of a KPI report. Rows are counted from 0 in the order of the result. */
export const KpiBlock = Type.Union([
  Type.Object({
    type: oneOf('number'),
    field: Type.String(),
    row: Type.Optional(Type.Integer({ minimum: 0 })),
    label: Type.Optional(Type.String()),
    format: Type.Optional(Format),
  }),
  Type.Object({
    type: oneOf('comparison'),
    field: Type.String(),
    currentRow: Type.Optional(Type.Integer({ minimum: 0 })),
    previousRow: Type.Optional(Type.Integer({ minimum: 0 })),
    mode: Type.Optional(oneOf('absolute', 'percent', 'both')),
    /** True where a rise is bad news, as for a delay. */
    lowerIsBetter: Type.Optional(Type.Boolean()),
    label: Type.Optional(Type.String()),
    format: Type.Optional(Format),
  }),
  Type.Object({
    type: oneOf('sparkline'),
    measure: Type.String(),
    dimension: Type.String(),
    mark: Type.Optional(oneOf('line', 'bar', 'area')),
  }),
  Type.Object({ type: oneOf('text'), content: Type.String() }),
]);
export type KpiBlock = Static<typeof KpiBlock>;

export const KpiSpec = Type.Object({
  blocks: Type.Array(KpiBlock),
  direction: Type.Optional(oneOf('row', 'column')),
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
