import { orderColumns, type Edge, type Flow } from './column-order.ts';

/** A place with where it is drawn, in pixels. */
export interface PlacedNode {
  readonly key: string;
  readonly name: string;
  readonly value: number;
  /** From 0, left to right. */
  readonly column: number;
  readonly x: number;
  y: number;
  readonly height: number;
}

/** A band with where the middles of its ends are. */
export interface PlacedLink<F extends Flow> {
  readonly flow: F;
  readonly source: PlacedNode;
  readonly target: PlacedNode;
  readonly thickness: number;
  sourceY: number;
  targetY: number;
}

/** A flow that is laid out. */
interface SankeyLayout<F extends Flow> {
  readonly nodes: readonly PlacedNode[];
  readonly links: readonly PlacedLink<F>[];
  readonly columns: number;
}

/** Pixels of a place from left to right. */
export const NODE_WIDTH = 12;
const GAP = 10;
/** Rounds in which places move towards what flows through them. */
const ROUNDS = 12;

/** Lays flows out in a rectangle: places in columns from left to right, as high as what flows through them. */
export function layOutSankey<F extends Flow>(
  flows: readonly F[],
  { width, height }: { width: number; height: number },
): SankeyLayout<F> {
  const { edges, columns } = orderColumns(flows);
  const stacks = placeNodes(edges, columns, { width, height });
  const nodes = new Map(stacks.flat().map((node) => [node.key, node]));
  const scale = Math.min(...stacks.flat().map((node) => node.height / node.value));
  const links = edges.flatMap(({ from, to, flow }): PlacedLink<F>[] => {
    const [source, target] = [nodes.get(from), nodes.get(to)];
    const ends = { thickness: Math.max(0.5, flow.value * scale), sourceY: 0, targetY: 0 };
    return source && target ? [{ flow, source, target, ...ends }] : [];
  });
  const entering = Map.groupBy(links, ({ target }) => target);
  const leaving = Map.groupBy(links, ({ source }) => source);
  for (let round = 0; round < ROUNDS; round += 1) {
    // To and fro, ever less far.
    const isForwards = round % 2 === 0;
    for (const stack of isForwards ? stacks : stacks.toReversed()) {
      for (const node of stack) {
        const ends = isForwards
          ? entering.get(node)?.map(({ source, flow }) => ({ other: source, weight: flow.value }))
          : leaving.get(node)?.map(({ target, flow }) => ({ other: target, weight: flow.value }));
        if (ends) pull(node, ends, 0.9 ** round);
      }
      separate(stack, height);
    }
  }
  stackLinks(links);
  return { nodes: [...nodes.values()], links, columns: stacks.length };
}

/** The places of each column, one below the other, the largest first. */
function placeNodes(
  edges: readonly Edge<Flow>[],
  columns: ReadonlyMap<string, number>,
  { width, height }: { width: number; height: number },
): PlacedNode[][] {
  const sums = new Map<string, { name: string; out: number; in: number }>();
  const add = (key: string, name: string, end: 'out' | 'in', value: number) => {
    const sum = sums.get(key) ?? { name, out: 0, in: 0 };
    sums.set(key, { ...sum, [end]: sum[end] + value });
  };
  for (const { from, to, flow } of edges) {
    add(from, flow.source, 'out', flow.value);
    add(to, flow.target, 'in', flow.value);
  }
  const places = [...sums].map(([key, sum]) => ({ key, name: sum.name, value: Math.max(sum.out, sum.in) }));
  const count = Math.max(0, ...columns.values()) + 1;
  const byColumn = Array.from({ length: count }, (_each, column) =>
    places.filter(({ key }) => columns.get(key) === column).toSorted((a, b) => b.value - a.value),
  );
  const gap = gapOf(Math.max(1, ...byColumn.map(({ length }) => length)), height);
  const scales = byColumn
    .filter(({ length }) => length > 0)
    .map(
      (column) => (height - gap * (column.length - 1)) / column.reduce((sum, { value }) => sum + value, 0),
    );
  const scale = Math.min(...scales);
  const step = count > 1 ? (width - NODE_WIDTH) / (count - 1) : 0;
  return byColumn.map((column, index) => {
    let y = 0;
    return column.map((place) => {
      const node = { ...place, column: index, x: index * step, y, height: place.value * scale };
      y += node.height + gap;
      return node;
    });
  });
}

/** Between places; many leave less room for it. */
const gapOf = (count: number, height: number) => Math.min(GAP, (height * 0.4) / count);

/** Moves a place towards the middle of what flows in from the left, or out to the right. */
function pull(
  node: PlacedNode,
  ends: readonly { readonly other: PlacedNode; readonly weight: number }[],
  share: number,
): void {
  const total = ends.reduce((sum, { weight }) => sum + weight, 0);
  const middle =
    ends.reduce((sum, { other, weight }) => sum + (other.y + other.height / 2) * weight, 0) / total;
  node.y += (middle - node.height / 2 - node.y) * share;
}

/** Moves the places of a column apart, within its height. */
function separate(stack: PlacedNode[], height: number): void {
  const gap = gapOf(Math.max(1, stack.length), height);
  stack.sort((a, b) => a.y - b.y);
  let least = 0;
  for (const node of stack) {
    node.y = Math.max(node.y, least);
    least = node.y + node.height + gap;
  }
  let most = height;
  for (const node of stack.toReversed()) {
    node.y = Math.max(0, Math.min(node.y, most - node.height));
    most = node.y - gap;
  }
}

/** Lays the ends of bands one below the other, in the order of what they lead to. */
function stackLinks(links: readonly PlacedLink<Flow>[]): void {
  const stackAt = (end: 'source' | 'target', other: 'source' | 'target') => {
    const filled = new Map<PlacedNode, number>();
    for (const link of links.toSorted((a, b) => a[other].y - b[other].y)) {
      const at = filled.get(link[end]) ?? 0;
      link[`${end}Y`] = link[end].y + at + link.thickness / 2;
      filled.set(link[end], at + link.thickness);
    }
  };
  stackAt('source', 'target');
  stackAt('target', 'source');
}
