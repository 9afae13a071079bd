import type { Model } from '../model/definitions/model.ts';
import { cubeOf } from '../members/member-ref.ts';
import type { JoinTree } from '../ir/join-tree.ts';
import { usesOfTemplate } from './member-cubes.ts';

/**
 * A tree without the joins that lead to none of the cubes. As every join is a LEFT JOIN, one to an unused cube
 * takes no row away; it only repeats them.
 */
export function pruneJoins(model: Model, tree: JoinTree, cubes: Iterable<string>): JoinTree {
  const kept = new Set([tree.root, ...cubes]);
  for (let before = 0; before < kept.size;) {
    before = kept.size;
    for (const { from, to, join } of tree.edges) {
      if (!kept.has(to)) continue;
      kept.add(from);
      for (const { path } of usesOfTemplate(model, join.sql, cubeOf(model, from), [from]))
        kept.add(path.at(-1) ?? '');
    }
  }
  const edges = tree.edges.filter(({ to }) => kept.has(to));
  return edges.length === tree.edges.length ? tree : { root: tree.root, edges };
}
