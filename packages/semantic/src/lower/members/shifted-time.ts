import { shift } from '../../algebra/build.ts';
import type { Expression } from '../../algebra/algebra.ts';
import type { GroupColumn } from '../../ir/columns.ts';
import type { IntervalShift, Scope } from '../../ir/scope.ts';
import { parseInterval } from '../../model/language/interval.ts';
import type { TimeScale } from '../../query/date-range.ts';
import type { MemberExpressions } from './member-expressions.ts';

type DimensionOf = Pick<GroupColumn['ref'], 'cube' | 'member'>;

/** The shifts of a scope that move a time dimension. */
export function shiftsOf(
  { shifts }: Pick<Scope, 'shifts'>,
  { cube, member }: DimensionOf,
): readonly IntervalShift[] {
  if (member.type !== 'time') return [];
  return shifts.filter(
    (one): one is IntervalShift =>
      one.kind === 'interval' && (one.dimension === undefined || one.dimension === `${cube}.${member.name}`),
  );
}

/** A wall clock moved by shifts: what was a month before is seen a month later. */
export function shifted(local: Expression, shifts: readonly IntervalShift[]): Expression {
  return shifts.reduce(
    (moved, { interval, direction }) =>
      shift(moved, direction === 'prior' ? '+' : '-', parseInterval(interval) ?? []),
    local,
  );
}

/** A dimension to be compared; a shifted time as wall clock, any other as the instant that it is. */
export function comparable(
  { cube, member }: DimensionOf,
  shifts: readonly IntervalShift[],
  members: MemberExpressions,
): Expression {
  return shifts.length > 0 ? shifted(members.time(cube, member), shifts) : members.dimension(cube, member);
}

/** What a dimension is compared with. */
export function scaleOf(shifts: readonly IntervalShift[]): TimeScale {
  return shifts.length > 0 ? 'wall-clock' : 'instants';
}
