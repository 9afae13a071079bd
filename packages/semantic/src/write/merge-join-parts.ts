import type { MergeJoin, Relation, Rows } from '../ir/plan.ts';
import type { BaseMeasure } from '../ir/columns.ts';
import type { Fragment } from '../sql/fragment.ts';
import type { WriteSettings } from './write-settings.ts';

/** The base measures of a merge join as columns of it. */
export function baseMeasureColumns(settings: WriteSettings, { relations }: MergeJoin): Map<string, Fragment> {
  return new Map(
    relations.flatMap((relation) =>
      baseMeasuresIn(relation).map((baseMeasure): [string, Fragment] => [
        baseMeasure.key,
        [settings.dialect.quoteIdentifier(baseMeasure.key)],
      ]),
    ),
  );
}

/** The measures that a relation computes. */
export function baseMeasuresIn(relation: Relation): readonly BaseMeasure[] {
  return 'baseMeasures' in relation ? relation.baseMeasures : [relation.baseMeasure];
}

/** Some rows of a merge join, for rendering what does not depend on which. */
export function firstRows({ relations }: MergeJoin): Rows {
  for (const relation of relations) if (relation.kind !== 'stage') return relation.rows;
  const [first] = relations;
  if (first?.kind !== 'stage') throw new Error('A merge join has at least one relation');
  return firstRows(first.inner);
}
