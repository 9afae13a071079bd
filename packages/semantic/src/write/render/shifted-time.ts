import type { Dialect } from '../../dialect/dialect.ts';
import { parseInterval } from '../../model/language/interval.ts';
import type { IntervalShift, Scope } from '../../ir/scope.ts';
import type { GroupColumn } from '../../ir/columns.ts';
import type { TimeScale } from '../../query/date-range.ts';
import type { Fragment } from '../../sql/fragment.ts';
import { type MemberRenderer } from './render-member.ts';
import { parenthesized } from '../../sql/parenthesized.ts';

type DimensionOf = Pick<GroupColumn['ref'], 'cube' | 'member'>;

/** The shifts of a scope that move a time dimension. */
export function shiftsOf(
  { shifts }: Pick<Scope, 'shifts'>,
  { cube, member }: DimensionOf,
): readonly IntervalShift[] {
  if (member.type !== 'time') return [];
  return shifts.filter(
    (shift): shift is IntervalShift =>
      shift.kind === 'interval' &&
      (shift.dimension === undefined || shift.dimension === `${cube}.${member.name}`),
  );
}

/** A wall clock moved by shifts: what was a month before is seen a month later. */
export function shifted(local: Fragment, shifts: readonly IntervalShift[], dialect: Dialect): Fragment {
  return shifts.reduce(
    (moved, { interval, direction }) =>
      dialect.shift(moved, direction === 'prior' ? '+' : '-', parseInterval(interval) ?? []),
    local,
  );
}

/** A dimension fit to stand beside an operator; a shifted time as wall clock, any other as the instant that it is. */
export function comparable(
  { cube, member }: DimensionOf,
  shifts: readonly IntervalShift[],
  render: MemberRenderer,
  dialect: Dialect,
): Fragment {
  return shifts.length > 0
    ? shifted(render.time(cube, member), shifts, dialect)
    : parenthesized(render.dimension(cube, member));
}

/** What a dimension is compared with. */
export function scaleOf(shifts: readonly IntervalShift[]): TimeScale {
  return shifts.length > 0 ? 'wall-clock' : 'instants';
}
