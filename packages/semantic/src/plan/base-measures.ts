import { pathOfReference } from '../join/join-path.ts';
import { isAggregate, type Measure, type Model, type Stage } from '../model/definitions/model.ts';
import { resolveReference } from '../model/definitions/resolve-reference.ts';
import type { SqlTemplate } from '../model/sql-template/sql-template.ts';
import { cubeOf } from '../members/member-ref.ts';
import type { BaseMeasure, MeasureUse } from '../ir/columns.ts';

/**
 * What a measure is made of: itself, or, where it is a formula over other measures, what those are made of. A formula
 * that speaks of columns as well aggregates by itself, and so does everything over a window or an inner stage.
 */
export function baseMeasuresOf(model: Model, use: MeasureUse): BaseMeasure[] {
  const { cube, measure, path } = use;
  const self = { key: `${cube}.${measure.name}`, cube, measure, path };
  const isFormula = measure.type === 'number' && (!measure.stage || isSameScope(measure.stage));
  if (!isFormula && (isAggregate(measure.type) || measure.stage)) return [self];
  if (measure.choice || measure.rollingWindow || !measure.sql) return [self];
  const used = measuresIn(model, cube, path, [measure.sql]);
  if (used.length === 0 || speaksOfRows(model, cube, measure.sql)) return [self];
  if (measure.stage && used.some((inner) => isFormulaOfMeasures(model, inner))) return [self];
  return used.flatMap((inner) => baseMeasuresOf(model, inner));
}

/**
 * Whether a measure is a formula over measures, without rows of its own. A multi-stage formula is computed over its
 * column: both may hold window functions, of which none stands within another.
 */
function isFormulaOfMeasures(model: Model, use: MeasureUse): boolean {
  const { cube, measure } = use;
  return (
    measure.sql !== undefined &&
    baseMeasuresOf(model, use).every(({ key }) => key !== `${cube}.${measure.name}`)
  );
}

/** Whether the inner stage is what the query asks itself, so that a formula over it is one like any other. */
function isSameScope({ keepOnly, exclude, include, filter, timeShifts }: Stage): boolean {
  return !keepOnly && !exclude && !include && !filter && timeShifts.length === 0;
}

/** The measures that a stage is computed from. */
export function stageInputs(model: Model, { cube, measure, path }: MeasureUse): MeasureUse[] {
  const branches = measure.choice
    ? [
        ...measure.choice.when.map((branch) => branch.sql),
        ...(measure.choice.otherwise ? [measure.choice.otherwise] : []),
      ]
    : [];
  const templates = [
    ...(measure.sql ? [measure.sql] : []),
    ...branches,
    ...(measure.stage?.orderBy.map((order) => order.sql) ?? []),
    ...measure.filters,
  ];
  return measuresIn(model, cube, path, templates);
}

/**
 * Conditions of a stage: on measures, which each row of the inner stage has, and on the rows that these are made of.
 */
export function stageConditions(
  model: Model,
  { cube, measure, path }: MeasureUse,
): { ofMeasures: SqlTemplate[]; ofRows: SqlTemplate[] } {
  const filters = isAggregate(measure.type) ? measure.filters : [];
  const isOfMeasures = (filter: SqlTemplate) => measuresIn(model, cube, path, [filter]).length > 0;
  return {
    ofMeasures: filters.filter(isOfMeasures),
    ofRows: filters.filter((filter) => !isOfMeasures(filter)),
  };
}

function measuresIn(
  model: Model,
  cube: string,
  path: readonly string[],
  templates: readonly SqlTemplate[],
): MeasureUse[] {
  return templates.flatMap(({ parts }) =>
    parts.flatMap((part): MeasureUse[] => {
      if (part.kind !== 'reference') return [];
      const resolved = resolveReference(part, cubeOf(model, cube), model.cubes);
      if (resolved.kind !== 'member' || resolved.member.kind !== 'measure') return [];
      return [{ cube: resolved.cube, measure: resolved.member, path: pathOfReference(path, resolved) }];
    }),
  );
}

/** Whether a formula names columns or dimensions beside measures. */
function speaksOfRows(model: Model, cube: string, { parts }: SqlTemplate): boolean {
  return parts.some((part) => {
    if (part.kind !== 'reference') return false;
    const resolved = resolveReference(part, cubeOf(model, cube), model.cubes);
    return resolved.kind === 'cube' || (resolved.kind === 'member' && resolved.member.kind === 'dimension');
  });
}

const EXTREMES_AND_DISTINCT_COUNTS = new Set<Measure['type']>([
  'count_distinct',
  'count_distinct_approx',
  'min',
  'max',
]);

/** Whether a measure is the same over rows that are repeated. */
export function takesRepeats({ type }: Measure): boolean {
  return EXTREMES_AND_DISTINCT_COUNTS.has(type);
}

/**
 * Whether a measure would be wrong over rows of its cube that a join repeats. A plain count can count distinct keys.
 */
export function isHarmedByRepeats(measure: Measure): boolean {
  return !takesRepeats(measure) && !(measure.type === 'count' && !measure.sql);
}
