import { CSS_VALUE_PATTERN } from '../values/css-value.ts';
import { MAX_COLOR_LENGTH, MAX_DOCUMENT_LENGTH } from '../limits.ts';
import {
  boolean,
  integer,
  list,
  number,
  object,
  oneOf,
  optional,
  text,
  union,
  variants,
  type Static,
} from '../schema.ts';

/* What a report of the kind `kpi` shows: blocks of figures, and what lies beside them. */

const format = optional(text('A d3 number or time format, as in the data model.', { example: ',.0f' }));
const labelOf = (where: string) =>
  optional(text(`${where}; default the title of the member where the report has several numbers.`));
const row = (description: string) => optional(integer(description, { minimum: 0, example: 0 }));
const color = (description: string) =>
  optional(
    text(description, { maxLength: MAX_COLOR_LENGTH, pattern: CSS_VALUE_PATTERN, example: '#18794e' }),
  );
const align = optional(
  oneOf('Where the block stands; default as the report says.', ['left', 'center', 'right']),
);

export const KpiBlock = variants(
  'A block of a KPI report. Rows are counted from 0 in the order of the result.',
  { type: oneOf('What it shows.', ['number', 'comparison', 'progress', 'sparkline', 'text', 'html']) },
  'type',
  {
    number: {
      field: text('Key of the column.', { example: 'orders.count' }),
      row: row(
        'Row of the result, from 0; default the total of all rows. Where the query states an order or has no totals, or a comparison stands beside the number, it is the first row, with its name.',
      ),
      label: labelOf('Text above the number'),
      format,
      fontSize: optional(
        number('Pixels; default by the room that there is.', { minimum: 8, maximum: 200, example: 32 }),
      ),
      color: color('Colour of the number, a CSS colour.'),
      align,
    },
    comparison: {
      field: text('Key of the column.', { example: 'orders.count' }),
      currentRow: row('Row of the number, from 0; default 0.'),
      previousField: optional(
        text('Key of the column of the earlier number; default `field`.', {
          example: 'orders.count.previous_1_month',
        }),
      ),
      previousRow: row(
        'Row of the earlier number, from 0; default 1, or 0 where it has a column of its own.',
      ),
      mode: optional(
        oneOf('What is shown of the difference; default `percent`.', ['absolute', 'percent', 'both']),
      ),
      lowerIsBetter: optional(boolean('Whether a rise is bad news, as for a delay.')),
      positiveColor: color('Of good news.'),
      negativeColor: color('Of bad news.'),
      label: optional(text('Text beside the difference.')),
      format,
      align,
    },
    progress: {
      value: text('Key of the column of what is reached.', { example: 'orders.total' }),
      target: union(
        'What is to be reached: a number, or the key of a column, which may be a calculated field.',
        [text('Key of a column.', { example: 'orders.goal' }), number('A number.', { example: 1_000_000 })],
      ),
      valueRow: row('Row of what is reached, from 0; default as that of a number.'),
      targetRow: row(
        'Row of what is to be reached, where that is a column, from 0; default as that of a number.',
      ),
      shape: optional(oneOf('How it is drawn; default `bar`.', ['bar', 'circle'])),
      color: color('Of what is reached; default the accent.'),
      label: labelOf('Text above the drawing'),
      format,
      align,
    },
    sparkline: {
      measure: text('Key of the column of values.', { example: 'orders.count' }),
      dimension: text('Key of the column along the axis.', { example: 'orders.created_at.month' }),
      mark: optional(oneOf('How it is drawn; default `line`.', ['line', 'bar', 'area'])),
      height: optional(
        number('Pixels; default 64, and less where there is no room.', {
          minimum: 8,
          maximum: 800,
          example: 64,
        }),
      ),
      width: optional(number('Pixels; default all there is.', { minimum: 8, maximum: 2000, example: 200 })),
      maxPoints: optional(
        integer('The most values, the latest; default all.', { minimum: 2, maximum: 10_000, example: 30 }),
      ),
      color: color('Default the accent.'),
    },
    text: { content: text('Markdown, as in a TEXT widget.') },
    html: {
      content: text('A template as of an HTML report, drawn in a frame of its own.', {
        maxLength: MAX_DOCUMENT_LENGTH,
        example: '<b>{{rowCount}}</b> rows',
      }),
    },
  },
  { example: { type: 'number', field: 'orders.count' } },
);
export type KpiBlock = Static<typeof KpiBlock>;

export const KpiSpec = object('What a KPI report shows.', {
  blocks: list(KpiBlock, 'The blocks in order.', { maxItems: 50 }),
  direction: optional(oneOf('How the blocks lie; default `column`.', ['row', 'column'])),
  align: optional(
    oneOf('Across the direction; default `start` in a column, `center` in a row.', [
      'start',
      'center',
      'end',
      'stretch',
    ]),
  ),
  justify: optional(
    oneOf('Along the direction; default `center` in a column, `start` in a row.', [
      'start',
      'center',
      'end',
      'space-between',
      'space-around',
    ]),
  ),
  gap: optional(
    number('Pixels between blocks; default 4 in a column, 20 in a row.', {
      minimum: 0,
      maximum: 200,
      example: 12,
    }),
  ),
  wrap: optional(boolean('Whether blocks in a row go on in the next line where there is no room.')),
});
export type KpiSpec = Static<typeof KpiSpec>;
