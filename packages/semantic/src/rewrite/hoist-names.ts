import type { Relation } from '../algebra/algebra.ts';
import { named } from '../algebra/build.ts';
import { countOfKind, mapInputs } from '../algebra/map-inputs.ts';
import { renameRelations } from '../algebra/rename-relations.ts';

/**
 * All named relations stand in front of the statement, under names that are different: MariaDB loses those of an outer
 * query in the named relations of an inner one. A series of moments has a name as well: engines without a function for
 * it step from one to the next.
 */
export function hoistNames(relation: Relation): Relation {
  if (countOfKind(relation, 'with') + countOfKind(relation, 'series') === 0) return relation;
  const parts: { name: string; rows: Relation }[] = [];
  const taken = new Set<string>();
  const place = (name: string, rows: Relation): string => {
    let own = name;
    for (let count = 1; taken.has(own); count += 1) own = `${name}_${count}`;
    taken.add(own);
    parts.push({ name: own, rows });
    return own;
  };
  const hoist = (node: Relation): Relation => {
    if (node.kind === 'series') return named(place(node.alias, node), node.alias);
    if (node.kind !== 'with') return mapInputs(node, hoist);
    const [first, ...more] = node.parts;
    if (!first) return hoist(node.body);
    const rest: Relation = { kind: 'with', parts: more, body: node.body };
    const name = place(first.name, hoist(first.rows));
    return hoist(name === first.name ? rest : renameRelations(rest, first.name, name));
  };
  const body = hoist(relation);
  return parts.length === 0 ? relation : { kind: 'with', parts, body };
}
