import type { TableSpec } from '@oriel/contract';
import { sizeOf } from '../results/large-numbers.ts';
import { specifierOf } from '../results/number-format.ts';
import type { Cell, ColumnAnnotation } from '../results/query-result.ts';

/** The units that numbers may be counted in. */
export type ScaleUnit = 'thousands' | 'millions' | 'billions';

const SIZES: Readonly<Record<ScaleUnit, number>> = { thousands: 1e3, millions: 1e6, billions: 1e9 };

/** How a table writes the numbers of a measure where its author has chosen a unit for all. */
interface DisplayScale {
  /** Undefined for numbers that are written out. */
  readonly unit?: ScaleUnit;
  /** A d3 specifier. */
  readonly specifier: string;
}

const PERCENT = /[%p]$/;
const ABBREVIATED = /s$/;
const NUMBER = ',.2~f';

/**
 * The scale of a column; undefined for one that is written as the model says. Percentages have no unit, and a format
 * that the report states for a column is about the number as it is.
 */
export function displayScaleOf(
  scale: TableSpec['displayScale'],
  column: Pick<ColumnAnnotation, 'format' | 'isChosen'> & { kind?: string; type?: string },
  stated: string | undefined,
): DisplayScale | undefined {
  if (scale === undefined || scale === 'model' || column.kind !== 'measure' || column.type !== 'number')
    return undefined;
  if (stated !== undefined || column.isChosen) return undefined;
  const specifier = specifierOf(column.format) ?? NUMBER;
  if (PERCENT.test(specifier)) return undefined;
  if (scale === 'absolute') return ABBREVIATED.test(specifier) ? { specifier: NUMBER } : undefined;
  // Two decimals of a unit, for a whole number is not one of thousands.
  return { unit: scale, specifier: specifier.includes('$') ? '$,.2~f' : NUMBER };
}

/** A number in a unit; anything else as it is. */
export function inUnit(value: Cell | undefined, unit: ScaleUnit | undefined): Cell | undefined {
  const size = unit && sizeOf(value);
  return size === undefined ? value : size / SIZES[unit as ScaleUnit];
}
