import type { Combination, Leaf, Relation, Rows } from '../ir/plan.ts';
import type { Fragment } from '../sql/fragment.ts';
import type { WriteSettings } from './write-settings.ts';

/** The leaves of a combination as columns of it. */
export function leafColumns(settings: WriteSettings, { relations }: Combination): Map<string, Fragment> {
  return new Map(
    relations.flatMap((relation) =>
      leavesIn(relation).map((leaf): [string, Fragment] => [
        leaf.key,
        [settings.dialect.quoteIdentifier(leaf.key)],
      ]),
    ),
  );
}

/** The measures that a relation computes. */
export function leavesIn(relation: Relation): readonly Leaf[] {
  return 'leaves' in relation ? relation.leaves : [relation.leaf];
}

/** Some rows of a combination, for rendering what does not depend on which. */
export function firstRows({ relations }: Combination): Rows {
  for (const relation of relations) if (relation.kind !== 'stage') return relation.rows;
  const [first] = relations;
  if (first?.kind !== 'stage') throw new Error('A combination has at least one relation');
  return firstRows(first.inner);
}
