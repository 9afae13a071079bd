import { column } from '../algebra/build.ts';
import type { Expression } from '../algebra/algebra.ts';
import type { BaseMeasure, GroupColumn } from '../ir/columns.ts';
import type { MergeJoin, Relation, Rows } from '../ir/plan.ts';
import { bucketSeconds } from '../plan/bucket-length.ts';
import { columnAlias } from './column-names.ts';

/** The base measures of a merge join as columns of it. */
export function baseMeasureColumns({ relations }: MergeJoin): Map<string, Expression> {
  return new Map(
    relations.flatMap((relation) =>
      baseMeasuresIn(relation).map(({ key }): [string, Expression] => [key, column(key)]),
    ),
  );
}

/**
 * The dimensions that a merge join is grouped by as columns of it; a time that it has by granularities alone by the
 * finest of them.
 */
export function groupColumns({ scope }: MergeJoin): Map<string, Expression> {
  const lengthOf = (group: GroupColumn) =>
    group.kind === 'timeDimension' ? bucketSeconds(group.ref.member, group.granularity) : 0;
  const finestLast = scope.groups.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  return new Map(
    finestLast.map((group): [string, Expression] => [
      `${group.ref.cube}.${group.ref.member.name}`,
      column(columnAlias(group)),
    ]),
  );
}

/** The measures that a relation computes. */
export function baseMeasuresIn(relation: Relation): readonly BaseMeasure[] {
  return 'baseMeasures' in relation ? relation.baseMeasures : [relation.baseMeasure];
}

/** The groups that a relation has. */
export function groupsOf(relation: Relation): readonly GroupColumn[] {
  return relation.kind === 'stage' ? relation.groups : relation.rows.scope.groups;
}

/** Some rows of a merge join, for what does not depend on which. */
export function firstRows({ relations }: MergeJoin): Rows {
  for (const relation of relations) if (relation.kind !== 'stage') return relation.rows;
  const [first] = relations;
  if (first?.kind !== 'stage') throw new Error('A merge join has at least one relation');
  return firstRows(first.inner);
}
