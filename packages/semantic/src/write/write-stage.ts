import { resolveReference } from '../model/definitions/resolve-reference.ts';
import { isAggregate, type Measure, type Model } from '../model/definitions/model.ts';
import { measureResultType } from '../members/measure-result-type.ts';
import { stageConditions, stageInputs } from '../plan/base-measures.ts';
import { cubeOf, type MemberRef } from '../members/member-ref.ts';
import type { StageRelation } from '../ir/plan.ts';
import type { MeasureUse } from '../ir/columns.ts';
import { QueryError } from '../query/query.ts';
import { originOf } from './render/origin-of.ts';
import { join, sql, withProvenance, type Fragment } from '../sql/fragment.ts';
import { firstRows, baseMeasureColumns, groupColumns } from './merge-join-parts.ts';
import { parenthesized } from '../sql/parenthesized.ts';
import type { MeasureMode, MemberRenderer } from './render/render-member.ts';
import { writeAggregate } from './render/write-aggregate.ts';
import { columnAlias, groupBy } from './write-parts.ts';
import { writeRows } from './write-rows.ts';
import type { WriteSettings } from './render/write-settings.ts';

/** A measure over the rows of an inner merge join, of which `rows` is the SELECT. */
export function writeStage(settings: WriteSettings, relation: StageRelation, rows: Fragment): Fragment {
  const { dialect } = settings;
  const quote = (name: string) => dialect.quoteIdentifier(name);
  const { baseMeasure, inner, groups } = relation;
  refuseOtherColumns(settings.model, relation);
  const writer = writeRows(settings, firstRows(inner));
  const { source, columns } = writeInputs(settings, relation, rows, writer.render);
  const mode: MeasureMode = { fannedOut: new Set(), ungrouped: false, columns };
  const expression = withProvenance(
    originOf(baseMeasure.cube, baseMeasure.measure),
    stageExpression(settings, relation, writer.render, mode),
  );
  const names = groups.map((column) => quote(columnAlias(column)));
  const select = [...names.map((name): Fragment => [name]), sql`${expression} AS ${quote(baseMeasure.key)}`];
  const grouping = isGrouped(relation) ? groupBy(groups) : [];
  return sql`SELECT ${join(select, ', ')} FROM (${source}) AS ${quote('inner_stage')}${grouping}`;
}

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
function writeInputs(
  settings: WriteSettings,
  { baseMeasure, inner }: StageRelation,
  rows: Fragment,
  render: MemberRenderer,
): { source: Fragment; columns: ReadonlyMap<string, Fragment> } {
  const { dialect, model, masks } = settings;
  const columns = new Map([...groupColumns(settings, inner), ...baseMeasureColumns(settings, inner)]);
  const mode: MeasureMode = { fannedOut: new Set(), ungrouped: false, columns };
  const formulas = new Map(
    stageInputs(model, baseMeasure)
      .map(({ cube, measure }) => ({ cube, measure, key: `${cube}.${measure.name}` }))
      // A mask takes the place of a formula where the formula stands.
      .filter(({ cube, measure, key }) => !columns.has(key) && !masks.referred(cube, measure))
      .map((formula) => [formula.key, formula]),
  );
  if (formulas.size === 0) return { source: rows, columns };
  const quote = (name: string) => dialect.quoteIdentifier(name);
  const worked = [...formulas.values()].map(
    ({ cube, measure, key }) => sql`${render.measure(cube, measure, mode)} AS ${quote(key)}`,
  );
  return {
    source: sql`SELECT *, ${join(worked, ', ')} FROM (${rows}) AS ${quote('inner_measures')}`,
    columns: new Map([
      ...columns,
      ...[...formulas.keys()].map((key): [string, Fragment] => [key, [quote(key)]]),
    ]),
  };
}

const COUNTS = new Set(['count', 'count_distinct', 'count_distinct_approx', 'number_agg']);

/** Several inner rows stand behind one outer row, or the measure counts what stands there. */
function isGrouped({ isAggregated, baseMeasure }: StageRelation): boolean {
  return isAggregated || COUNTS.has(baseMeasure.measure.type);
}

function stageExpression(
  settings: WriteSettings,
  relation: StageRelation,
  render: MemberRenderer,
  mode: MeasureMode,
): Fragment {
  const { baseMeasure, partition } = relation;
  const { cube, measure } = baseMeasure;
  const quote = (name: string) => settings.dialect.quoteIdentifier(name);
  if (measure.type === 'rank') {
    const order = (measure.stage?.orderBy ?? []).map(
      ({ sql: template, descending }) =>
        sql`${render.template(cube, template, mode)}${descending ? ' DESC' : ' ASC'}`,
    );
    const within = partition.map((column): Fragment => [quote(columnAlias(column))]);
    const by = within.length > 0 ? sql`PARTITION BY ${join(within, ', ')} ` : [];
    return sql`rank() OVER (${by}ORDER BY ${join(order, ', ')})`;
  }
  const value = measure.choice
    ? choiceExpression(settings, relation, render, mode)
    : measure.sql
      ? render.template(cube, measure.sql, mode)
      : ['NULL'];
  const counted = isCounted(settings, relation, render, mode);
  const taken = counted.length === 0 ? value : sql`CASE WHEN ${join(counted, ' AND ')} THEN ${value} END`;
  if (!isGrouped(relation)) return taken;
  if (measure.type === 'number_agg') return value;
  if (!isAggregate(measure.type))
    throw new QueryError(
      'stage_not_aggregated',
      `${baseMeasure.key} of type ${measure.type} adds groups that it does not aggregate; make it a sum, an average, a minimum or a maximum`,
      baseMeasure.key,
    );
  return writeAggregate(settings.dialect, measure, taken);
}

/** The conditions on measures that a row of the inner stage has to meet. */
function isCounted(
  { model }: WriteSettings,
  { baseMeasure }: StageRelation,
  render: MemberRenderer,
  mode: MeasureMode,
): Fragment[] {
  return stageConditions(model, baseMeasure).ofMeasures.map((filter) =>
    parenthesized(render.template(baseMeasure.cube, filter, mode)),
  );
}

/** The branch that the value of a dimension chooses. */
function choiceExpression(
  settings: WriteSettings,
  { baseMeasure, inner }: StageRelation,
  render: MemberRenderer,
  mode: MeasureMode,
): Fragment {
  const { cube, measure, key } = baseMeasure;
  const { choice } = measure;
  if (!choice) throw new Error(`${key} chooses nothing`);
  const [part] = choice.on.parts;
  const name = part?.kind === 'reference' ? part.path.at(-1) : undefined;
  const isChooser = (ref: Pick<MemberRef, 'cube' | 'member'>) =>
    ref.cube === cube && ref.member.name === name;
  const column = inner.scope.groups.find(({ ref }) => isChooser(ref));
  const settled = inner.scope.filters.flatMap((filter) =>
    'member' in filter &&
    ['equals', 'in'].includes(filter.operator) &&
    filter.values?.length === 1 &&
    isChooser(settings.lookup.any(filter.member))
      ? filter.values
      : [],
  )[0];
  if (!column && (settled === undefined || settled === null))
    throw new QueryError(
      'choice_without_dimension',
      `${key} is chosen by ${cube}.${name ?? ''}; show it in the query, or filter it by one value`,
      key,
    );
  const on = column
    ? settings.dialect.quoteIdentifier(columnAlias(column))
    : settings.dialect.quoteText(settled ?? '');
  const templates = [
    ...choice.when.map((branch) => branch.sql),
    ...(choice.otherwise ? [choice.otherwise] : []),
  ];
  const results = templates.map((template) => render.template(cube, template, mode));
  const unified = choosesNumbers(settings.model, baseMeasure)
    ? settings.dialect.unifyNumbers(results)
    : results;
  const branches = choice.when.map(
    ({ value }, index) => sql` WHEN ${settings.dialect.quoteText(value)} THEN ${unified[index] ?? []}`,
  );
  const otherwise = choice.otherwise ? sql` ELSE ${unified.at(-1) ?? []}` : [];
  return sql`CASE ${on}${branches}${otherwise} END`;
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
