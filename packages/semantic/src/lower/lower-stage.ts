import { aliased, and, as, column, keep, literal, NULL, origin, project, when } from '../algebra/build.ts';
import type { Expression, Relation } from '../algebra/algebra.ts';
import type { GroupColumn, MeasureUse } from '../ir/columns.ts';
import type { StageRelation } from '../ir/plan.ts';
import { measureResultType } from '../members/measure-result-type.ts';
import { cubeOf, type MemberRef } from '../members/member-ref.ts';
import { isAggregate, type Measure, type Model } from '../model/definitions/model.ts';
import { resolveReference } from '../model/definitions/resolve-reference.ts';
import { stageConditions, stageInputs } from '../plan/base-measures.ts';
import { QueryError } from '../query/query.ts';
import { columnAlias } from './column-names.ts';
import { lowerRows } from './lower-rows.ts';
import { aggregateOf } from './members/lower-aggregate.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import type { MeasureMode, MemberExpressions } from './members/member-expressions.ts';
import { originOf } from './members/origin-of.ts';
import { baseMeasureColumns, baseMeasuresIn, firstRows, groupColumns } from './merge-join-parts.ts';

/** A measure over the rows of an inner merge join. */
export function lowerStage(settings: LowerSettings, relation: StageRelation, rows: Relation): Relation {
  const { baseMeasure, inner, groups } = relation;
  refuseOtherColumns(settings.model, relation);
  const { members } = lowerRows(settings, firstRows(inner));
  const { source, columns } = lowerInputs(settings, relation, rows, members);
  const mode: MeasureMode = { fannedOut: new Set(), ungrouped: false, columns };
  const value = origin(
    originOf(baseMeasure.cube, baseMeasure.measure),
    stageValue(settings, relation, members, mode),
  );
  const input = aliased(source, 'inner_stage');
  const measure = as(value, baseMeasure.key);
  if (!isGrouped(relation)) return project(input, [...groups.map(toKept), measure]);
  return { kind: 'aggregate', input, by: groups.map(toKept), measures: [measure], having: [] };
}

const toKept = (group: GroupColumn) => keep(columnAlias(group));

/** @throws QueryError `stage_not_aggregated` where a stage speaks of a dimension that is none of its groups */
function refuseOtherColumns(model: Model, { baseMeasure, inner }: StageRelation): void {
  const { cube, measure, key } = baseMeasure;
  const templates = [
    ...(measure.sql ? [measure.sql] : []),
    ...(measure.stage?.orderBy ?? []).map((order) => order.sql),
    ...stageConditions(model, baseMeasure).ofMeasures,
  ];
  for (const part of templates.flatMap(({ parts }) => parts)) {
    if (part.kind !== 'reference') continue;
    const resolved = resolveReference(part, cubeOf(model, cube), model.cubes);
    if (resolved.kind !== 'member' || resolved.member.kind !== 'dimension') continue;
    const { member, granularity } = resolved;
    const isGroup = inner.scope.groups.some(
      ({ ref }) => ref.cube === resolved.cube && ref.member.name === member.name,
    );
    if (!isGroup || granularity !== undefined)
      throw new QueryError(
        'stage_not_aggregated',
        `${key} speaks of ${resolved.cube}.${member.name}${granularity === undefined ? '' : `.${granularity}`}, which is none of its groups; show it in the query, or add it to the groups of the measure that uses this one`,
        key,
      );
  }
}

/**
 * The rows of the inner stage with what they show of measures. A formula of an author becomes a column as well: what
 * aggregates or ranks may hold no window function that looks over the rows of the stage.
 */
function lowerInputs(
  { model, masks }: LowerSettings,
  { baseMeasure, inner }: StageRelation,
  rows: Relation,
  members: MemberExpressions,
): { source: Relation; columns: ReadonlyMap<string, Expression> } {
  const columns = new Map([...groupColumns(inner), ...baseMeasureColumns(inner)]);
  const mode: MeasureMode = { fannedOut: new Set(), ungrouped: false, columns };
  const formulas = new Map(
    stageInputs(model, baseMeasure)
      .map(({ cube, measure }) => ({ cube, measure, key: `${cube}.${measure.name}` }))
      // A mask takes the place of a formula where the formula stands.
      .filter(({ cube, measure, key }) => !columns.has(key) && !masks.referred(cube, measure))
      .map((formula) => [formula.key, formula]),
  );
  if (formulas.size === 0) return { source: rows, columns };
  const names = [
    ...inner.scope.groups.map(columnAlias),
    ...inner.relations.flatMap((relation) => baseMeasuresIn(relation).map(({ key }) => key)),
  ];
  const worked = [...formulas.values()].map(({ cube, measure, key }) =>
    as(members.measure(cube, measure, mode), key),
  );
  return {
    source: project(aliased(rows, 'inner_measures'), [...names.map((name) => keep(name)), ...worked]),
    columns: new Map([
      ...columns,
      ...[...formulas.keys()].map((key): [string, Expression] => [key, column(key)]),
    ]),
  };
}

const COUNTS = new Set(['count', 'count_distinct', 'count_distinct_approx', 'number_agg']);

/** Several inner rows stand behind one outer row, or the measure counts what stands there. */
function isGrouped({ isAggregated, baseMeasure }: StageRelation): boolean {
  return isAggregated || COUNTS.has(baseMeasure.measure.type);
}

function stageValue(
  settings: LowerSettings,
  relation: StageRelation,
  members: MemberExpressions,
  mode: MeasureMode,
): Expression {
  const { baseMeasure, partition } = relation;
  const { cube, measure } = baseMeasure;
  if (measure.type === 'rank')
    return {
      kind: 'over',
      name: 'rank',
      partition: partition.map((group) => column(columnAlias(group))),
      order: (measure.stage?.orderBy ?? []).map(({ sql, descending }) => ({
        value: members.template(cube, sql, mode),
        isDescending: descending,
      })),
    };
  const value = measure.choice
    ? choiceValue(settings, relation, members, mode)
    : measure.sql
      ? members.template(cube, measure.sql, mode)
      : NULL;
  const counted = countedConditions(settings, relation, members, mode);
  const taken = counted.length === 0 ? value : when(and(counted), value);
  if (!isGrouped(relation)) return taken;
  if (measure.type === 'number_agg') return value;
  if (!isAggregate(measure.type))
    throw new QueryError(
      'stage_not_aggregated',
      `${baseMeasure.key} of type ${measure.type} adds groups that it does not aggregate; make it a sum, an average, a minimum or a maximum`,
      baseMeasure.key,
    );
  return aggregateOf(measure, taken);
}

/** The conditions on measures that a row of the inner stage has to meet. */
function countedConditions(
  { model }: LowerSettings,
  { baseMeasure }: StageRelation,
  members: MemberExpressions,
  mode: MeasureMode,
): Expression[] {
  return stageConditions(model, baseMeasure).ofMeasures.map((filter) =>
    members.template(baseMeasure.cube, filter, mode),
  );
}

/** The branch that the value of a dimension chooses. */
function choiceValue(
  settings: LowerSettings,
  { baseMeasure, inner }: StageRelation,
  members: MemberExpressions,
  mode: MeasureMode,
): Expression {
  const { cube, measure, key } = baseMeasure;
  const { choice } = measure;
  if (!choice) throw new Error(`${key} chooses nothing`);
  const [part] = choice.on.parts;
  const name = part?.kind === 'reference' ? part.path.at(-1) : undefined;
  const isChooser = (ref: Pick<MemberRef, 'cube' | 'member'>) =>
    ref.cube === cube && ref.member.name === name;
  const group = inner.scope.groups.find(({ ref }) => isChooser(ref));
  const settled = inner.scope.filters.flatMap((filter) =>
    'member' in filter &&
    ['equals', 'in'].includes(filter.operator) &&
    filter.values?.length === 1 &&
    isChooser(settings.lookup.any(filter.member))
      ? filter.values
      : [],
  )[0];
  if (!group && (settled === undefined || settled === null))
    throw new QueryError(
      'choice_without_dimension',
      `${key} is chosen by ${cube}.${name ?? ''}; show it in the query, or filter it by one value`,
      key,
    );
  const express = (template: NonNullable<Measure['sql']>) => members.template(cube, template, mode);
  const results = [...choice.when.map(({ sql }) => sql), ...(choice.otherwise ? [choice.otherwise] : [])].map(
    express,
  );
  const chosen = choosesNumbers(settings.model, baseMeasure) ? unifyNumbers(results) : results;
  return {
    kind: 'case',
    on: group ? column(columnAlias(group)) : literal(settled ?? ''),
    branches: choice.when.map(({ value }, index) => ({ when: literal(value), value: chosen[index] ?? NULL })),
    ...(choice.otherwise && { otherwise: chosen.at(-1) ?? NULL }),
  };
}

/** Numbers among which a CASE chooses, each of a type that holds the digits of all; those that are alike once. */
function unifyNumbers(values: readonly Expression[]): readonly Expression[] {
  const distinct = new Map(values.map((value) => [JSON.stringify(value), value]));
  return values.map((value) => {
    const own = JSON.stringify(value);
    const others = [...distinct].flatMap(([key, other]) => (key === own ? [] : [other]));
    return others.length === 0 ? value : { kind: 'unified', value, others };
  });
}

/** Branches of a minimum or maximum may be of any type; they are numbers where one of them is sure to be. */
function choosesNumbers(model: Model, baseMeasure: MeasureUse): boolean {
  return (
    isNumber(baseMeasure.measure) ||
    (isExtreme(baseMeasure.measure) &&
      stageInputs(model, baseMeasure).some(({ measure }) => isNumber(measure)))
  );
}

const isExtreme = ({ type }: Measure) => type === 'min' || type === 'max';

const isNumber = (measure: Measure) => measureResultType(measure) === 'number' && !isExtreme(measure);
