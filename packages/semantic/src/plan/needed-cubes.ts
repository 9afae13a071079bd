import { usesOf, usesOfSnippet, type Use } from './member-cubes.ts';
import { cubeOf, type MemberRef } from './member-ref.ts';
import type { Condition, GroupColumn, Leaf } from './plan.ts';
import type { RowsPlanner } from './plan-rows.ts';
import { filterRefs } from './scope.ts';

/** What has to be joined for something, and whether a mask has a say in what it shows. */
export interface Needs {
  readonly cubes: ReadonlySet<string>;
  readonly isMasked: boolean;
}

type NeedsPlanner = Pick<RowsPlanner, 'model' | 'lookup' | 'masks'>;

export function needsOfGroup(planner: NeedsPlanner, { ref, mask }: GroupColumn): Needs {
  const own = needsOfRefs(planner, [ref]);
  return mask?.unless
    ? together([own, needsOfRefs(planner, filterRefs([mask.unless], planner.lookup))])
    : own;
}

export function needsOfLeaf(planner: NeedsPlanner, { measure, path }: Pick<Leaf, 'measure' | 'path'>): Needs {
  return needsOfUses(planner, usesOf(planner.model, measure, path));
}

export function needsOfCondition(planner: NeedsPlanner, condition: Condition): Needs {
  switch (condition.kind) {
    case 'range':
    case 'segment':
      return needsOfRefs(planner, [condition.ref]);
    case 'filter':
      return needsOfRefs(planner, filterRefs([condition.filter], planner.lookup));
    case 'drill': {
      const { cube, sql } = condition;
      const uses = usesOfSnippet(planner.model, sql, cubeOf(planner.model, cube), [cube]);
      return needsOfUses(planner, [{ path: [cube] }, ...uses]);
    }
    default:
      return condition satisfies never;
  }
}

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
      const shown = mask?.unless
        ? needsOfRefs(planner, filterRefs([mask.unless], planner.lookup))
        : undefined;
      const own = needsOfUses(planner, usesOf(planner.model, ref.member, ref.path));
      return {
        cubes: shown ? new Set([...own.cubes, ...shown.cubes]) : own.cubes,
        isMasked: own.isMasked || mask !== undefined,
      };
    }),
  );
}

/** Which rows show a masked member has to be known where the member is used. */
function needsOfUses(planner: NeedsPlanner, uses: readonly Use[]): Needs {
  const cubes = new Set<string>();
  let isMasked = false;
  for (const { path, member } of uses) {
    const cube = path.at(-1) ?? '';
    cubes.add(cube);
    const mask = member && planner.masks.referred(cube, member);
    if (!mask) continue;
    isMasked = true;
    for (const ref of mask.unless ? filterRefs([mask.unless], planner.lookup) : [])
      for (const use of usesOf(planner.model, ref.member, ref.path)) cubes.add(use.path.at(-1) ?? '');
  }
  return { cubes, isMasked };
}
