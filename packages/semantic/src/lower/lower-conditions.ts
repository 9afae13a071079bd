import { and, compare, isNull, NEVER, or } from '../algebra/build.ts';
import type { Expression } from '../algebra/algebra.ts';
import type { Condition, Rows } from '../ir/plan.ts';
import type { IntervalShift, OpenRange } from '../ir/scope.ts';
import { usesOf } from '../join/member-cubes.ts';
import { filterRefs } from '../members/filter-refs.ts';
import type { MemberRef } from '../members/member-ref.ts';
import { nextAfter, startOf } from '../query/date-range.ts';
import type { NormalizedFilter } from '../query/query.ts';
import { comparedTime, filterCondition } from './members/filter-condition.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import type { MemberExpressions } from './members/member-expressions.ts';
import {
  placeOfMember,
  type MemberPlace,
  type PlaceMembers,
  type RowMembers,
} from './members/member-place.ts';
import type { MovedCubes } from './members/moved-cubes.ts';
import { lowerPolicy } from './members/policy-fault.ts';
import { comparable, scaleOf } from './members/shifted-time.ts';

/** The conditions of rows, but for their semi-joins. */
export function lowerConditions(
  settings: LowerSettings,
  rows: Rows,
  members: RowMembers,
  moved: MovedCubes | undefined,
): Expression[] {
  const { compared, unmasked, beside } = members;
  const placeOf = (ref: MemberRef) => placeOfMember(rows, moved, members, ref);
  const masked = (ref: MemberRef, value: Expression): Expression => {
    const mask = settings.masks.named(ref);
    return mask ? placeOf(ref).members.masked(ref, mask, value) : value;
  };
  const lower = (condition: Condition): Expression[] => {
    switch (condition.kind) {
      case 'range':
        return rangeConditions(settings, condition, placeOf(condition.ref), masked);
      case 'segment': {
        const { ref } = condition;
        return [masked(ref, beside.compared.segment(ref.cube, ref.member))];
      }
      case 'drill':
        return [compared.template(condition.cube, condition.sql)];
      case 'filter':
        if (condition.from === 'policy')
          return [lowerPolicy(() => policyCondition(settings, rows, condition.filter, unmasked))];
        return condition.from === 'caller'
          ? [lowerFilter(settings, condition.filter, (ref) => used(placeOf(ref), 'compared'), masked)]
          : [
              lowerPolicy(() =>
                lowerFilter(settings, condition.filter, (ref) => used(placeOf(ref), 'unmasked')),
              ),
            ];
      default:
        return condition satisfies never;
    }
  };
  const hidden = moved
    ? rows.conditions.flatMap((condition) => shownPolicy(settings, rows, condition, { moved, beside }))
    : [];
  return [...(rows.isDenied ? [NEVER] : []), ...rows.conditions.flatMap(lower), ...hidden];
}

const used = ({ members, shifts }: MemberPlace, use: 'compared' | 'unmasked') => ({
  members: members[use],
  shifts,
});

/**
 * What a policy says of the rows that are shown beside a moved time: who may not see the row of a day is shown nothing
 * beside that day either. A day that the calendar does not have has no row to hide.
 */
function shownPolicy(
  settings: LowerSettings,
  rows: Rows,
  condition: Condition,
  { moved, beside }: { moved: MovedCubes; beside: PlaceMembers },
): Expression[] {
  if (condition.kind !== 'filter' || condition.from !== 'policy') return [];
  const cubes = filterRefs([condition.filter], settings.lookup).flatMap(({ member, path }) =>
    usesOf(settings.model, member, path).map((use) => use.path.at(-1) ?? ''),
  );
  if (!cubes.some((cube) => moved.cubes.has(cube))) return [];
  const isMissing = moved.calendars.map(({ cube, key }) => isNull(beside.unmasked.dimension(cube, key)));
  const holds = lowerPolicy(() => policyCondition(settings, rows, condition.filter, beside.unmasked));
  return [or([and(isMissing), holds])];
}

function rangeConditions(
  { timezone }: LowerSettings,
  { ref, range: [from, to] }: { ref: Extract<Condition, { kind: 'range' }>['ref']; range: OpenRange },
  { members, shifts }: MemberPlace,
  masked: (ref: MemberRef, value: Expression) => Expression,
): Expression[] {
  const scale = scaleOf(shifts);
  const value = masked(ref, comparable(ref, shifts, members.compared));
  return [
    ...(from === undefined ? [] : [compare(value, '>=', comparedTime(startOf(from, timezone, scale)))]),
    ...(to === undefined ? [] : [compare(value, '<', comparedTime(nextAfter(to, timezone, scale)))]),
  ];
}

/**
 * A filter of a policy. A shift moves no time in it: who may not see the rows of a day sees none of them as those of
 * another. Of a calendar that is joined by other dates than its own, it holds of the row that those dates are of
 * without the shift.
 */
export function policyCondition(
  settings: LowerSettings,
  { scope, tree }: Rows,
  filter: NormalizedFilter,
  unmasked: MemberExpressions,
): Expression {
  const named = new Set(filterRefs([filter], settings.lookup).map(({ cube }) => cube));
  const calendars = new Set(
    scope.shifts.flatMap((shift) => (shift.kind === 'calendar' && named.has(shift.cube) ? [shift.cube] : [])),
  );
  return [...calendars].reduce<Expression>(
    (condition, cube) => {
      const edge = tree.edges.find(({ from, to }) => to === cube || from === cube);
      if (!edge) return condition;
      const joined = unmasked.template(edge.from, edge.join.sql);
      const input = { kind: 'scan', alias: unmasked.alias(cube), table: unmasked.table(cube) } as const;
      return {
        kind: 'exists',
        rows: {
          kind: 'project',
          columns: [],
          input: { kind: 'filter', input, where: [joined, condition] },
        },
      };
    },
    lowerFilter(settings, filter, () => ({ members: unmasked, shifts: [] })),
  );
}

/** A filter on dimensions, each as its rows are joined and as shifts move it. */
function lowerFilter(
  settings: LowerSettings,
  filter: NormalizedFilter,
  placeOf: (ref: MemberRef) => { members: MemberExpressions; shifts: readonly IntervalShift[] },
  masked: (ref: MemberRef, value: Expression) => Expression = (_ref, value) => value,
): Expression {
  const { timezone, lookup, context } = settings;
  const lower = (part: NormalizedFilter): Expression => {
    if ('and' in part) return and(part.and.map(lower));
    if ('or' in part) return or(part.or.map(lower));
    const ref = lookup.dimension(part.member);
    const { member, name } = ref;
    const { members, shifts } = placeOf(ref);
    const value = masked(ref, comparable(ref, shifts, members));
    return filterCondition({ name, member, value }, part.operator, part.values ?? [], {
      timezone,
      scale: scaleOf(shifts),
      clock: context,
    });
  };
  return lower(filter);
}
