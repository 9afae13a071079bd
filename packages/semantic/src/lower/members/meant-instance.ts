import type { Rows } from '../../ir/plan.ts';
import type { JoinEdge } from '../../ir/join-tree.ts';
import { shortestPath } from '../../join/join-path.ts';
import type { Cube, Model } from '../../model/definitions/model.ts';
import { instanceFor } from '../../model/definitions/resolve-reference.ts';
import { QueryError, type MemberFilter } from '../../query/query.ts';

/**
 * The cube on which the SQL of another asks for conditions, among the instances that a query has of it: the cube
 * itself; the one on the way to it; the one that its joins lead to, as a reference in the same SQL would. Undefined
 * where the query comes to that by other joins: its conditions speak of other rows. A cube that no joins connect means
 * whichever instance has conditions.
 *
 * @param conditionsOn of an instance
 * @throws QueryError `ambiguous_filter` where those on the instances differ and nothing tells which are meant
 */
export function meantInstance(
  model: Model,
  rows: Rows,
  { cube, name, member }: { cube: Cube; name: string; member: string },
  conditionsOn: (instance: string) => readonly MemberFilter[],
): string | undefined {
  const isOfName = (of: string) => of === name || model.cubes[of]?.instanceOf === name;
  const joins = joinsOf(rows);
  const above = wayTo(joins, cube.name).find(isOfName);
  if (above !== undefined) return above;
  const way = shortestPath(model, cube.name, instanceFor(cube, name));
  if (way) return isJoined(joins, way) ? way.at(-1) : undefined;
  const asked = new Map(
    Object.keys(model.cubes).flatMap((instance) => {
      const conditions = isOfName(instance) ? conditionsOn(instance) : [];
      return conditions.length === 0 ? [] : [[printed(conditions), instance] as const];
    }),
  );
  if (asked.size > 1) throw severalConditions(cube.instanceOf ?? cube.name, `${name}.${member}`);
  return [...asked.values()][0];
}

type Step = Pick<JoinEdge, 'from' | 'to'>;

/** Also those to the partners of semi-joins, and from partners to the rows that they are asked for. */
function joinsOf({ tree, above = [], semiJoins }: Rows): Step[] {
  const asked = semiJoins.flatMap(({ cube, tree: own }) => [{ from: cube, to: own.root }, ...own.edges]);
  return [...above, ...tree.edges, ...asked];
}

/** A cube and those that it is joined behind, from the cube to the root. */
function wayTo(joins: readonly Step[], cube: string): string[] {
  const before = new Map(joins.map(({ from, to }) => [to, from]));
  const way: string[] = [];
  for (let at: string | undefined = cube; at !== undefined; at = before.get(at)) way.push(at);
  return way;
}

/** Whether each step of a way is one of the joins, which may lead there from either side. */
function isJoined(joins: readonly Step[], way: readonly string[]): boolean {
  return way
    .slice(1)
    .every((to, index) =>
      joins.some(
        (join) => [join.from, join.to].includes(to) && [join.from, join.to].includes(way[index] ?? ''),
      ),
    );
}

function printed(conditions: readonly MemberFilter[]): string {
  return JSON.stringify(conditions.map(({ operator, values }) => [operator, values]));
}

function severalConditions(cube: string, member: string): QueryError {
  return new QueryError(
    'ambiguous_filter',
    `The SQL of ${cube} asks for the conditions on ${member}, and the query has different ones by several ways to its cube, on none of which ${cube} lies; ask for one of them, or declare a join from ${cube} that says which is meant`,
  );
}
