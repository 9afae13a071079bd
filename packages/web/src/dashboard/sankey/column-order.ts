/** How much flows from one place to another. */
export interface Flow {
  readonly source: string;
  readonly target: string;
  /** Above zero. */
  readonly value: number;
}

/** A flow between two places, by their keys. */
export interface Edge<F extends Flow> {
  readonly from: string;
  readonly to: string;
  readonly flow: F;
}

/** Flows between places, and the column of each place. */
interface ColumnOrder<F extends Flow> {
  readonly edges: readonly Edge<F>[];
  readonly columns: ReadonlyMap<string, number>;
}

/**
 * Gives every place a column right of all that flows into it; what nothing flows out of stands in the last one. Where
 * something flows back there is no such order: then a place stands twice, on the left for what flows out and on the
 * right for what flows in.
 */
export function orderColumns<F extends Flow>(flows: readonly F[]): ColumnOrder<F> {
  const edges = flows.map((flow) => ({ from: flow.source, to: flow.target, flow }));
  const columns = columnsOf(edges);
  if (columns) return { edges, columns };
  const apart = flows.map((flow) => ({ from: `out ${flow.source}`, to: `in ${flow.target}`, flow }));
  return { edges: apart, columns: columnsOf(apart) ?? new Map() };
}

/** Undefined where something flows back. */
function columnsOf(edges: readonly Edge<Flow>[]): Map<string, number> | undefined {
  const keys = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const entering = new Map([...keys].map((key) => [key, 0]));
  for (const { to } of edges) entering.set(to, (entering.get(to) ?? 0) + 1);
  const columns = new Map<string, number>();
  const ready = [...keys].filter((key) => entering.get(key) === 0);
  for (const key of ready) columns.set(key, 0);
  // Grows while it is read: a place is ready once all that flows into it has a column.
  for (const key of ready)
    for (const { to } of leaving.get(key) ?? []) {
      columns.set(to, Math.max(columns.get(to) ?? 0, (columns.get(key) ?? 0) + 1));
      const left = (entering.get(to) ?? 0) - 1;
      entering.set(to, left);
      if (left === 0) ready.push(to);
    }
  if (ready.length < keys.size) return undefined;
  const last = Math.max(0, ...columns.values());
  for (const key of keys) if (!leaving.has(key)) columns.set(key, last);
  return columns;
}
