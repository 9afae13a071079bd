import type { Relation } from '../algebra/algebra.ts';
import { named } from '../algebra/build.ts';
import { createIdentities } from '../algebra/identity.ts';
import { countOfKind, mapInputs } from '../algebra/map-inputs.ts';
import { childrenOf, type Node } from '../algebra/walk.ts';

/** What stands in several places and aggregates is computed once, under a name in front of the statement. */
export function shareRelations(relation: Relation): Relation {
  if (countOfKind(relation, 'aggregate') < 2) return relation;
  const identities = createIdentities();
  const uses = countUses(relation, identities.of);
  const isShared = (node: Relation) =>
    (uses.get(identities.of(node)) ?? 0) > 1 && countOfKind(node, 'aggregate') > 0 && isClosed(node);
  const shared = new Map<number, { readonly name: string; readonly rows: Relation }>();
  const share = (node: Relation): Relation => {
    if (!isShared(node)) return within(node);
    const number = identities.of(node);
    const known = shared.get(number);
    if (known) return named(known.name);
    const rows = within(node);
    // What it reads itself has been named before.
    const name = `__shared_${shared.size}`;
    shared.set(number, { name, rows });
    return named(name);
  };
  const within = (node: Relation): Relation => {
    if (node.kind !== 'alias') return mapInputs(node, node.kind === 'merge' ? share : within);
    const input = share(node.input);
    return input.kind === 'named' ? named(input.name, node.alias) : { ...node, input };
  };
  const body = within(relation);
  return shared.size === 0 ? relation : { kind: 'with', parts: [...shared.values()], body };
}

/**
 * How often each relation stands where a name could stand for it, by its number; what is inside one that stands there
 * again counts once.
 */
function countUses(
  relation: Relation,
  numberOf: (relation: Relation) => number,
): ReadonlyMap<number, number> {
  const uses = new Map<number, number>();
  const count = (node: Relation): Relation => {
    const number = numberOf(node);
    const known = uses.get(number) ?? 0;
    uses.set(number, known + 1);
    return known === 0 ? within(node) : node;
  };
  const within = (node: Relation): Relation =>
    mapInputs(node, node.kind === 'alias' || node.kind === 'merge' ? count : within);
  within(relation);
  return uses;
}

/** Whether it reads no name that is given outside it. */
function isClosed(relation: Relation): boolean {
  const isFree = (node: Node, known: ReadonlySet<string>): boolean => {
    if (node.kind === 'named') return !known.has(node.name);
    const names = node.kind === 'with' ? node.parts.map(({ name }) => name) : [];
    const inside = new Set([...known, ...names]);
    return childrenOf(node).some((child) => isFree(child, inside));
  };
  return !isFree(relation, new Set());
}
