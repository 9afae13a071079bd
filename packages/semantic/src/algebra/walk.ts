import type { Expression, RawPart, Relation } from './algebra.ts';

/** What trees of the algebra are made of. */
export type Node = Expression | Relation | Exclude<RawPart, string>;

/** The nodes directly in another, in the order of its fields. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap(nodesIn);
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (typeof value !== 'object' || value === null) return [];
  return isNode(value) ? [value] : Object.values(value).flatMap(nodesIn);
}

/** Nothing else in a tree has a kind. */
function isNode(value: object): value is Node {
  return 'kind' in value;
}
