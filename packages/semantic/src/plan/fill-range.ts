import type { Dimension } from '../model/definitions/model.ts';
import { readDateRange, wallClockOf, type DateRange } from '../query/date-range.ts';
import type { FilterOperator } from '../model/language/filter-operators.ts';
import type { Clock, NormalizedFilter } from '../query/query.ts';
import type { MemberLookup, MemberRef } from '../members/member-ref.ts';
import type { Scope } from '../ir/scope.ts';

interface Reading {
  readonly lookup: MemberLookup;
  readonly timezone: string;
  readonly clock: Clock;
}

type Ends = readonly [from: string | undefined, to: string | undefined];

/**
 * What a query leaves of a time dimension, as wall clock: where all of its date ranges meet, those of conditions too. A
 * condition that has one end narrows a range and makes none. Undefined where the rows alone say where they begin and
 * end.
 */
export function fillRange(
  { ranges, filters }: Pick<Scope, 'ranges' | 'filters'>,
  { cube, member }: MemberRef<Dimension>,
  reading: Reading,
): DateRange | undefined {
  const isIt = (ref: MemberRef) => ref.cube === cube && ref.member.name === member.name;
  const stated = ranges.filter(({ ref }) => isIt(ref)).map(({ range }): Ends => onTheClock(range));
  const ends = [...stated, ...filters.flatMap((filter) => endsIn(filter, isIt, reading))];
  if (!ends.some(([from, to]) => from !== undefined && to !== undefined)) return undefined;
  // Wall clocks of one form, so that the order of the texts is that of the moments.
  const from = ends
    .flatMap(([start]) => start ?? [])
    .toSorted()
    .at(-1);
  const to = ends.flatMap(([, end]) => end ?? []).toSorted()[0];
  return from !== undefined && to !== undefined && from <= to ? [from, to] : undefined;
}

/** The ends that a filter sets for every row; what holds only for some sets none. */
function endsIn(filter: NormalizedFilter, isIt: (ref: MemberRef) => boolean, reading: Reading): Ends[] {
  if ('and' in filter) return filter.and.flatMap((part) => endsIn(part, isIt, reading));
  if ('or' in filter || !isIt(reading.lookup.any(filter.member))) return [];
  const texts = (filter.values ?? []).filter((value) => value !== null);
  const read = endsBy[filter.operator];
  return read && texts.length > 0 ? [read(texts, reading)] : [];
}

/** Buckets are those of the wall clock. */
function onTheClock([from, to]: DateRange): DateRange {
  return [wallClockOf(from), wallClockOf(to)];
}

type ReadEnds = (texts: readonly string[], reading: Reading) => Ends;

const rangeIn: ReadEnds = (texts, { timezone, clock }) => onTheClock(readDateRange(texts, timezone, clock));
const from =
  (laterMs: 0 | 1): ReadEnds =>
  (texts, reading) => [moved(momentIn(texts, reading), laterMs), undefined];
const until =
  (laterMs: 0 | -1): ReadEnds =>
  (texts, reading) => [undefined, moved(momentIn(texts, reading), laterMs)];

const endsBy: { readonly [Operator in FilterOperator]?: ReadEnds } = {
  inDateRange: rangeIn,
  onTheDate: rangeIn,
  gt: from(1),
  afterDate: from(1),
  gte: from(0),
  afterOrOnDate: from(0),
  lt: until(-1),
  beforeDate: until(-1),
  lte: until(0),
  beforeOrOnDate: until(0),
};

/** A date alone is its first moment, as in the condition itself. */
function momentIn([text = '']: readonly string[], { timezone, clock }: Reading): string {
  return wallClockOf(readDateRange([text, text], timezone, clock)[0]);
}

function moved(wallClock: string, ms: number): string {
  return new Date(Date.parse(`${wallClock}Z`) + ms).toISOString().slice(0, -1);
}
