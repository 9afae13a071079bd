import { filterRefs } from '../members/filter-refs.ts';
import type { MemberRef } from '../members/member-ref.ts';
import type { Condition, Rows } from '../ir/plan.ts';
import type { OpenRange, Shift } from '../ir/scope.ts';
import { nextAfter, startOf } from '../query/date-range.ts';
import type { NormalizedFilter } from '../query/query.ts';
import { bound, join, sql, type Fragment } from '../sql/fragment.ts';
import { renderPolicy } from './policy-fault.ts';
import { group, renderFilter } from './render-filter.ts';
import { type MemberRenderer } from './render-member.ts';
import { parenthesized } from '../sql/parenthesized.ts';
import { comparable, shiftsOf, scaleOf } from './shifted-time.ts';
import type { WriteSettings } from './write-settings.ts';

/** What conditions are rendered with. */
export interface ConditionRenderers {
  /** For what the caller asks. */
  readonly compared: MemberRenderer;
  /** For what the caller did not write: policies look at values as they are. */
  readonly unmasked: MemberRenderer;
  /** What the caller may see of a member that a condition names. */
  masked(ref: MemberRef, value: Fragment): Fragment;
}

/** The conditions of rows, but for their semi-joins; each can stand beside AND. */
export function writeConditions(
  settings: WriteSettings,
  rows: Rows,
  renderers: ConditionRenderers,
): Fragment[] {
  const { compared, unmasked, masked } = renderers;
  const write = (condition: Condition): Fragment => {
    switch (condition.kind) {
      case 'range':
        return writeRange(settings, rows, condition, renderers);
      case 'segment': {
        const { ref } = condition;
        const own = parenthesized(compared.segment(ref.cube, ref.member));
        const shown = masked(ref, own);
        return shown === own ? own : parenthesized(shown);
      }
      case 'drill':
        return parenthesized(compared.template(condition.cube, condition.sql));
      case 'filter':
        if (condition.from === 'policy')
          return renderPolicy(() => writePolicyFilter(settings, rows, condition.filter, unmasked));
        return condition.from === 'caller'
          ? writeFilter(settings, rows.scope.shifts, condition.filter, compared, masked)
          : renderPolicy(() => writeFilter(settings, rows.scope.shifts, condition.filter, unmasked));
      default:
        return condition satisfies never;
    }
  };
  return [...(rows.isDenied ? [['1 = 0']] : []), ...rows.conditions.map(write)];
}

function writeRange(
  { dialect, timezone }: WriteSettings,
  { scope }: Rows,
  { ref, range: [from, to] }: { ref: Extract<Condition, { kind: 'range' }>['ref']; range: OpenRange },
  { compared, masked }: ConditionRenderers,
): Fragment {
  const shifts = shiftsOf(scope, ref);
  const scale = scaleOf(shifts);
  const expression = masked(ref, comparable(ref, shifts, compared, dialect));
  const at = (moment: string) => dialect.castToTimestamp(bound(moment));
  const ends = [
    ...(from === undefined ? [] : [sql`${expression} >= ${at(startOf(from, timezone, scale))}`]),
    ...(to === undefined ? [] : [sql`${expression} < ${at(nextAfter(to, timezone, scale))}`]),
  ];
  return join(ends, ' AND ');
}

/**
 * A filter of a policy. A shift moves no time in it: who may not see the rows of a day sees none of them as those of another. Of a
 * calendar that is joined by other dates than its own, it holds of the row that those dates are of without the shift.
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
    writeFilter(settings, [], filter, unmasked),
  );
}

/** A filter on dimensions, as some shifts move its times. */
function writeFilter(
  settings: WriteSettings,
  moving: readonly Shift[],
  filter: NormalizedFilter,
  render: MemberRenderer,
  masked: ConditionRenderers['masked'] = (_ref, value) => value,
): Fragment {
  const { dialect, timezone, lookup, context } = settings;
  const write = (part: NormalizedFilter): Fragment => {
    if ('and' in part) return group(part.and.map(write), 'AND');
    if ('or' in part) return group(part.or.map(write), 'OR');
    const ref = lookup.dimension(part.member);
    const { member, name } = ref;
    const shifts = shiftsOf({ shifts: moving }, ref);
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
