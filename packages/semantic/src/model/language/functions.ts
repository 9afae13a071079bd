/**
 * The functions of single values that the compiler knows, each written by a dialect; `position` of the first text in
 * the second, `weekday` from 1 for Monday, `greatest` and `least` of those that are not null, `to_text` any value as a
 * text, `concat` texts one after another, null where any is.
 */
export type FunctionName =
  | 'abs'
  | 'ceil'
  | 'floor'
  | 'greatest'
  | 'least'
  | 'lower'
  | 'upper'
  | 'trim'
  | 'length'
  | 'position'
  | 'starts_with'
  | 'replace'
  | 'concat'
  | 'to_text'
  | TimeField;

/** A part of a moment, as a number. */
export type TimeField = 'year' | 'quarter' | 'month' | 'day' | 'hour' | 'weekday';
