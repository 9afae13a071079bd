import type { TableColorScale, TableScaleAnchor } from '@oriel/contract';
import { mixColors, readColor, toHex, type Color } from '../look/colors.ts';
import { sizeOf } from '../results/large-numbers.ts';
import type { Cell } from '../results/query-result.ts';
import { readable, type CellLook } from './cell-looks.ts';

const PAPER: Color = { l: 1, c: 0, h: 0 };

/**
 * Makes what says the ground of a cell by its value; undefined where its colours cannot be read, or where there are no
 * values.
 */
export function createColorScale(
  scale: TableColorScale,
  values: readonly (Cell | undefined)[],
): ((value: Cell | undefined) => CellLook) | undefined {
  const nullsAsZero = scale.nullsAsZero !== false;
  const numberOf = (value: Cell | undefined) =>
    value === null || value === undefined ? (nullsAsZero ? 0 : Number.NaN) : Number(value);
  const numbers = values
    .map(numberOf)
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  const stops = stopsOf(scale, numbers);
  if (numbers.length === 0 || !stops) return undefined;
  return (value) => {
    const number = value === null || value === undefined ? numberOf(value) : (sizeOf(value) ?? Number.NaN);
    return Number.isFinite(number) ? readable({ backgroundColor: toHex(colorAt(stops, number)) }) : {};
  };
}

interface Stop {
  at: number;
  color: Color;
}

function stopsOf(
  { start, center, end, reverse }: TableColorScale,
  sorted: readonly number[],
): Stop[] | undefined {
  const anchors = [
    { anchor: start, usual: 'minimum' as const },
    ...(center ? [{ anchor: center, usual: 'midpoint' as const }] : []),
    { anchor: end, usual: 'maximum' as const },
  ];
  const colors = anchors.map(({ anchor }) => readColor(anchor.color));
  if (reverse === true) colors.reverse();
  const stops = anchors.flatMap(({ anchor, usual }, index) => {
    const color = colors[index];
    return color ? [{ at: anchorValue(anchor, usual, sorted), color }] : [];
  });
  return stops.length === anchors.length ? stops.toSorted((a, b) => a.at - b.at) : undefined;
}

type AnchorName = NonNullable<TableScaleAnchor['at']>;

/** Where a colour of a scale lies among sorted numbers. */
function anchorValue(
  { at, value = 0 }: TableScaleAnchor,
  usual: AnchorName,
  sorted: readonly number[],
): number {
  const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  switch (at ?? usual) {
    case 'minimum':
      return low;
    case 'maximum':
      return high;
    case 'midpoint':
      return (low + high) / 2;
    case 'average':
      return sorted.reduce((sum, each) => sum + each, 0) / Math.max(1, sorted.length);
    case 'median':
      return percentileOf(sorted, 50);
    case 'percentile':
      return percentileOf(sorted, value);
    case 'number':
      return value;
  }
}

/** The value below which so many percent lie, between two where it falls between them. */
export function percentileOf(sorted: readonly number[], percent: number): number {
  const place = (Math.min(100, Math.max(0, percent)) / 100) * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
}

function colorAt(stops: readonly Stop[], value: number): Color {
  const after = stops.findIndex(({ at }) => at >= value);
  const [next, before] = [stops[after], stops[after - 1]];
  if (!next) return stops.at(-1)?.color ?? PAPER;
  if (!before) return next.color;
  return mixColors(
    before.color,
    next.color,
    next.at === before.at ? 1 : (value - before.at) / (next.at - before.at),
  );
}
