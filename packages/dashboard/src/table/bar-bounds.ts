import { sizeOf } from '../results/large-numbers.ts';
import type { Cell } from '../results/query-result.ts';

/** The values of an empty and of a full bar. */
export interface BarBounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** A part of a cell, from its left in shares of its width. */
interface Bar {
  readonly left: number;
  readonly width: number;
  readonly isNegative: boolean;
}

/** Bounds that hold every value and zero, where an author has set none. */
export function barBounds(
  values: readonly (Cell | undefined)[],
  stated: { minimum?: number | undefined; maximum?: number | undefined },
): BarBounds {
  let [low, high] = [0, 0];
  for (const value of values) {
    const size = sizeOf(value);
    if (size === undefined || !Number.isFinite(size)) continue;
    if (size < low) low = size;
    if (size > high) high = size;
  }
  return { minimum: stated.minimum ?? low, maximum: stated.maximum ?? high };
}

/** The bar of a value: from zero, or from the end that is nearer to zero; undefined for what is no number. */
export function barOf(cell: Cell | undefined, { minimum, maximum }: BarBounds): Bar | undefined {
  const value = sizeOf(cell);
  if (value === undefined || !Number.isFinite(value) || !(maximum > minimum)) return undefined;
  const share = (at: number) => (Math.min(maximum, Math.max(minimum, at)) - minimum) / (maximum - minimum);
  const [zero, end] = [share(0), share(value)];
  return { left: Math.min(zero, end), width: Math.abs(end - zero), isNegative: value < 0 };
}
