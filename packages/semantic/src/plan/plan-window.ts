import { fannedOutCubes } from '../join/join-tree.ts';
import type { Dimension } from '../model/definitions/model.ts';
import { QueryError } from '../query/query.ts';
import { checkGranularity, type MemberRef } from '../members/member-ref.ts';
import { rowsFor } from './plan-rows.ts';
import { type RowsPlanner } from '../ir/planner.ts';
import type { Rows, WindowRelation } from '../ir/plan.ts';
import type { BaseMeasure, GroupColumn } from '../ir/columns.ts';
import type { Scope } from '../ir/scope.ts';
import { bucketSeconds } from './bucket-length.ts';
import { reachOf } from './window-reach.ts';

/** The time dimension that a window moves along: the one that cuts the query, else the one that limits it. */
export function windowTimeOf(scope: Scope): MemberRef<Dimension> | undefined {
  return scope.groups.find(({ kind }) => kind === 'timeDimension')?.ref ?? scope.ranges[0]?.ref;
}

/**
 * @throws QueryError where the time dimensions of the query are limited differently, or the window begins with a period
 * that the one it goes along does not have
 */
export function planWindow(
  planner: RowsPlanner,
  scope: Scope,
  rows: Rows,
  baseMeasure: BaseMeasure,
): WindowRelation {
  const time = windowTimeOf(scope);
  const window = baseMeasure.measure.rollingWindow;
  if (!time || !window) throw new Error('A window needs a time dimension');
  if (window.kind === 'to-date') checkGranularity(time, window.granularity.text);
  const [range, ...others] = scope.ranges;
  const differs = others.find((other) => other.range.join() !== range?.range.join());
  if (differs)
    throw new QueryError(
      'window_ranges',
      `${baseMeasure.key} looks along one time, and the query limits ${range?.ref.name} and ${differs.ref.name} differently`,
      baseMeasure.key,
    );
  const granularity = finestOf(scope, time);
  const limits = scope.ranges.find(({ ref }) => ref.name === time.name)?.range;
  const reach = limits && reachOf(window, time, granularity, limits);
  const unlimited: Rows = {
    ...rows,
    scope: { ...scope, ranges: scope.ranges.filter(({ ref }) => ref.name !== time.name) },
    conditions: [
      ...(reach ? [{ kind: 'range' as const, ref: time, range: reach }] : []),
      ...rows.conditions.filter(
        (condition) => condition.kind !== 'range' || condition.ref.name !== time.name,
      ),
    ],
  };
  const at: GroupColumn = { kind: 'dimension', key: time.name, ref: time };
  const own = rowsFor(planner, unlimited, { groups: [...scope.groups, at], baseMeasures: [baseMeasure] });
  return {
    kind: 'window',
    rows: own,
    baseMeasure,
    window,
    time,
    ...(granularity !== undefined && { granularity }),
    ...(range && { range: limits ?? range.range }),
    isFannedOut: fannedOutCubes(own.tree).has(baseMeasure.cube),
  };
}

function finestOf({ groups }: Scope, time: MemberRef<Dimension>): string | undefined {
  return groups
    .flatMap((group) =>
      group.kind === 'timeDimension' && group.ref.name === time.name ? [group.granularity] : [],
    )
    .toSorted((a, b) => bucketSeconds(time.member, a) - bucketSeconds(time.member, b))[0];
}
