import { cubeOf, type MemberRef } from '../members/member-ref.ts';
import type { RowsPlanner } from '../ir/planner.ts';
import type { Condition } from '../ir/plan.ts';
import type { BaseMeasure, ColumnMask, GroupColumn } from '../ir/columns.ts';
import { filterRefs } from '../members/filter-refs.ts';
import { usesOf, usesOfTemplate, type Use } from './member-cubes.ts';

/** What has to be joined for something, and whether a mask has a say in what it shows. */
export interface Needs {
  readonly cubes: Set<string>;
  readonly isMasked: boolean;
}

type NeedsPlanner = Pick<RowsPlanner, 'model' | 'lookup' | 'masks'>;

/** What a column that rows are grouped by needs, its mask included. */
export function needsOfGroup(planner: NeedsPlanner, { ref, mask }: GroupColumn): Needs {
  const own = needsOfRefs(planner, [ref]);
  return mask ? { cubes: own.cubes.union(cubesOfMask(planner, mask)), isMasked: true } : own;
}

/** What the SQL of a measure needs. */
export function needsOfBaseMeasure(
  planner: NeedsPlanner,
  { measure, path }: Pick<BaseMeasure, 'measure' | 'path'>,
): Needs {
  return needsOfUses(planner, usesOf(planner.model, measure, path));
}

/** What a condition on rows needs. */
export function needsOfCondition(planner: NeedsPlanner, condition: Condition): Needs {
  switch (condition.kind) {
    case 'range':
    case 'segment':
      return needsOfRefs(planner, [condition.ref]);
    case 'filter':
      return needsOfRefs(planner, filterRefs([condition.filter], planner.lookup));
    case 'drill': {
      const { cube, sql } = condition;
      const uses = usesOfTemplate(planner.model, sql, cubeOf(planner.model, cube), [cube]);
      return needsOfUses(planner, [{ path: [cube] }, ...uses]);
    }
    default:
      return condition satisfies never;
  }
}

/** What several things need at once. */
export function together(needs: readonly Needs[]): Needs {
  return {
    cubes: new Set(needs.flatMap(({ cubes }) => [...cubes])),
    isMasked: needs.some(({ isMasked }) => isMasked),
  };
}

function needsOfRefs(planner: NeedsPlanner, refs: readonly MemberRef[]): Needs {
  return together(
    refs.map((ref) => {
      const mask = planner.masks.named(ref);
      const own = needsOfUses(planner, usesOf(planner.model, ref.member, ref.path));
      return mask ? { cubes: own.cubes.union(cubesOfMask(planner, mask)), isMasked: true } : own;
    }),
  );
}

function needsOfUses(planner: NeedsPlanner, uses: readonly Use[]): Needs {
  const masks = uses.flatMap(({ path, member }) =>
    member ? (planner.masks.referred(path.at(-1) ?? '', member) ?? []) : [],
  );
  return {
    cubes: new Set([...cubesOf(uses), ...masks.flatMap((mask) => [...cubesOfMask(planner, mask)])]),
    isMasked: masks.length > 0,
  };
}

/**
 * Which rows show a masked member has to be known where it is used; that is asked of values as they are, behind masks.
 */
function cubesOfMask({ model, lookup }: NeedsPlanner, { unless }: ColumnMask): Set<string> {
  const refs = unless ? filterRefs([unless], lookup) : [];
  return new Set(cubesOf(refs.flatMap((ref) => usesOf(model, ref.member, ref.path))));
}

function cubesOf(uses: readonly Use[]): string[] {
  return uses.map(({ path }) => path.at(-1) ?? '');
}
