import type { FieldExpression } from './field-expression.ts';
import type { FunctionName, TimeField } from '../model/language/functions.ts';
import { callOf, partList, parts, type FieldPart, type FieldType } from './written-field.ts';

/** A function of single values, the same on every engine. It never fails, whatever the values are. */
export interface FieldFunction {
  readonly takes: readonly FieldType[] | { readonly atLeast: number; readonly ofOneType: true };
  /** Absent: the type of the arguments. */
  readonly gives?: FieldType;
  /** The granularity that a time is cut to, so that its field is of the query's zone. */
  readonly granularity?: string;
  write(args: readonly (readonly FieldPart[])[], literals: readonly FieldExpression[]): readonly FieldPart[];
}

const call =
  (name: FunctionName) =>
  (args: readonly (readonly FieldPart[])[]): readonly FieldPart[] =>
    callOf(name, args);

/** With a fraction, for a whole number of an engine could overflow. */
const counted =
  (name: FunctionName) =>
  (args: readonly (readonly FieldPart[])[]): readonly FieldPart[] =>
    parts`(${callOf(name, args)} + 0e0)`;

const field = (name: TimeField, granularity: string): FieldFunction => ({
  takes: ['time'],
  gives: 'number',
  granularity,
  write: counted(name),
});

const ofText = (name: FunctionName): FieldFunction => ({
  takes: ['string'],
  gives: 'string',
  write: call(name),
});
const ofNumber = (name: FunctionName): FieldFunction => ({
  takes: ['number'],
  gives: 'number',
  write: call(name),
});
const several = (name: FunctionName): FieldFunction => ({
  takes: { atLeast: 2, ofOneType: true },
  write: call(name),
});

/** By name; a dialect writes what engines write differently. */
export const fieldFunctions: Readonly<Record<string, FieldFunction>> = {
  ABS: ofNumber('abs'),
  CEIL: ofNumber('ceil'),
  FLOOR: ofNumber('floor'),
  /** Halves are rounded up. Engines differ in how `ROUND` does it. */
  ROUND: {
    takes: ['number', 'number'],
    gives: 'number',
    write: ([value = []], literals) => round(value, literals[1]),
  },
  COALESCE: {
    takes: { atLeast: 2, ofOneType: true },
    write: (args) => parts`COALESCE(${partList(args)})`,
  },
  GREATEST: several('greatest'),
  LEAST: several('least'),
  NULLIF: {
    takes: { atLeast: 2, ofOneType: true },
    write: ([left = [], right = []]) => parts`NULLIF(${left}, ${right})`,
  },
  LOWER: ofText('lower'),
  UPPER: ofText('upper'),
  TRIM: ofText('trim'),
  LENGTH: { takes: ['string'], gives: 'number', write: counted('length') },
  CONTAINS: {
    takes: ['string', 'string'],
    gives: 'boolean',
    write: ([text = [], part = []]) => parts`(${callOf('position', [part, text])} > 0)`,
  },
  STARTS_WITH: { takes: ['string', 'string'], gives: 'boolean', write: call('starts_with') },
  YEAR: field('year', 'year'),
  QUARTER: field('quarter', 'quarter'),
  MONTH: field('month', 'month'),
  DAY: field('day', 'day'),
  HOUR: field('hour', 'hour'),
  /** 1 is Monday. */
  WEEKDAY: field('weekday', 'day'),
};

/** More decimals than a double has are of no use. */
export const MAX_ROUNDED_DECIMALS = 10;

function round(value: readonly FieldPart[], decimals: FieldExpression | undefined): readonly FieldPart[] {
  const digits = decimals?.kind === 'number' ? Number(decimals.text) : 0;
  if (digits === 0) return callOf('floor', [parts`${value} + 0.5e0`]);
  const scale = `1e${digits}`;
  return parts`(${callOf('floor', [parts`${value} * ${scale} + 0.5e0`])} / ${scale})`;
}

/** Aggregates of rows, as the types of measures that they become. */
export const fieldAggregates: Readonly<Record<string, readonly FieldType[]>> = {
  SUM: ['number'],
  AVG: ['number'],
  MIN: ['number', 'time'],
  MAX: ['number', 'time'],
  COUNT: ['number', 'string', 'boolean', 'time'],
};

/** Calculations over the rows of a result. */
export const tableCalculations = [
  'PERCENT_OF_TOTAL',
  'PERCENT_OF_PREVIOUS',
  'PERCENT_CHANGE',
  'RUNNING_TOTAL',
] as const;
