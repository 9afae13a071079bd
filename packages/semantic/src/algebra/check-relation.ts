import type { Expression, Relation } from './algebra.ts';
import { childrenOf, type Node } from './walk.ts';

/** The columns of a relation by their names; `any` of the rows of a table, which no model lists. */
type Schema = readonly string[] | 'any';

/** What expressions of one query may name: relations by alias. */
type Scope = ReadonlyMap<string, Schema>;

/** What a `with` around a relation names. */
type Named = ReadonlyMap<string, Schema>;

/**
 * Checks that a relation reads only what stands below it: each column is one of a relation in scope, an alias stands
 * for one relation, a name is named before it is read, and the inputs of a union have the same columns.
 *
 * @throws Error that names the column, alias or relation, and where it is read
 */
export function checkRelation(relation: Relation): void {
  schemaOf(relation, new Map(), new Map());
}

/** @param outer what an expression around the relation may name, as in EXISTS */
function schemaOf(relation: Relation, named: Named, outer: Scope): readonly string[] {
  switch (relation.kind) {
    case 'named': {
      const schema = named.get(relation.name);
      if (!schema || schema === 'any') throw fault(`${relation.name} is named nowhere`);
      return schema;
    }
    case 'with': {
      const known = new Map(named);
      for (const { name, rows } of relation.parts) {
        if (known.has(name) && !named.has(name)) throw fault(`${name} is named twice`);
        known.set(name, schemaOf(rows, known, outer));
      }
      return schemaOf(relation.body, known, outer);
    }
    case 'union': {
      const schemas = relation.inputs.map((input) => schemaOf(input, named, outer));
      const [first = []] = schemas;
      if (schemas.some((schema) => schema.join() !== first.join()))
        throw fault(`A union has ${schemas.map((schema) => schema.join(', ')).join(' beside ')}`);
      return first;
    }
    case 'merge': {
      for (const { name, rows, groups, measures } of relation.inputs) {
        const schema = schemaOf(rows, named, outer);
        const missing = [...groups, ...measures].find((column) => !schema.includes(column));
        if (missing !== undefined) throw fault(`${missing} is merged from ${name}, which does not have it`);
      }
      return [...relation.on, ...relation.inputs.flatMap(({ measures }) => measures)];
    }
    case 'series':
      for (const end of [relation.from, relation.to]) checkExpression(end, new Map(), named, outer);
      return [relation.column];
    case 'sort': {
      const schema = schemaOf(relation.input, named, outer);
      const missing = relation.by.find(({ column }) => !schema.includes(column));
      if (missing) throw fault(`${missing.column} orders rows that do not have it`);
      return schema;
    }
    case 'limit':
      return schemaOf(relation.input, named, outer);
    case 'project': {
      const scope = scopeOf(relation.input, named, outer);
      return columnsOf(relation.columns, scope, named, outer);
    }
    case 'aggregate': {
      const scope = scopeOf(relation.input, named, outer);
      const columns = columnsOf([...relation.by, ...relation.measures], scope, named, outer);
      for (const condition of relation.having) checkExpression(condition, scope, named, outer);
      return columns;
    }
    default:
      throw fault(`Rows of the kind ${relation.kind} stand by themselves`);
  }
}

function columnsOf(
  columns: readonly { name: string; value: Expression }[],
  scope: Scope,
  named: Named,
  outer: Scope,
): string[] {
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw fault(`${twice} is a column twice`);
  for (const { value } of columns) checkExpression(value, scope, named, outer);
  return names;
}

/** The relations that stand in the FROM of a query, after a check of what they compare. */
function scopeOf(relation: Relation, named: Named, outer: Scope): Scope {
  switch (relation.kind) {
    case 'scan': {
      checkExpression(relation.table.sql, new Map(), named, outer);
      return new Map([[relation.alias, 'any']]);
    }
    case 'named': {
      const schema = named.get(relation.name);
      if (!schema) throw fault(`${relation.name} is named nowhere`);
      return new Map([[relation.alias ?? relation.name, schema]]);
    }
    case 'alias':
      return new Map([[relation.alias, schemaOf(relation.input, named, outer)]]);
    case 'values':
      return new Map([[relation.alias, [relation.column]]]);
    case 'series':
      return new Map([[relation.alias, schemaOf(relation, named, outer)]]);
    case 'one-row':
      return new Map();
    case 'join': {
      const left = scopeOf(relation.left, named, outer);
      const right = scopeOf(relation.right, named, outer);
      for (const alias of right.keys()) if (left.has(alias)) throw fault(`${alias} stands for two relations`);
      const scope = new Map([...left, ...right]);
      if (relation.on) checkExpression(relation.on, scope, named, outer);
      return scope;
    }
    case 'semi-join': {
      const scope = scopeOf(relation.input, named, outer);
      for (const value of relation.values) checkExpression(value, scope, named, outer);
      const among = schemaOf(relation.among, named, outer);
      if (among.length !== relation.values.length) throw fault(`${relation.alias} compares other columns`);
      return scope;
    }
    case 'filter': {
      const scope = scopeOf(relation.input, named, outer);
      for (const condition of relation.where) checkExpression(condition, scope, named, outer);
      return scope;
    }
    default:
      throw fault(`Rows of the kind ${relation.kind} need an alias`);
  }
}

function checkExpression(expression: Expression, scope: Scope, named: Named, outer: Scope): void {
  const check = (node: Node): void => {
    switch (node.kind) {
      case 'column':
        return checkColumn(node, scope, outer);
      case 'table-alias':
        if (!scope.has(node.name) && !outer.has(node.name)) throw fault(`${node.name} is no relation here`);
        return;
      case 'null-like': {
        const schema = named.get(node.of);
        if (schema !== 'any' && !schema?.includes(node.column))
          throw fault(`${node.of} has no column ${node.column}`);
        return;
      }
      case 'exists':
      case 'scalar':
        return void schemaOf(node.rows, named, new Map([...outer, ...scope]));
      case 'among':
        check(node.value);
        return void schemaOf(node.rows, named, new Map([...outer, ...scope]));
      default:
        for (const child of childrenOf(node)) check(child);
    }
  };
  check(expression);
}

function checkColumn(
  { of, name }: Extract<Expression, { kind: 'column' }>,
  scope: Scope,
  outer: Scope,
): void {
  const reached = of === undefined ? [...scope.values()] : [scope.get(of) ?? outer.get(of) ?? []];
  if (!reached.some((schema) => schema === 'any' || schema.includes(name)))
    throw fault(`${of === undefined ? '' : `${of}.`}${name} is no column here`);
}

function fault(message: string): Error {
  return new Error(`A relation is broken: ${message}`);
}
