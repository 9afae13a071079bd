import type { Relation } from './algebra.ts';

/**
 * A relation that reads what `map` makes of each relation that it read, in the order in which they are written. What
 * expressions look up in other relations stays.
 */
export function mapInputs(relation: Relation, map: (input: Relation) => Relation): Relation {
  switch (relation.kind) {
    case 'scan':
    case 'named':
    case 'values':
    case 'series':
    case 'one-row':
      return relation;
    case 'with': {
      const parts = relation.parts.map((part) => ({ ...part, rows: map(part.rows) }));
      return { ...relation, parts, body: map(relation.body) };
    }
    case 'join':
      return { ...relation, left: map(relation.left), right: map(relation.right) };
    case 'union':
      return { ...relation, inputs: relation.inputs.map(map) };
    case 'merge':
      return { ...relation, inputs: relation.inputs.map((input) => ({ ...input, rows: map(input.rows) })) };
    case 'semi-join': {
      const input = map(relation.input);
      return { ...relation, input, among: { ...relation.among, input: map(relation.among.input) } };
    }
    default:
      return { ...relation, input: map(relation.input) };
  }
}

/** How many relations of a kind stand in a relation, itself among them. */
export function countOfKind(relation: Relation, kind: Relation['kind']): number {
  let count = relation.kind === kind ? 1 : 0;
  mapInputs(relation, (input) => {
    count += countOfKind(input, kind);
    return input;
  });
  return count;
}
