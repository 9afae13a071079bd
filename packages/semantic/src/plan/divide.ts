import { cubesOf, multipliedCubes } from '../join/join-tree.ts';
import { needsOfLeaf } from '../join/needed-cubes.ts';
import { QueryError } from '../query/query.ts';
import { isHarmedByRepeats, takesRepeats } from './leaves.ts';
import { cubeOf } from '../members/member-ref.ts';
import { rowsFor } from './plan-rows.ts';
import { type RowsPlanner } from '../ir/planner.ts';
import type { Leaf, Rows, RowsRelation } from '../ir/plan.ts';

/**
 * Puts measures into relations: those of one cube together, over the joins that they need. What then needs no further joins
 * than others have moves in with them, where those do it no harm.
 *
 * @throws QueryError for measures of a multiplied cube without key
 */
export function divide(planner: RowsPlanner, rows: Rows, leaves: readonly Leaf[]): RowsRelation[] {
  if (leaves.length === 0) return [relationOf(planner, rows, [])];
  const parts = [...Map.groupBy(leaves, (leaf) => partOf(planner, leaf)).values()];
  const relations = parts.map((own) => relationOf(planner, rows, own));
  const widestFirst = relations.toSorted((a, b) => b.rows.tree.edges.length - a.rows.tree.edges.length);
  const divided: RowsRelation[] = [];
  for (const relation of widestFirst) {
    const host = divided.findIndex((other) => hosts(other, relation));
    const found = divided[host];
    if (found) divided[host] = { ...found, leaves: [...found.leaves, ...relation.leaves] };
    else divided.push(relation);
  }
  const place = ({ leaves: [first] }: RowsRelation) => (first ? leaves.indexOf(first) : 0);
  return divided.toSorted((a, b) => place(a) - place(b));
}

/** A measure whose SQL reaches other cubes is apart from those of its cube alone. */
function partOf(planner: RowsPlanner, leaf: Leaf): string {
  return [...new Set([leaf.cube, ...needsOfLeaf(planner, leaf).cubes])].join();
}

function relationOf(planner: RowsPlanner, rows: Rows, leaves: readonly Leaf[]): RowsRelation {
  const own = rowsFor(planner, rows, { groups: rows.scope.groups, leaves });
  const multiplied = multipliedCubes(own.tree);
  const harmed = leaves.find(({ cube, measure }) => multiplied.has(cube) && isHarmedByRepeats(measure));
  if (!harmed) return { kind: 'plain', rows: own, leaves };
  const { cube } = harmed;
  if (cubeOf(planner.model, cube).primaryKey.length === 0) throw noKey(cube);
  return { kind: 'keyed', rows: own, cube, leaves };
}

/** Whether one relation's rows serve for the measures of the other as well, and as cheaply. */
function hosts(host: RowsRelation, guest: RowsRelation): boolean {
  if (host.kind !== 'plain' || guest.kind !== 'plain') return false;
  const joined = cubesOf(host.rows.tree);
  const needed = cubesOf(guest.rows.tree);
  if (!needed.every((cube) => joined.includes(cube))) return false;
  const multiplied = multipliedCubes(host.rows.tree);
  return (
    needed.length === joined.length ||
    guest.leaves.every(({ cube, measure }) => !multiplied.has(cube) || takesRepeats(measure))
  );
}

function noKey(cube: string): QueryError {
  return new QueryError(
    'no_primary_key',
    `The joins repeat rows of ${cube}, which has no primary key to tell them apart; its measures cannot be right here`,
  );
}
