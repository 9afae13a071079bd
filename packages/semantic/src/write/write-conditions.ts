import { filterRefs } from '../members/filter-refs.ts';
import type { MemberRef } from '../members/member-ref.ts';
import type { Condition, Rows } from '../ir/plan.ts';
import type { IntervalShift, OpenRange } from '../ir/scope.ts';
import { usesOf } from '../join/member-cubes.ts';
import { nextAfter, startOf } from '../query/date-range.ts';
import type { NormalizedFilter } from '../query/query.ts';
import { bound, join, sql, type Fragment } from '../sql/fragment.ts';
import { renderPolicy } from './render/policy-fault.ts';
import { group, renderFilter } from './render/render-filter.ts';
import { type MemberRenderer } from './render/render-member.ts';
import { parenthesized } from '../sql/parenthesized.ts';
import type { MovedCubes } from './render/moved-cubes.ts';
import {
  placeOfMember,
  type MemberPlace,
  type PlaceRenderers,
  type RowRenderers,
} from './render/member-place.ts';
import { comparable, scaleOf } from './render/shifted-time.ts';
import type { WriteSettings } from './render/write-settings.ts';

/** The conditions of rows, but for their semi-joins; each can stand beside AND. */
export function writeConditions(
  settings: WriteSettings,
  rows: Rows,
  renderers: RowRenderers,
  moved: MovedCubes | undefined,
): Fragment[] {
  const { compared, unmasked, beside } = renderers;
  const placeOf = (ref: MemberRef) => placeOfMember(rows, moved, renderers, ref);
  const masked = (ref: MemberRef, value: Fragment): Fragment => {
    const mask = settings.masks.named(ref);
    return mask ? placeOf(ref).renderers.masked(ref, mask, value) : value;
  };
  const write = (condition: Condition): Fragment => {
    switch (condition.kind) {
      case 'range':
        return writeRange(settings, condition, placeOf(condition.ref), masked);
      case 'segment': {
        const { ref } = condition;
        const own = parenthesized(beside.compared.segment(ref.cube, ref.member));
        const shown = masked(ref, own);
        return shown === own ? own : parenthesized(shown);
      }
      case 'drill':
        return parenthesized(compared.template(condition.cube, condition.sql));
      case 'filter':
        if (condition.from === 'policy')
          return renderPolicy(() => writePolicyFilter(settings, rows, condition.filter, unmasked));
        return condition.from === 'caller'
          ? writeFilter(settings, condition.filter, (ref) => used(placeOf(ref), 'compared'), masked)
          : renderPolicy(() =>
              writeFilter(settings, condition.filter, (ref) => used(placeOf(ref), 'unmasked')),
            );
      default:
        return condition satisfies never;
    }
  };
  const hidden = moved
    ? rows.conditions.flatMap((condition) => writeShownPolicy(settings, rows, condition, { moved, beside }))
    : [];
  return [...(rows.isDenied ? [['1 = 0']] : []), ...rows.conditions.map(write), ...hidden];
}

const used = ({ renderers, shifts }: MemberPlace, use: 'compared' | 'unmasked') => ({
  render: renderers[use],
  shifts,
});

/**
 * What a policy says of the rows that are shown beside a moved time: who may not see the row of a day is shown nothing
 * beside that day either. A day that the calendar does not have has no row to hide.
 */
function writeShownPolicy(
  settings: WriteSettings,
  rows: Rows,
  condition: Condition,
  { moved, beside }: { moved: MovedCubes; beside: PlaceRenderers },
): Fragment[] {
  if (condition.kind !== 'filter' || condition.from !== 'policy') return [];
  const cubes = filterRefs([condition.filter], settings.lookup).flatMap(({ member, path }) =>
    usesOf(settings.model, member, path).map((use) => use.path.at(-1) ?? ''),
  );
  if (!cubes.some((cube) => moved.cubes.has(cube))) return [];
  const isMissing = moved.calendars.map(
    ({ cube, key }) => sql`${parenthesized(beside.unmasked.dimension(cube, key))} IS NULL`,
  );
  const holds = renderPolicy(() => writePolicyFilter(settings, rows, condition.filter, beside.unmasked));
  return [sql`(${join(isMissing, ' AND ')} OR ${parenthesized(holds)})`];
}

function writeRange(
  { dialect, timezone }: WriteSettings,
  { ref, range: [from, to] }: { ref: Extract<Condition, { kind: 'range' }>['ref']; range: OpenRange },
  { renderers, shifts }: MemberPlace,
  masked: (ref: MemberRef, value: Fragment) => Fragment,
): Fragment {
  const scale = scaleOf(shifts);
  const expression = masked(ref, comparable(ref, shifts, renderers.compared, dialect));
  const at = (moment: string) => dialect.castToTimestamp(bound(moment));
  const ends = [
    ...(from === undefined ? [] : [sql`${expression} >= ${at(startOf(from, timezone, scale))}`]),
    ...(to === undefined ? [] : [sql`${expression} < ${at(nextAfter(to, timezone, scale))}`]),
  ];
  return join(ends, ' AND ');
}

/**
 * A filter of a policy. A shift moves no time in it: who may not see the rows of a day sees none of them as those of
 * another. Of a calendar that is joined by other dates than its own, it holds of the row that those dates are of
 * without the shift.
 */
export function writePolicyFilter(
  settings: WriteSettings,
  { scope, tree }: Rows,
  filter: NormalizedFilter,
  unmasked: MemberRenderer,
): Fragment {
  const named = new Set(filterRefs([filter], settings.lookup).map(({ cube }) => cube));
  const calendars = new Set(
    scope.shifts.flatMap((shift) => (shift.kind === 'calendar' && named.has(shift.cube) ? [shift.cube] : [])),
  );
  return [...calendars].reduce<Fragment>(
    (condition, cube) => {
      const edge = tree.edges.find(({ from, to }) => to === cube || from === cube);
      if (!edge) return condition;
      const joined = parenthesized(unmasked.template(edge.from, edge.join.sql));
      return sql`EXISTS (SELECT 1 FROM ${unmasked.table(cube)} AS ${unmasked.alias(cube)} WHERE ${joined} AND ${condition})`;
    },
    writeFilter(settings, filter, () => ({ render: unmasked, shifts: [] })),
  );
}

/** A filter on dimensions, each as its rows are joined and as shifts move it. */
function writeFilter(
  settings: WriteSettings,
  filter: NormalizedFilter,
  placeOf: (ref: MemberRef) => { render: MemberRenderer; shifts: readonly IntervalShift[] },
  masked: (ref: MemberRef, value: Fragment) => Fragment = (_ref, value) => value,
): Fragment {
  const { dialect, timezone, lookup, context } = settings;
  const write = (part: NormalizedFilter): Fragment => {
    if ('and' in part) return group(part.and.map(write), 'AND');
    if ('or' in part) return group(part.or.map(write), 'OR');
    const ref = lookup.dimension(part.member);
    const { member, name } = ref;
    const { render, shifts } = placeOf(ref);
    const value = comparable(ref, shifts, render, dialect);
    const shown = masked(ref, value);
    const expression = shown === value ? value : parenthesized(shown);
    return renderFilter({ name, member, expression }, part.operator, part.values ?? [], {
      dialect,
      timezone,
      scale: scaleOf(shifts),
      clock: context,
    });
  };
  return write(filter);
}
