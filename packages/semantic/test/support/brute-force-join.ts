import { holderOf, type RandomCubes, type RandomEdge, type RandomRow } from './random-cubes.ts';

/** A query over {@link RandomCubes}: measures and labels by the position of their cube. */
export interface RandomQuery {
  readonly measures: readonly { readonly cube: number; readonly name: string }[];
  /** The cubes to group by the labels of. */
  readonly labels: readonly number[];
  /** A row has to meet all of them, each by any of its alternatives. */
  readonly filters: readonly (readonly LabelFilter[])[];
  /** Keeps the groups in which the measure, which need not be shown, is above zero. */
  readonly having: { readonly cube: number; readonly name: string } | null;
}

export interface LabelFilter {
  readonly cube: number;
  readonly operator: 'equals' | 'notEquals' | 'set' | 'notSet';
  readonly label: string | null;
}

/** For each cube, by position, the index of its row; undefined where the join found none, or the cube is not joined. */
type JoinedRow = readonly (number | undefined)[];

/**
 * Answers a query the long way: joins all rows, drops those that the filter does not let through, and for each group
 * and measure takes every row of the measure's cube once.
 *
 * @returns rows as lists, labels first, then measures; undefined where no cube reaches all the others
 */
export function answerByHand(data: RandomCubes, query: RandomQuery): unknown[][] | undefined {
  const { measures, labels, filters, having } = query;
  const filtered = [...filters.flat().map(({ cube }) => cube), ...(having ? [having.cube] : [])];
  const asked = [...measures.map(({ cube }) => cube), ...labels, ...filtered];
  const joined = joinAll(data, asked);
  if (!joined) return undefined;
  const labelOf = (row: JoinedRow, cube: number) => data.cubes[cube]?.rows[row[cube] ?? -1]?.label ?? null;
  const kept = joined.filter((row) =>
    filters.every((anyOf) => anyOf.some((filter) => meets(labelOf(row, filter.cube), filter))),
  );
  const groups = new Map<string, { key: unknown[]; rows: JoinedRow[] }>();
  if (labels.length === 0) groups.set('[]', { key: [], rows: [] });
  for (const row of kept) {
    const key = labels.map((cube) => labelOf(row, cube));
    const group = groups.get(JSON.stringify(key)) ?? { key, rows: [] };
    group.rows.push(row);
    groups.set(JSON.stringify(key), group);
  }
  const valueOf = (rows: readonly JoinedRow[], { cube, name }: { cube: number; name: string }) => {
    const indexes = new Set(rows.flatMap((row) => row[cube] ?? []));
    return aggregate(
      name,
      [...indexes].flatMap((index) => data.cubes[cube]?.rows[index] ?? []),
    );
  };
  return [...groups.values()]
    .filter(({ rows }) => !having || (valueOf(rows, having) ?? 0) > 0)
    .map(({ key, rows }) => [...key, ...measures.map((measure) => valueOf(rows, measure))]);
}

function meets(value: string | null, { operator, label }: LabelFilter): boolean {
  switch (operator) {
    case 'equals':
      return value === label;
    case 'notEquals':
      return value !== label;
    case 'set':
      return value !== null;
    case 'notSet':
      return value === null;
    default:
      return operator satisfies never;
  }
}

/** Of the cubes that are asked for, the first that reaches all others along declared joins is the root. */
function joinAll(data: RandomCubes, asked: readonly number[]): JoinedRow[] | undefined {
  for (const root of asked) {
    const edges = asked.map((cube) => wayTo(data, root, cube));
    if (edges.some((way) => way === undefined)) continue;
    const steps = new Set(edges.flatMap((way) => way ?? []).map((step) => JSON.stringify(step)));
    let joined: JoinedRow[] = (data.cubes[root]?.rows ?? []).map((_, index) => {
      const row: (number | undefined)[] = [];
      row[root] = index;
      return row;
    });
    for (const step of steps) {
      const { edge, from, to } = JSON.parse(step) as Step;
      joined = joined.flatMap((row) => joinOne(data, row, { edge, from, to }));
    }
    return joined;
  }
  return undefined;
}

/** One join on the way from the root: over which edge, from which cube to which. */
interface Step {
  readonly edge: number;
  readonly from: number;
  readonly to: number;
}

/** In a tree there is one way at most, and each of its joins must be declared by the side it starts from. */
function wayTo(data: RandomCubes, from: number, to: number, cameBy?: number): Step[] | undefined {
  if (from === to) return [];
  for (const [edge, { from: a, to: b, declaredBy }] of data.edges.entries()) {
    if (edge === cameBy || (a !== from && b !== from)) continue;
    const next = a === from ? b : a;
    const isDeclared = declaredBy === 'both' || (declaredBy === 'from' ? a === from : b === from);
    const rest = isDeclared ? wayTo(data, next, to, edge) : undefined;
    if (rest) return [{ edge, from, to: next }, ...rest];
  }
  return undefined;
}

function joinOne(data: RandomCubes, row: JoinedRow, { edge, from, to }: Step): JoinedRow[] {
  const left = row[from];
  const partners = (data.cubes[to]?.rows ?? []).flatMap((_, index) =>
    left !== undefined && isPartner(data, edge, { [from]: left, [to]: index }) ? [index] : [],
  );
  const found = partners.length === 0 ? [undefined] : partners;
  return found.map((index) => {
    const joined = [...row];
    joined[to] = index;
    return joined;
  });
}

function isPartner(data: RandomCubes, at: number, rows: Record<number, number>): boolean {
  // The edge is one of the data's own.
  const edge = data.edges[at] as RandomEdge;
  const holder = holderOf(edge);
  const target = holder === edge.from ? edge.to : edge.from;
  const reference = data.cubes[holder]?.rows[rows[holder] ?? -1]?.references[at];
  return reference !== null && reference === rows[target];
}

function aggregate(name: string, rows: readonly RandomRow[]): number | null {
  const values = rows.flatMap(({ value }) => value ?? []);
  const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);
  const orNull = (list: readonly number[], of: (list: readonly number[]) => number) =>
    list.length === 0 ? null : of(list);
  const labelled = rows.filter(({ label }) => label === 'x').flatMap(({ value }) => value ?? []);
  const answers: Record<string, number | null> = {
    count: rows.length,
    present: values.length,
    total: orNull(values, sum),
    mean: orNull(values, (list) => sum(list) / list.length),
    low: orNull(values, (list) => Math.min(...list)),
    high: orNull(values, (list) => Math.max(...list)),
    distinct: new Set(values).size,
    total_x: orNull(labelled, sum),
  };
  return answers[name] ?? null;
}
