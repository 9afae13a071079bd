import { boolean, describe, input, list, nullish, oneOf, text, type Static } from '../schema.ts';

/* How a report lays its result out as a pivot table, beside what its spec says. */

export const PivotItemsDisplayScale = oneOf('The unit in which numbers are shown.', [
  'model',
  'absolute',
  'thousands',
  'millions',
  'billions',
]);
export type PivotItemsDisplayScale = Static<typeof PivotItemsDisplayScale>;

export const PivotItemsMeasuresAxis = oneOf('Whether measures lie along columns or rows.', [
  'columns',
  'rows',
]);
export type PivotItemsMeasuresAxis = Static<typeof PivotItemsMeasuresAxis>;

export const PivotItemsMeasuresPosition = oneOf(
  'Whether measures stand before or after the members of their axis.',
  ['before', 'after'],
);
export type PivotItemsMeasuresPosition = Static<typeof PivotItemsMeasuresPosition>;

const member = text('Full name of a member of the model.', { example: 'orders.status' });

export const PivotItems = input('How a result is laid out as a pivot table. Members are full names.', {
  columns: list(member, 'Dimensions along the columns, outermost first.'),
  rows: list(member, 'Dimensions along the rows, outermost first.'),
  filters: list(member, 'Dimensions that the table is filtered by.'),
  measures: list(member, 'Measures in the cells.'),
  displayScale: nullish(describe(PivotItemsDisplayScale, 'The unit of numbers; default as the model says.')),
  measuresAxis: nullish(describe(PivotItemsMeasuresAxis, 'Where measures lie; default columns.')),
  measuresPosition: nullish(describe(PivotItemsMeasuresPosition, 'Where measures stand; default after.')),
  showAppliedFilters: nullish(boolean('Whether what the table is filtered by stands above it in words.')),
  showColumnTotals: nullish(boolean('Whether a row of totals follows.')),
  showRowTotals: nullish(boolean('Whether a column of totals follows.')),
});
export type PivotItems = Static<typeof PivotItems>;
