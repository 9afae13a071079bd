import { governedMembers, involvesStage } from '../access/used-members.ts';
import { aliased, as, column, literal, project } from '../algebra/build.ts';
import type { Expression } from '../algebra/algebra.ts';
import type { GroupColumn } from '../ir/columns.ts';
import type { RowsPlanner } from '../ir/planner.ts';
import type { Scope } from '../ir/scope.ts';
import { usesOfTemplate } from '../join/member-cubes.ts';
import { filterRefs } from '../members/filter-refs.ts';
import { cubeOf, type MemberRef } from '../members/member-ref.ts';
import type { Dimension, Label, Measure, Model, RowValue } from '../model/definitions/model.ts';
import { resolveReference } from '../model/definitions/resolve-reference.ts';
import { dimensionTemplates } from '../model/definitions/sql-templates-of.ts';
import { dimensionUse, toColumn } from '../plan/dimension-use.ts';
import { planMergeJoin } from '../plan/plan-relations.ts';
import { filteredScope } from '../plan/plan-stage.ts';
import { QueryError, type NormalizedFilter } from '../query/query.ts';
import { columnAlias, keyName, LAZY_VALUE } from './column-names.ts';
import { asFormula } from './lower-sub-query.ts';
import { lowerMergeJoin } from './lower-merge-join.ts';
import { lowerRows } from './lower-rows.ts';
import type { LoweredStageDimension, LowerSettings } from './members/lower-settings.ts';
import { baseMeasureColumns, firstRows, groupColumns } from './merge-join-parts.ts';

type SqlTemplate = NonNullable<Measure['sql']>;

/**
 * A multi-stage dimension: what it makes of measures, for each group that the query has beside such dimensions, and for
 * each value of what it groups by besides. It sees the rows that the query sees, but for conditions on such dimensions.
 */
export function lowerStageDimension(
  outer: LowerSettings,
  planner: RowsPlanner,
  { cube, dimension, scope }: { cube: string; dimension: Dimension; scope: Scope },
): LoweredStageDimension {
  const name = `${cube}.${dimension.name}`;
  const settings: LowerSettings = {
    ...outer,
    isSubQuery: true,
    stages: [...(outer.stages ?? []), name],
    stage: (...[cube, dimension, scope]) =>
      lowerStageDimension(settings, planner, { cube, dimension, scope }),
  };
  const { model } = settings;
  if (outer.stages?.includes(name))
    throw new QueryError('stage_not_aggregated', `${name} is computed from rows that are chosen by it`, name);
  const { value } = dimension;
  if (value.kind !== 'stage') throw new Error(`${name} has no stage`);
  const use = { cube, path: [cube], measure: asFormula(dimension, measuresOf(model, cube, dimension)) };
  const groups = groupsOf(model, value.include, use, scope);
  refuseOtherDimensions(model, { cube, dimension, groups });
  const own: RowsPlanner = {
    ...planner,
    baseScope: withoutStages(planner, planner.baseScope),
    // Who may see the dimension sees what it is computed from, of the rows that are theirs.
    governed: [...planner.governed, ...governedMembers(model, [], [{ ...use, member: use.measure }])],
  };
  const visible = filteredScope(own, value.filter, use, withoutStages(own, scope));
  refuseOwnFilters(own, name, visible);
  const inner = { ...visible, groups };
  const mergeJoin = planMergeJoin(own, inner, [use]);
  const { members } = lowerRows(settings, firstRows(mergeJoin));
  const columns = new Map([...groupColumns(mergeJoin), ...baseMeasureColumns(mergeJoin)]);
  const express = (sql: SqlTemplate) =>
    members.template(cube, sql, { fannedOut: new Set(), ungrouped: false, columns });
  const keys = groups.map((group, index) => as(column(columnAlias(group)), keyName(index)));
  const rows = project(aliased(lowerMergeJoin(settings, mergeJoin), 'by_group'), [
    ...keys,
    as(resultOf(value.result, express), LAZY_VALUE),
  ]);
  return { rows, groups };
}

/** A formula of the measures that a dimension speaks of, whatever it makes of them. */
function measuresOf(model: Model, cube: string, dimension: Dimension): SqlTemplate {
  const parts = dimensionTemplates(dimension)
    .flatMap((template) => template.parts)
    .filter((part) => {
      const found = part.kind === 'reference' && resolveReference(part, cubeOf(model, cube), model.cubes);
      return found && found.kind === 'member' && found.member.kind === 'measure';
    });
  return { location: dimension.location, parts };
}

/** The groups of the query as they are behind masks, and those that are added. */
function groupsOf(
  model: Model,
  include: readonly { readonly text: string }[],
  use: { cube: string; path: readonly string[] },
  scope: Scope,
): GroupColumn[] {
  const own = scope.groups
    .filter(({ ref }) => !involvesStage(model, ref))
    .map(({ mask: _mask, ...group }): GroupColumn => group);
  const keyOf = (group: GroupColumn) =>
    `${group.ref.cube}.${group.ref.member.name}.${group.kind === 'timeDimension' ? group.granularity : ''}`;
  const added = include.map(({ text }) => toColumn(model, dimensionUse(model, text, use)));
  return [...new Map([...added, ...own].map((group) => [keyOf(group), group])).values()];
}

/** What such a dimension is computed from knows nothing of what is computed from it. */
function withoutStages({ model, lookup }: RowsPlanner, scope: Scope): Scope {
  const isPlain = (ref: Pick<MemberRef, 'cube' | 'member' | 'path'>) => !involvesStage(model, ref);
  const isPlainFilter = (filter: NormalizedFilter) => filterRefs([filter], lookup).every(isPlain);
  return {
    ...scope,
    filters: scope.filters.filter(isPlainFilter),
    fixedFilters: scope.fixedFilters.filter(isPlainFilter),
    segments: scope.segments.filter(isPlain),
    conditions: scope.conditions.filter(({ cube, sql }) =>
      usesOfTemplate(model, sql, cubeOf(model, cube), [cube]).every(
        ({ member, path }) => !member || isPlain({ cube: path.at(-1) ?? cube, member, path }),
      ),
    ),
    ranges: scope.ranges.filter(({ ref }) => isPlain(ref)),
    listedTimes: scope.listedTimes.filter(isPlain),
  };
}

/** @throws QueryError `stage_not_aggregated` where its own filter is computed from measures as well */
function refuseOwnFilters({ model, lookup }: RowsPlanner, name: string, { filters }: Scope): void {
  const found = filterRefs(filters, lookup).find((ref) => involvesStage(model, ref));
  if (found)
    throw new QueryError(
      'stage_not_aggregated',
      `The filter of ${name} speaks of ${found.name}, which is computed from measures as well`,
      name,
    );
}

/** @throws QueryError `stage_not_aggregated` where it speaks of a dimension that is none of its groups */
function refuseOtherDimensions(
  model: Model,
  { cube, dimension, groups }: { cube: string; dimension: Dimension; groups: readonly GroupColumn[] },
): void {
  for (const part of dimensionTemplates(dimension).flatMap(({ parts }) => parts)) {
    if (part.kind !== 'reference') continue;
    const found = resolveReference(part, cubeOf(model, cube), model.cubes);
    if (found.kind !== 'member' || found.member.kind !== 'dimension') continue;
    const { member, granularity } = found;
    const isGroup = groups.some(({ ref }) => ref.cube === found.cube && ref.member.name === member.name);
    if (!isGroup || granularity !== undefined)
      throw new QueryError(
        'stage_not_aggregated',
        `${cube}.${dimension.name} speaks of ${found.cube}.${member.name}, which is none of its groups; ` +
          'show it in the query, or name it in add_group_by',
        `${cube}.${dimension.name}`,
      );
  }
}

function resultOf(value: RowValue, express: (sql: SqlTemplate) => Expression): Expression {
  switch (value.kind) {
    case 'sql':
      return express(value.sql);
    case 'case': {
      const labelOf = (label: Label) => (label.kind === 'text' ? literal(label.text) : express(label.sql));
      return {
        kind: 'case',
        branches: value.when.map(({ sql, label }) => ({ when: express(sql), value: labelOf(label) })),
        ...(value.otherwise && { otherwise: labelOf(value.otherwise) }),
      };
    }
    case 'switch':
      return {
        kind: 'case',
        on: express(value.on),
        branches: value.when.map(({ value: text, sql }) => ({ when: literal(text), value: express(sql) })),
        ...(value.otherwise && { otherwise: express(value.otherwise) }),
      };
    default:
      return value satisfies never;
  }
}
