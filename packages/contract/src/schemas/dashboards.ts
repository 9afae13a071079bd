import { Type, type Static } from 'typebox';
import { FreeObject, mapOf, input, named, nullable, oneOf, ref } from '../schema.ts';

export const DashboardAppManifest = input(
  'DashboardAppManifest',
  Type.Object({
    dependencies: Type.Optional(nullable(mapOf(Type.String()))),
    version: Type.Optional(nullable(Type.Integer())),
  }),
);
export type DashboardAppManifest = Static<typeof DashboardAppManifest>;

export const DashboardAppSource = input(
  'DashboardAppSource',
  Type.Object({
    entry: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
    files: Type.Optional(nullable(mapOf(Type.String()))),
    html: Type.Optional(nullable(Type.String())),
    manifest: Type.Optional(nullable(ref(DashboardAppManifest))),
  }),
);
export type DashboardAppSource = Static<typeof DashboardAppSource>;

export const DashboardConfigKind = named('DashboardConfigKind', oneOf('CLASSIC', 'APP'));
export type DashboardConfigKind = Static<typeof DashboardConfigKind>;

export const DashboardBreakpoints = input(
  'DashboardBreakpoints',
  Type.Object({
    lg: Type.Optional(nullable(Type.Integer())),
    md: Type.Optional(nullable(Type.Integer())),
    sm: Type.Optional(nullable(Type.Integer())),
    xs: Type.Optional(nullable(Type.Integer())),
    xxs: Type.Optional(nullable(Type.Integer())),
  }),
);
export type DashboardBreakpoints = Static<typeof DashboardBreakpoints>;

export const DashboardBreakpointCols = input(
  'DashboardBreakpointCols',
  Type.Object({
    lg: Type.Optional(nullable(Type.Integer())),
    md: Type.Optional(nullable(Type.Integer())),
    sm: Type.Optional(nullable(Type.Integer())),
    xs: Type.Optional(nullable(Type.Integer())),
    xxs: Type.Optional(nullable(Type.Integer())),
  }),
);
export type DashboardBreakpointCols = Static<typeof DashboardBreakpointCols>;

export const DashboardLayout = input(
  'DashboardLayout',
  Type.Object({
    breakpoints: Type.Optional(nullable(ref(DashboardBreakpoints))),
    cols: Type.Optional(nullable(ref(DashboardBreakpointCols))),
    containerPadding: Type.Optional(nullable(Type.Array(Type.Integer()))),
    margin: Type.Optional(nullable(Type.Array(Type.Integer()))),
    rowHeight: Type.Optional(nullable(Type.Integer())),
  }),
);
export type DashboardLayout = Static<typeof DashboardLayout>;

export const DashboardWidgetPosition = input(
  'DashboardWidgetPosition',
  Type.Object({
    h: Type.Integer(),
    w: Type.Integer(),
    x: Type.Integer(),
    y: Type.Integer(),
  }),
);
export type DashboardWidgetPosition = Static<typeof DashboardWidgetPosition>;

export const DashboardResponsiveLayouts = input(
  'DashboardResponsiveLayouts',
  Type.Object({
    lg: Type.Optional(nullable(ref(DashboardWidgetPosition))),
    md: Type.Optional(nullable(ref(DashboardWidgetPosition))),
    sm: Type.Optional(nullable(ref(DashboardWidgetPosition))),
    xs: Type.Optional(nullable(ref(DashboardWidgetPosition))),
    xxs: Type.Optional(nullable(ref(DashboardWidgetPosition))),
  }),
);
export type DashboardResponsiveLayouts = Static<typeof DashboardResponsiveLayouts>;

export const DashboardWidgetType = named(
  'DashboardWidgetType',
  oneOf('CHART', 'TEXT', 'FILTER', 'AI', 'TIME_GRAIN', 'FIELD', 'PARENT', 'SPACER', 'DIVIDER', 'CONTAINER'),
);
export type DashboardWidgetType = Static<typeof DashboardWidgetType>;

export const DashboardWidget = named(
  'DashboardWidget',
  Type.Object({
    config: Type.Optional(nullable(FreeObject)),
    id: Type.String(),
    position: ref(DashboardWidgetPosition),
    responsiveLayouts: Type.Optional(nullable(ref(DashboardResponsiveLayouts))),
    style: Type.Optional(nullable(FreeObject)),
    type: ref(DashboardWidgetType),
  }),
);
export type DashboardWidget = Static<typeof DashboardWidget>;

export const DashboardConfig = named(
  'DashboardConfig',
  Type.Object({
    app: Type.Optional(nullable(ref(DashboardAppSource))),
    description: Type.Optional(nullable(Type.String())),
    kind: Type.Optional(nullable(ref(DashboardConfigKind))),
    layout: Type.Optional(nullable(ref(DashboardLayout))),
    settings: Type.Optional(nullable(FreeObject)),
    theme: Type.Optional(nullable(FreeObject)),
    title: Type.Optional(nullable(Type.String())),
    widgets: Type.Optional(nullable(Type.Array(ref(DashboardWidget)))),
  }),
);
export type DashboardConfig = Static<typeof DashboardConfig>;

export const FillMissingRows = named(
  'FillMissingRows',
  Type.Object({
    excludedDimensions: Type.Optional(nullable(Type.Array(Type.String()))),
    member: Type.String(),
  }),
);
export type FillMissingRows = Static<typeof FillMissingRows>;

export const ReportKind = named('ReportKind', oneOf('vega', 'table', 'kpi', 'html', 'map', 'sankey'));
export type ReportKind = Static<typeof ReportKind>;

export const PeriodComparisonOffset = named(
  'PeriodComparisonOffset',
  Type.Object({
    amount: Type.Integer(),
    unit: Type.String(),
  }),
);
export type PeriodComparisonOffset = Static<typeof PeriodComparisonOffset>;

export const PeriodComparison = named(
  'PeriodComparison',
  Type.Object({
    measure: Type.String(),
    offset: ref(PeriodComparisonOffset),
    outputs: Type.Optional(nullable(Type.Array(Type.String()))),
    timeDimension: Type.String(),
  }),
);
export type PeriodComparison = Static<typeof PeriodComparison>;

export const ColumnFormatType = named('ColumnFormatType', oneOf('currency', 'percent', 'number'));
export type ColumnFormatType = Static<typeof ColumnFormatType>;

export const ColumnFormatOverride = named(
  'ColumnFormatOverride',
  Type.Object({
    decimalPlaces: Type.Optional(nullable(Type.Integer())),
    type: ref(ColumnFormatType),
  }),
);
export type ColumnFormatOverride = Static<typeof ColumnFormatOverride>;

export const ReportSnapshotPreferences = named(
  'ReportSnapshotPreferences',
  Type.Object({
    columnFormats: Type.Optional(nullable(mapOf(ref(ColumnFormatOverride)))),
  }),
);
export type ReportSnapshotPreferences = Static<typeof ReportSnapshotPreferences>;

export const ReportSnapshot = named(
  'ReportSnapshot',
  Type.Object({
    description: Type.Optional(nullable(Type.String())),
    fillMissingRows: Type.Optional(nullable(ref(FillMissingRows))),
    id: Type.Integer(),
    isSourceReport: Type.Optional(nullable(Type.Boolean())),
    /** The query as JSON text, in the form of the query API. */
    jsonQuery: Type.Optional(nullable(Type.String())),
    kind: Type.Optional(nullable(ref(ReportKind))),
    meta: Type.Optional(nullable(FreeObject)),
    name: Type.Optional(nullable(Type.String())),
    periodComparisons: Type.Optional(nullable(Type.Array(ref(PeriodComparison)))),
    preferences: Type.Optional(nullable(ref(ReportSnapshotPreferences))),
    pythonCode: Type.Optional(nullable(Type.String())),
    reportId: Type.Integer(),
    spec: Type.Optional(nullable(Type.Union([Type.String(), FreeObject]))),
    sqlQuery: Type.Optional(nullable(Type.String())),
    title: Type.Optional(nullable(Type.String())),
    versionNumber: Type.Integer(),
  }),
);
export type ReportSnapshot = Static<typeof ReportSnapshot>;

export const DashboardStatus = named('DashboardStatus', oneOf('draft', 'published', 'archived'));
export type DashboardStatus = Static<typeof DashboardStatus>;

export const Dashboard = named(
  'Dashboard',
  Type.Object({
    allowEmbed: Type.Boolean(),
    config: ref(DashboardConfig),
    createdBy: Type.Optional(nullable(Type.Integer())),
    deploymentId: Type.Integer(),
    description: Type.Optional(nullable(Type.String())),
    fromSharedWorkspace: Type.Optional(nullable(Type.Boolean())),
    id: Type.Integer(),
    publicId: Type.String(),
    reportSnapshots: Type.Array(ref(ReportSnapshot)),
    restrictDataDownload: Type.Optional(nullable(Type.Boolean())),
    status: ref(DashboardStatus),
    title: Type.Optional(nullable(Type.String())),
    useBoardDashboards: Type.Optional(nullable(Type.Boolean())),
    versionId: Type.Integer(),
    versionNumber: Type.Integer(),
    workbookId: Type.Integer(),
  }),
);
export type Dashboard = Static<typeof Dashboard>;
