import { maskMeasure } from '../access/masks.ts';
import { aliased, and, as, column, filter as filterRows, keep, or, project } from '../algebra/build.ts';
import type { Column, Expression, Relation } from '../algebra/algebra.ts';
import type { Plan } from '../ir/plan.ts';
import { filterRefs } from '../members/filter-refs.ts';
import type { MemberRef } from '../members/member-ref.ts';
import type { Mask, Measure } from '../model/definitions/model.ts';
import type { NormalizedFilter } from '../query/query.ts';
import { filterCondition } from './members/filter-condition.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import { maskValue } from './members/mask-value.ts';
import type { MeasureMode, MemberExpressions } from './members/member-expressions.ts';
import type { ResultColumn } from './members/result-column.ts';

/** What the relation that works measures out has of the filters on them. */
interface FilterParts {
  /** Measures that filters alone speak of, each under a name. */
  readonly measures: readonly Column[];
  readonly conditions: readonly Expression[];
}

/** Gives the parts of the filters for a relation, by the expressions of its measures. */
export type LowerFilters = (members: MemberExpressions, mode: MeasureMode) => FilterParts;

/**
 * Groups and measures, of which those groups stay that the filters on measures let through: as conditions of the
 * relation that works the measures out or, where the plan says so, of another one around it.
 */
export function lowerFiltered(
  settings: LowerSettings,
  { measureFilters, isFilteredOutside }: Pick<Plan, 'measureFilters' | 'isFilteredOutside'>,
  columns: readonly ResultColumn[],
  lowerMeasured: (filters: LowerFilters) => Relation,
): Relation {
  if (!isFilteredOutside)
    return lowerMeasured((members, mode) => ({
      measures: [],
      conditions: lowerConditions(settings, measureFilters, (ref) =>
        filteredValue(settings, ref, members, mode),
      ),
    }));
  const aliases = aliasesOf(settings, measureFilters, columns);
  const hidden = [...aliases.values()].filter(({ isShown }) => !isShown);
  const measured = lowerMeasured((members, mode) => ({
    measures: hidden.map(({ ref, alias }) => as(filteredValue(settings, ref, members, mode), alias)),
    conditions: [],
  }));
  const conditions = lowerConditions(settings, measureFilters, ({ name }) =>
    column(aliases.get(name)?.alias ?? ''),
  );
  return project(
    filterRows(aliased(measured, 'measured'), conditions),
    columns.map(({ alias }) => keep(alias)),
  );
}

interface FilteredMeasure {
  readonly ref: MemberRef<Measure>;
  readonly alias: string;
  /** Whether it is a column of the query. */
  readonly isShown: boolean;
}

/** The measures that filters speak of, by name. */
function aliasesOf(
  { lookup }: LowerSettings,
  filters: readonly NormalizedFilter[],
  columns: readonly ResultColumn[],
): Map<string, FilteredMeasure> {
  const names = [...new Set(filterRefs(filters, lookup).map(({ name }) => name))];
  return new Map(
    names.map((name, index): [string, FilteredMeasure] => {
      const shown = columns.find(
        (one) => one.column.kind === 'measure' && one.column.key === name && !one.column.mask,
      );
      const alias = shown?.alias ?? `__filtered_${index}`;
      return [name, { ref: lookup.measure(name), alias, isShown: shown !== undefined }];
    }),
  );
}

/** What a filter sees of a measure. */
function filteredValue(
  { masks }: LowerSettings,
  ref: MemberRef<Measure>,
  members: MemberExpressions,
  mode: MeasureMode,
): Expression {
  const mask = masks.named(ref)?.mask;
  return mask ? measureMask(ref, mask, members, mode) : members.measure(ref.cube, ref.member, mode);
}

function lowerConditions(
  { timezone, context, lookup }: LowerSettings,
  filters: readonly NormalizedFilter[],
  valueOf: (ref: MemberRef<Measure>) => Expression,
): Expression[] {
  const lower = (filter: NormalizedFilter): Expression => {
    if ('and' in filter) return and(filter.and.map(lower));
    if ('or' in filter) return or(filter.or.map(lower));
    const ref = lookup.measure(filter.member);
    const target = { name: ref.name, member: ref.member, value: valueOf(ref) };
    return filterCondition(target, filter.operator, filter.values ?? [], { timezone, clock: context });
  };
  return filters.map(lower);
}

/** What stands in place of a measure. */
export function measureMask(
  ref: MemberRef<Measure>,
  mask: Mask,
  members: MemberExpressions,
  mode: MeasureMode,
): Expression {
  const use = maskMeasure(ref, mask);
  return use
    ? members.measure(use.cube, use.measure, mode)
    : maskValue(mask, ref.member, (template) => members.template(ref.cube, template));
}
