import { cubesOf, fannedOutCubes } from '../join/join-tree.ts';
import { needsOfBaseMeasure } from '../join/needed-cubes.ts';
import { QueryError } from '../query/query.ts';
import { isHarmedByRepeats, takesRepeats } from './base-measures.ts';
import { cubeOf } from '../members/member-ref.ts';
import { rowsFor } from './plan-rows.ts';
import { type RowsPlanner } from '../ir/planner.ts';
import type { Rows, RowsRelation } from '../ir/plan.ts';
import type { BaseMeasure } from '../ir/columns.ts';

/**
 * Puts measures into relations: those of one cube together, over the joins that they need. What then needs no further
 * joins than others have moves in with them, where those do it no harm.
 *
 * @throws QueryError for measures of a fanned-out cube without key
 */
export function divide(
  planner: RowsPlanner,
  rows: Rows,
  baseMeasures: readonly BaseMeasure[],
): RowsRelation[] {
  if (baseMeasures.length === 0) return [relationOf(planner, rows, [])];
  const parts = [...Map.groupBy(baseMeasures, (baseMeasure) => partOf(planner, baseMeasure)).values()];
  // Each part is held against each other.
  planner.context.budget?.take(parts.length ** 2 * (1 + rows.tree.edges.length ** 2 / 100));
  const relations = parts.map((own) => relationOf(planner, rows, own));
  const widestFirst = relations.toSorted((a, b) => b.rows.tree.edges.length - a.rows.tree.edges.length);
  const divided: RowsRelation[] = [];
  for (const relation of widestFirst) {
    const host = divided.findIndex((other) => hosts(other, relation));
    const found = divided[host];
    if (found) divided[host] = { ...found, baseMeasures: [...found.baseMeasures, ...relation.baseMeasures] };
    else divided.push(relation);
  }
  const location = ({ baseMeasures: [first] }: RowsRelation) => (first ? baseMeasures.indexOf(first) : 0);
  return divided.toSorted((a, b) => location(a) - location(b));
}

/** A measure with SQL that reaches other cubes is apart from those of its cube alone. */
function partOf(planner: RowsPlanner, baseMeasure: BaseMeasure): string {
  return [...new Set([baseMeasure.cube, ...needsOfBaseMeasure(planner, baseMeasure).cubes])].join();
}

function relationOf(planner: RowsPlanner, rows: Rows, baseMeasures: readonly BaseMeasure[]): RowsRelation {
  const own = rowsFor(planner, rows, { groups: rows.scope.groups, baseMeasures });
  const fannedOut = fannedOutCubes(own.tree);
  const harmed = baseMeasures.find(({ cube, measure }) => fannedOut.has(cube) && isHarmedByRepeats(measure));
  if (!harmed) return { kind: 'plain', rows: own, baseMeasures };
  const { cube } = harmed;
  if (cubeOf(planner.model, cube).primaryKey.length === 0) throw noKey(cube);
  return { kind: 'deduplicated', rows: own, cube, baseMeasures };
}

/** Whether one relation's rows serve for the measures of the other as well, and as cheaply. */
function hosts(host: RowsRelation, guest: RowsRelation): boolean {
  if (host.kind !== 'plain' || guest.kind !== 'plain') return false;
  const joined = cubesOf(host.rows.tree);
  const needed = cubesOf(guest.rows.tree);
  if (!needed.every((cube) => joined.includes(cube))) return false;
  const fannedOut = fannedOutCubes(host.rows.tree);
  return (
    needed.length === joined.length ||
    guest.baseMeasures.every(({ cube, measure }) => !fannedOut.has(cube) || takesRepeats(measure))
  );
}

function noKey(cube: string): QueryError {
  return new QueryError(
    'no_primary_key',
    `The joins repeat rows of ${cube}, which has no primary key to tell them apart; its measures cannot be right here`,
  );
}
