import type { MergeJoin, Relation, Rows } from '../ir/plan.ts';
import type { BaseMeasure, GroupColumn } from '../ir/columns.ts';
import { bucketSeconds } from '../plan/bucket-length.ts';
import type { Fragment } from '../sql/fragment.ts';
import { columnAlias } from './write-parts.ts';
import type { WriteSettings } from './render/write-settings.ts';

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

/**
 * The dimensions that a merge join is grouped by as columns of it; a time that it has by granularities alone by the
 * finest of them.
 */
export function groupColumns({ dialect }: WriteSettings, { scope }: MergeJoin): Map<string, Fragment> {
  const lengthOf = (column: GroupColumn) =>
    column.kind === 'timeDimension' ? bucketSeconds(column.ref.member, column.granularity) : 0;
  const finestLast = scope.groups.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  return new Map(
    finestLast.map((column): [string, Fragment] => [
      `${column.ref.cube}.${column.ref.member.name}`,
      [dialect.quoteIdentifier(columnAlias(column))],
    ]),
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
