import { as } from '../algebra/build.ts';
import type { Expression, Relation as Rows } from '../algebra/algebra.ts';
import { isMaskedWhereComputed } from '../access/masks.ts';
import type { BaseMeasure } from '../ir/columns.ts';
import type { MergeJoin, Relation } from '../ir/plan.ts';
import { columnAlias } from './column-names.ts';
import { lowerAggregation } from './lower-aggregation.ts';
import { lowerStage } from './lower-stage.ts';
import { lowerWindow } from './lower-window.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import { maskValue } from './members/mask-value.ts';
import type { MeasureMode, MemberExpressions } from './members/member-expressions.ts';
import { baseMeasuresIn, groupsOf } from './merge-join-parts.ts';

/**
 * Relations side by side, each under a name of its own: a row for each group that any of them has, null equal to null.
 * Those that have fewer groups are repeated, and those of a wider stage have no groups of their own.
 */
export function lowerMergeJoin(settings: LowerSettings, { relations, scope }: MergeJoin): Rows {
  const [first, ...more] = relations;
  if (!first) throw new Error('A merge join has at least one relation');
  if (more.length === 0) return lowerRelation(settings, first);
  return {
    kind: 'merge',
    on: scope.groups.map(columnAlias),
    inputs: relations.map((relation, index) => ({
      name: `__part_${index}`,
      rows: lowerRelation(settings, relation),
      groups: groupsOf(relation).map(columnAlias),
      isComplete:
        groupsOf(relation).length === scope.groups.length && !(relation.kind === 'stage' && relation.isWider),
      measures: baseMeasuresIn(relation).map(({ key }) => key),
    })),
  };
}

/** A relation by itself: its groups and its base measures, each under its own name. */
function lowerRelation(settings: LowerSettings, relation: Relation): Rows {
  switch (relation.kind) {
    case 'plain':
    case 'deduplicated':
      return lowerAggregation(settings, relation, (members, mode) => ({
        measures: relation.baseMeasures.map((baseMeasure) =>
          as(baseMeasureValue(settings, baseMeasure, members, mode), baseMeasure.key),
        ),
        having: [],
      }));
    case 'window':
      return lowerWindow(settings, relation);
    case 'stage':
      return lowerStage(settings, relation, lowerMergeJoin(settings, relation.inner));
    default:
      return relation satisfies never;
  }
}

/** A base measure as other parts of the query may see it. */
function baseMeasureValue(
  { masks }: LowerSettings,
  { cube, measure }: BaseMeasure,
  members: MemberExpressions,
  mode: MeasureMode,
): Expression {
  const mask = masks.referred(cube, measure);
  return mask && isMaskedWhereComputed(measure, mask)
    ? maskValue(mask.mask, measure, (template) => members.template(cube, template, mode))
    : members.measure(cube, measure, mode);
}
