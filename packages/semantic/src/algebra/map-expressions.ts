import type { Expression, Relation } from './algebra.ts';

type ColumnOf = Extract<Expression, { kind: 'column' }>;

/** What stands in place of a column. */
export type MapColumn = (column: ColumnOf) => Expression;

/** An expression with others in place of its columns, those in what it looks up in other relations among them. */
export function mapColumns<Tree>(tree: Tree, map: MapColumn): Tree {
  // What is mapped has the form of what it is made of, but for columns, which are expressions as well.
  return mapValue(tree, map) as Tree;
}

function mapValue(value: unknown, map: MapColumn): unknown {
  if (Array.isArray(value)) return value.map((one) => mapValue(one, map));
  if (typeof value !== 'object' || value === null) return value;
  if (isColumn(value)) return map(value);
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, mapValue(own, map)]));
}

function isColumn(value: object): value is ColumnOf {
  return 'kind' in value && value.kind === 'column';
}

/** A statement with others in place of the columns that it reads of its FROM; what stands there has its own columns. */
export function mapOwnExpressions(relation: Relation, map: MapColumn): Relation {
  switch (relation.kind) {
    case 'project':
      return {
        ...relation,
        columns: mapColumns(relation.columns, map),
        input: mapOwnExpressions(relation.input, map),
      };
    case 'aggregate': {
      const { by, measures, having } = relation;
      const input = mapOwnExpressions(relation.input, map);
      return { ...relation, input, ...mapColumns({ by, measures, having }, map) };
    }
    case 'filter':
      return {
        ...relation,
        where: mapColumns(relation.where, map),
        input: mapOwnExpressions(relation.input, map),
      };
    case 'semi-join':
      return {
        ...relation,
        values: mapColumns(relation.values, map),
        input: mapOwnExpressions(relation.input, map),
      };
    case 'join': {
      const left = mapOwnExpressions(relation.left, map);
      return { ...relation, left, ...(relation.on && { on: mapColumns(relation.on, map) }) };
    }
    default:
      return relation;
  }
}
