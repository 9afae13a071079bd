import {
  MAX_CALCULATED_FIELD_LENGTH,
  MAX_DOCUMENT_LENGTH,
  MAX_MEMBER_NAME_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PERIOD_OFFSET,
  MAX_QUERY_MEMBERS,
  MAX_TABLE_COLUMNS,
} from '../limits.ts';
import {
  describe,
  freeObject,
  integer,
  list,
  mapOf,
  nullish,
  object,
  oneOf,
  optional,
  text,
  union,
  variants,
  type Static,
} from '../schema.ts';
import { KpiSpec } from './kpi-spec.ts';
import { MapSpec } from './map-spec.ts';
import { TableSpec } from './table-spec.ts';

/*
 * How a report is drawn and what it wants of its rows: the parts of `Report.meta`, which a snapshot has as fields of its
 * own. Keys that are not declared are a client's own; they are kept.
 */

const memberName = (description: string, example: string) =>
  text(description, { maxLength: MAX_MEMBER_NAME_LENGTH, example });

export const CalculatedFieldKind = oneOf('Whether a member groups rows or computes over them.', [
  'dimension',
  'measure',
]);
export type CalculatedFieldKind = Static<typeof CalculatedFieldKind>;

export const CalculatedField = object(
  'A member that a workbook or a query adds to the model. A workbook keeps other keys.',
  {
    kind: nullish(
      describe(
        CalculatedFieldKind,
        'Whether it is a dimension or a measure; default what the expression is.',
      ),
    ),
    title: nullish(text('Name for people.', { maxLength: MAX_NAME_LENGTH, example: 'Share of total' })),
    sql: nullish(
      text(
        `Its expression over members, in the words of SQL: at most ${MAX_CALCULATED_FIELD_LENGTH} characters in a query.`,
        { example: 'MEASURE(orders.total) / orders.count' },
      ),
    ),
    format: nullish(
      text('How its values are shown, as in a model: `percent`, `currency_0`, or a d3 specifier.', {
        maxLength: MAX_NAME_LENGTH,
        example: ',.0f',
      }),
    ),
  },
);
export type CalculatedField = Static<typeof CalculatedField>;

export const FillMissingRows = object(
  'Rows for every bucket of a time dimension, also where there is no data.',
  {
    member: memberName('Full name of the time dimension.', 'orders.created_at'),
    excludedDimensions: nullish(
      list(
        memberName('Full name of a dimension.', 'orders.status'),
        'Dimensions that get no row for each bucket.',
        { maxItems: MAX_QUERY_MEMBERS, example: [] },
      ),
    ),
  },
);
export type FillMissingRows = Static<typeof FillMissingRows>;

export const ReportKind = oneOf('How a report is drawn.', ['vega', 'table', 'kpi', 'html', 'map', 'sankey']);
export type ReportKind = Static<typeof ReportKind>;

export const PeriodComparisonOffset = object('How far back a comparison lies.', {
  amount: integer('Number of units.', { minimum: 1, maximum: MAX_PERIOD_OFFSET, example: 1 }),
  unit: text('`day`, `week`, `month`, `quarter` or `year`.', { example: 'year' }),
});
export type PeriodComparisonOffset = Static<typeof PeriodComparisonOffset>;

export const PeriodComparison = object('A measure beside what it was an offset earlier.', {
  measure: memberName('Full name of the measure.', 'orders.count'),
  timeDimension: memberName('Full name of the time dimension.', 'orders.created_at'),
  offset: describe(PeriodComparisonOffset, 'How far back.'),
  outputs: nullish(
    list(text('`previous`, `difference` or `percent`.'), 'Columns to add; default the earlier value alone.', {
      maxItems: 3,
    }),
  ),
});
export type PeriodComparison = Static<typeof PeriodComparison>;

export const ColumnFormatType = oneOf('How a number is written.', ['currency', 'percent', 'number']);
export type ColumnFormatType = Static<typeof ColumnFormatType>;

export const ColumnFormatOverride = object(
  'How the numbers of a column are written, instead of as the model says.',
  {
    type: describe(ColumnFormatType, 'The way of writing.'),
    decimalPlaces: nullish(
      integer('Digits after the decimal point; default by the way of writing.', { example: 2 }),
    ),
  },
);
export type ColumnFormatOverride = Static<typeof ColumnFormatOverride>;

export const ReportSnapshotPreferences = object('Choices of a report beyond its spec.', {
  columnFormats: nullish(mapOf(ColumnFormatOverride, 'Formats by the key of the column in the result.')),
});
export type ReportSnapshotPreferences = Static<typeof ReportSnapshotPreferences>;

const pivotKeys = (description: string) =>
  list(memberName('Key of a column.', 'orders.status'), description, { maxItems: MAX_TABLE_COLUMNS });

export const HtmlSpec = object('What an HTML report shows.', {
  template: text('HTML with Handlebars expressions.', { maxLength: MAX_DOCUMENT_LENGTH }),
  pivot: optional(
    object('How `pivot` lies in the template: keys of columns. Default the pivot items of the report.', {
      rows: optional(pivotKeys('Dimensions along the rows; those that are named nowhere follow them.')),
      columns: optional(pivotKeys('Dimensions along the columns.')),
      measures: optional(pivotKeys('Measures in the cells; default all.')),
    }),
  ),
});
export type HtmlSpec = Static<typeof HtmlSpec>;

const document = text('Text: an HTML template, or a Vega-Lite document as JSON.', {
  maxLength: MAX_DOCUMENT_LENGTH,
});

/** What is drawn, where nothing is known of the kind. */
export const anySpec = nullish(
  union('What is drawn, by kind: a Vega-Lite document without data, a table, KPI blocks, or text.', [
    document,
    freeObject('Anything else.'),
  ]),
);

/** `spec` by `kind`; a kind that is not here has {@link anySpec}. */
export const specsByKind = {
  vega: {
    spec: nullish(
      union(
        'A Vega-Lite document without data. It draws the rows of the report and nothing else: `url` and `href` are refused, ' +
          'wherever they stand, and inputs that are more than inputs.',
        [document, freeObject('The document as an object.')],
      ),
    ),
  },
  table: { spec: nullish(describe(TableSpec, 'How the table shows its rows.')) },
  kpi: { spec: nullish(describe(KpiSpec, 'The blocks of the figure, in their order.')) },
  html: {
    spec: nullish(
      union('The template of the page, as a text or an object.', [
        document,
        describe(HtmlSpec, 'The template as an object.'),
      ]),
    ),
  },
  map: { spec: nullish(describe(MapSpec, 'How the map shows its rows.')) },
  sankey: {
    spec: nullish(
      freeObject(
        'The keys of columns: `source` and `target`, between which `value` flows; default the first two dimensions and the first measure.',
      ),
    ),
  },
};

/** What a report's `meta` and a snapshot of the report both have. */
export const drawing = {
  kind: nullish(describe(ReportKind, 'How it is drawn.')),
  spec: anySpec,
  preferences: nullish(describe(ReportSnapshotPreferences, 'Choices beyond the spec.')),
  periodComparisons: nullish(
    list(PeriodComparison, 'Measures beside what they were; the query may have them instead.'),
  ),
  fillMissingRows: nullish(
    describe(FillMissingRows, 'Rows for every bucket; the query may have it instead.'),
  ),
};

export const ReportMeta = variants(
  "How a report is drawn: a report's `meta`. Its query lies beside it, in `jsonQuery`.",
  drawing,
  'kind',
  specsByKind,
);
export type ReportMeta = Static<typeof ReportMeta>;
