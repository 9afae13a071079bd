import { cubeOf } from '../members/member-ref.ts';
import type { Cube, Model } from '../model/definitions/model.ts';
import { instanceFor } from '../model/definitions/resolve-reference.ts';
import { QueryError, type Budget } from '../query/query.ts';
import type { PrintedSql } from '../sql/sql-text.ts';
import { shortestPath } from './join-path.ts';

/** A join by which a query comes to a cube that it has joined by another way already. */
export class SecondWay extends Error {
  override readonly name = 'SecondWay';
  readonly from: string;
  readonly to: string;

  constructor(from: string, to: string) {
    super(`The query comes to ${to} by way of ${from} as well as by another way`);
    this.from = from;
    this.to = to;
  }
}

/** A query that joins more cubes by several ways than anybody would write. */
const MAX_INSTANCES = 100;

/**
 * Does work on a model in which each cube stands once for each way by which the query comes to it: where the work finds
 * a second way to a cube, it begins anew on a model in which that way leads to another instance of the cube.
 *
 * @throws QueryError `too_complex` where the ways are too many
 */
export function withInstances<Result>(
  base: Model,
  budget: Budget | undefined,
  work: (model: Model) => Result,
): Result {
  let model = base;
  for (let count = 0; count <= MAX_INSTANCES; count += 1) {
    try {
      return work(model);
    } catch (error) {
      if (!(error instanceof SecondWay)) throw inAuthorsNames(error, model);
      model = withInstance(model, error, budget);
    }
  }
  throw new QueryError(
    'too_complex',
    `The query comes to cubes by more than ${MAX_INSTANCES} ways that differ; ask for less at once`,
  );
}

/** A statement that names in its source map the cubes of the author. */
export function withAuthorsNames<Statement extends PrintedSql>(
  statement: Statement,
  model: Model,
): Statement {
  const names = (name: string): string => {
    const [cube = '', ...rest] = name.split('.');
    return [model.cubes[cube]?.instanceOf ?? cube, ...rest].join('.');
  };
  return {
    ...statement,
    provenance: statement.provenance.map(([from, to, name]) => [from, to, names(name)] as const),
  };
}

/** An error that names no instance. */
function inAuthorsNames(error: unknown, { cubes }: Model): unknown {
  if (!(error instanceof QueryError)) return error;
  const instances = Object.values(cubes).filter(({ instanceOf }) => instanceOf !== undefined);
  if (instances.length === 0) return error;
  const told = (text: string) =>
    // The longest first: an instance that is reached by another has its name within its own.
    instances
      .toSorted((a, b) => b.name.length - a.name.length)
      .reduce((said, { name, instanceOf = '' }) => said.replaceAll(name, instanceOf), text);
  const { code, member, path } = error;
  return new QueryError(code, told(error.message), member && told(member), path);
}

/**
 * A model in which the join from one cube to another leads to an instance of its own: the same cube under a name that
 * no author can write. What comes to the cube by that join, also from further away, comes to the instance.
 */
function withInstance(model: Model, { from, to }: SecondWay, budget: Budget | undefined): Model {
  const target = cubeOf(model, to);
  const name = target.instanceOf ?? to;
  const instance = `${name}@${from}`;
  const cubes: Record<string, Cube> = {
    ...model.cubes,
    [instance]: { ...target, name: instance, instanceOf: name },
  };
  for (const comer of comersTo(model, from, budget)) {
    const cube = cubeOf(model, comer);
    const isFrom = comer === from;
    // It means the cube that the join leads to, and comes to it by the join.
    const isOfThisWay = () =>
      instanceFor(cube, name) === to && shortestPath(model, comer, to, budget)?.at(-2) === from;
    if (!isFrom && (comer === to || !isOfThisWay())) continue;
    const joins = isFrom
      ? cube.joins.map((join) => (join.target === to ? { ...join, target: instance } : join))
      : cube.joins;
    cubes[comer] = { ...cube, joins, instances: { ...cube.instances, [name]: instance } };
  }
  return { ...model, cubes };
}

/** The cubes that some joins lead from to a cube, the cube itself among them. */
function comersTo({ cubes }: Model, to: string, budget: Budget | undefined): Set<string> {
  const joins = Object.values(cubes).flatMap(({ name, joins: own }) =>
    own.map(({ target }) => ({ from: name, target })),
  );
  budget?.take(joins.length / 10);
  const comers = Map.groupBy(joins, ({ target }) => target);
  const found = new Set([to]);
  // What is added while the walk is on is walked as well.
  for (const cube of found) for (const { from } of comers.get(cube) ?? []) found.add(from);
  return found;
}
