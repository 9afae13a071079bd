import type { FieldExpression } from './field-expression.ts';
import { partList, parts, type FieldPart, type FieldType } from './written-field.ts';

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
  (name: string) =>
  (args: readonly (readonly FieldPart[])[]): readonly FieldPart[] =>
    parts`${name}(${partList(args)})`;

/** With a fraction, for a whole number of an engine could overflow. */
const count =
  (name: string) =>
  (args: readonly (readonly FieldPart[])[]): readonly FieldPart[] =>
    parts`(${call(name)(args)} + 0e0)`;

const field = (unit: string, granularity: string): FieldFunction => ({
  takes: ['time'],
  gives: 'number',
  granularity,
  write: ([time = []]) => parts`(EXTRACT(${unit} FROM ${time}) + 0e0)`,
});

const ofText = (name: string): FieldFunction => ({ takes: ['string'], gives: 'string', write: call(name) });
const ofNumber = (name: string): FieldFunction => ({ takes: ['number'], gives: 'number', write: call(name) });
const several = (name: string): FieldFunction => ({
  takes: { atLeast: 2, ofOneType: true },
  write: call(name),
});

/** By name; each is written in the SQL that all engines share. */
export const fieldFunctions: Readonly<Record<string, FieldFunction>> = {
  ABS: ofNumber('ABS'),
  CEIL: ofNumber('CEIL'),
  FLOOR: ofNumber('FLOOR'),
  /** Halves are rounded up. Engines differ in how `ROUND` does it. */
  ROUND: {
    takes: ['number', 'number'],
    gives: 'number',
    write: ([value = []], literals) => round(value, literals[1]),
  },
  COALESCE: several('COALESCE'),
  GREATEST: several('GREATEST'),
  LEAST: several('LEAST'),
  NULLIF: {
    takes: { atLeast: 2, ofOneType: true },
    write: ([left = [], right = []]) => parts`NULLIF(${left}, ${right})`,
  },
  LOWER: ofText('LOWER'),
  UPPER: ofText('UPPER'),
  TRIM: ofText('TRIM'),
  LENGTH: { takes: ['string'], gives: 'number', write: count('LENGTH') },
  CONTAINS: {
    takes: ['string', 'string'],
    gives: 'boolean',
    write: ([text = [], part = []]) => parts`(POSITION(${part} IN ${text}) > 0)`,
  },
  STARTS_WITH: { takes: ['string', 'string'], gives: 'boolean', write: call('STARTS_WITH') },
  YEAR: field('YEAR', 'year'),
  QUARTER: field('QUARTER', 'quarter'),
  MONTH: field('MONTH', 'month'),
  DAY: field('DAY', 'day'),
  HOUR: field('HOUR', 'hour'),
  /** 1 is Monday. */
  WEEKDAY: field('ISODOW', 'day'),
};

/** More decimals than a double has are of no use. */
export const MAX_ROUNDED_DECIMALS = 10;

function round(value: readonly FieldPart[], decimals: FieldExpression | undefined): readonly FieldPart[] {
  const digits = decimals?.kind === 'number' ? Number(decimals.text) : 0;
  if (digits === 0) return parts`FLOOR(${value} + 0.5e0)`;
  const scale = `1e${digits}`;
  return parts`(FLOOR(${value} * ${scale} + 0.5e0) / ${scale})`;
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
