import { CSS_VALUE_PATTERN } from '../values/css-value.ts';
import { MAX_COLOR_LENGTH, MAX_MEMBER_NAME_LENGTH, MAX_NAME_LENGTH, MAX_TABLE_COLUMNS } from '../limits.ts';
import {
  boolean,
  describe,
  integer,
  list,
  nullish,
  number,
  object,
  oneOf,
  optional,
  text,
  union,
  variants,
  type Static,
} from '../schema.ts';

import { PivotItemsDisplayScale, PivotItemsMeasuresAxis, PivotItemsMeasuresPosition } from './pivot-items.ts';

/* What a report of the kind `table` shows: its columns, its pivot, its totals and how cells look. */

const key = (description: string, example: string) =>
  text(description, { minLength: 1, maxLength: MAX_MEMBER_NAME_LENGTH, example });
const color = (description: string) =>
  text(description, { maxLength: MAX_COLOR_LENGTH, pattern: CSS_VALUE_PATTERN, example: '#18794e' });

export const TableScaleAnchor = object('Where on the scale of a column a colour lies.', {
  color: color('A colour as CSS writes it; functions of several colours are not read.'),
  at: optional(
    oneOf(
      'What of the values in the column it lies at; default the least for `start`, the greatest for `end`, and the midpoint ' +
        'for `center`. `number` and `percentile` take `value`.',
      ['minimum', 'maximum', 'midpoint', 'average', 'median', 'number', 'percentile'],
    ),
  ),
  value: optional(number('A number, or a percentile from 0 to 100.', { example: 50 })),
});
export type TableScaleAnchor = Static<typeof TableScaleAnchor>;

export const TableColorScale = object('Grounds of the cells of a numeric column by their values.', {
  start: describe(TableScaleAnchor, 'The low end.'),
  center: optional(describe(TableScaleAnchor, 'A colour in between.')),
  end: describe(TableScaleAnchor, 'The high end.'),
  reverse: optional(boolean('Whether the colours are exchanged.')),
  nullsAsZero: optional(boolean('Whether a cell without a value is coloured as 0; default true.')),
});
export type TableColorScale = Static<typeof TableColorScale>;

export const TableDisplay = variants(
  'How the cells of a column show their values.',
  {
    type: oneOf('How the values are shown: as text, or in the way that is named.', [
      'value',
      'link',
      'image',
      'bar',
      'sparkline',
    ]),
  },
  'type',
  {
    value: {},
    link: {
      url: optional(
        key(
          'Key of the column with the addresses, which is mostly hidden; default the column itself. Pages (`https:`, `http:`) ' +
            'and letters (`mailto:`) are linked, anything else is text.',
          'orders.page',
        ),
      ),
    },
    image: {
      height: optional(integer('Pixels; default 24.', { minimum: 8, maximum: 400, example: 24 })),
      width: optional(integer('Pixels; default by the picture.', { minimum: 8, maximum: 800, example: 24 })),
      url: optional(key('Key of a column with addresses that the pictures link to.', 'orders.page')),
    },
    bar: {
      minimum: optional(number('The value of an empty bar; default 0 or the least value.', { example: 0 })),
      maximum: optional(number('The value of a full bar; default the greatest value.', { example: 100 })),
      showValue: optional(boolean('Whether the value stands beside its bar; default true.')),
      color: optional(color('Of values above zero; default the accent.')),
      negativeColor: optional(color('Of values below zero.')),
    },
    sparkline: {
      dimension: key('Full name of a time dimension: the axis.', 'orders.created_at'),
      granularity: text('Buckets along the axis.', { maxLength: MAX_NAME_LENGTH, example: 'month' }),
      mark: optional(oneOf('How it is drawn; default `line`.', ['line', 'area', 'bar'])),
      color: optional(color('Default the accent.')),
    },
  },
  { example: { type: 'bar' } },
);
export type TableDisplay = Static<typeof TableDisplay>;

export const TableColumn = object('A column of a table report.', {
  field: text('Key of the column in the result.', { example: 'orders.count' }),
  label: optional(text('Header; default the title of the member.')),
  align: optional(oneOf('Default right for numbers, else left.', ['left', 'right', 'center'])),
  format: optional(text('A d3 number or time format, as in the data model.', { example: ',.0f' })),
  width: optional(
    number('Pixels; without it the column takes its share of the width.', {
      minimum: 20,
      maximum: 4000,
      example: 120,
    }),
  ),
  flex: optional(
    number('Its share of the width that is left over, where it has no `width`; default 1.', {
      minimum: 0,
      maximum: 100,
      example: 2,
    }),
  ),
  wrap: optional(boolean('Whether long texts take several lines; default they end in an ellipsis.')),
  hidden: optional(boolean('Whether the column is left out.')),
  display: optional(describe(TableDisplay, 'How its cells show their values; default `value`.')),
  colorScale: optional(describe(TableColorScale, 'Grounds of its cells by their values.')),
});
export type TableColumn = Static<typeof TableColumn>;

export const TableCondition = object('A look of the cells, or the rows, that fulfil a condition.', {
  field: key('Key of the column that is looked at.', 'orders.count'),
  operator: oneOf('What must hold of its value.', [
    'equals',
    'not_equals',
    'greater_than',
    'greater_than_or_equal',
    'less_than',
    'less_than_or_equal',
    'between',
    'contains',
    'not_contains',
    'starts_with',
    'ends_with',
    'is_null',
    'is_not_null',
  ]),
  value: optional(
    union('What it is compared with; for `between` the two ends, both included.', [
      text('A text or a day.'),
      number('A number.'),
      boolean('A truth value.'),
      list(number('An end.'), 'Two ends.', { minItems: 2, maxItems: 2 }),
    ]),
  ),
  color: optional(color('Colour of the text, a CSS colour.')),
  backgroundColor: optional(color('Colour behind the text, a CSS colour.')),
  applyTo: optional(oneOf('What gets the look; default `cell`.', ['cell', 'row'])),
});
export type TableCondition = Static<typeof TableCondition>;

const partStyle = (description: string) =>
  optional(
    object(description, {
      fontColor: optional(color('Colour of the text, a CSS colour.')),
      backgroundColor: optional(color('Colour behind the text, a CSS colour.')),
      fontSize: optional(number('Size of the text in pixels.', { minimum: 8, maximum: 40, example: 13 })),
    }),
  );

export const TableStyle = object('Colours and sizes of a table.', {
  header: partStyle('The row of headers.'),
  values: partStyle('Cells with values.'),
  banding: partStyle('Every second row.'),
  hover: partStyle('The row under the pointer.'),
  totals: partStyle('Rows and columns of totals.'),
});
export type TableStyle = Static<typeof TableStyle>;

export const TableSort = object('An order of rows.', {
  field: key('Key of the column.', 'orders.count'),
  direction: optional(oneOf('Direction of the order; default `asc`.', ['asc', 'desc'])),
});
export type TableSort = Static<typeof TableSort>;

export const TableSpec = object('What a table report shows.', {
  columns: optional(
    list(TableColumn, 'The columns in order; default all of the result in the order of the query.', {
      maxItems: MAX_TABLE_COLUMNS,
    }),
  ),
  pivot: optional(
    object('Dimensions with a column for each of their values, in place of a row.', {
      columns: list(key('Key of a dimension of the result.', 'orders.status'), 'From outside to inside.', {
        maxItems: 5,
      }),
      measuresAxis: optional(
        describe(
          PivotItemsMeasuresAxis,
          'Whether each measure has columns of its own, which is the default, or a line of each row; with `rows` the list of columns may be empty.',
        ),
      ),
      measuresPosition: optional(
        describe(
          PivotItemsMeasuresPosition,
          'Whether measures stand inside of the dimensions of their axis, which is the default, or outside of them.',
        ),
      ),
    }),
  ),
  displayScale: optional(
    describe(
      PivotItemsDisplayScale,
      'The unit of measures, which their headers tell; default as the model says. `absolute` writes out what the model abbreviates. ' +
        'Percentages, and columns with a format of the report, are left as they are.',
    ),
  ),
  rowNumbers: optional(boolean('Whether rows are numbered.')),
  frozenColumns: nullish(
    integer(
      'How many columns, from the first, stay in view while a table that is wider than its place scrolls sideways; 0 for none. Default the ' +
        "dimensions of a pivot's rows, else the first column. They do not stay where they would take more than half of the place.",
      { minimum: 0, maximum: MAX_TABLE_COLUMNS, example: 1 },
    ),
  ),
  groupRows: optional(
    boolean(
      'Whether rows lie below the values of their dimensions, each with a subtotal, and can be folded.',
    ),
  ),
  rowTotals: optional(boolean('Whether a pivot has a column of totals of each row.')),
  columnTotals: optional(boolean('Whether there is a last row of totals.')),
  appliedFilters: optional(
    boolean('Whether what the table is filtered by, of its own and by controls, stands above it in words.'),
  ),
  sort: optional(
    list(TableSort, 'The order that the table begins with; default that of the query.', { maxItems: 5 }),
  ),
  headers: optional(
    oneOf('Whether long headers are cut, which is the default, or wrap.', ['truncate', 'wrap']),
  ),
  viewNames: optional(boolean("Whether headers are the members' whole titles, with the name of their view.")),
  banding: optional(boolean('Whether every second row has another ground.')),
  conditions: optional(
    list(TableCondition, 'Looks by value; of several that hold the last goes before the others.', {
      maxItems: 50,
    }),
  ),
  style: optional(describe(TableStyle, 'Colours and sizes.')),
});
export type TableSpec = Static<typeof TableSpec>;
