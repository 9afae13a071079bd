import { maskMeasure } from '../access/masks.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { filterRefs } from '../members/filter-refs.ts';
import type { MemberRef } from '../members/member-ref.ts';
import type { Mask, Measure } from '../model/definitions/model.ts';
import type { Plan } from '../ir/plan.ts';
import type { NormalizedFilter } from '../query/query.ts';
import { join, sql, type Fragment } from '../sql/fragment.ts';
import { parenthesized } from '../sql/parenthesized.ts';
import { group, renderFilter } from './render/render-filter.ts';
import { renderMask } from './render/render-mask.ts';
import type { MeasureMode, MemberRenderer } from './render/render-member.ts';
import type { SqlColumn } from './render/sql-column.ts';
import { as } from './write-parts.ts';
import type { WriteSettings } from './render/write-settings.ts';

/** What the SELECT that works measures out has of the filters on them. */
interface FilterParts {
  /** Measures that filters alone speak of, each under a name. */
  readonly select: readonly Fragment[];
  readonly conditions: readonly Fragment[];
}

/** Gives the parts of the filters for a SELECT, by what renders its measures. */
export type FilterWriter = (render: MemberRenderer, mode: MeasureMode) => FilterParts;

/**
 * Writes groups and measures, and keeps those groups that the filters on measures let through: as conditions of the
 * SELECT that works the measures out or, where the plan says so, of another SELECT around it.
 */
export function writeFiltered(
  settings: WriteSettings,
  { measureFilters, isFilteredOutside }: Pick<Plan, 'measureFilters' | 'isFilteredOutside'>,
  columns: readonly SqlColumn[],
  writeMeasured: (filters: FilterWriter) => Fragment,
): Fragment {
  if (!isFilteredOutside)
    return writeMeasured((render, mode) => ({
      select: [],
      conditions: writeConditions(settings, measureFilters, (ref) =>
        filteredValue(settings, ref, render, mode),
      ),
    }));
  const quote = (name: string) => settings.dialect.quoteIdentifier(name);
  const aliases = aliasesOf(settings, measureFilters, columns);
  const hidden = [...aliases.values()].filter(({ isShown }) => !isShown);
  const measured = writeMeasured((render, mode) => ({
    select: hidden.map(({ ref, alias }) => as(settings, filteredValue(settings, ref, render, mode), alias)),
    conditions: [],
  }));
  const shown = columns.map(({ alias }) => quote(alias)).join(', ') || '1';
  const conditions = writeConditions(settings, measureFilters, ({ name }) => [
    quote(aliases.get(name)?.alias ?? ''),
  ]);
  return sql`SELECT ${shown} FROM (${measured}) AS ${quote('measured')} WHERE ${join(conditions, ' AND ')}`;
}

interface FilteredMeasure {
  readonly ref: MemberRef<Measure>;
  readonly alias: string;
  /** Whether it is a column of the query. */
  readonly isShown: boolean;
}

/** The measures that filters speak of, by name. */
function aliasesOf(
  { lookup }: WriteSettings,
  filters: readonly NormalizedFilter[],
  columns: readonly SqlColumn[],
): Map<string, FilteredMeasure> {
  const names = [...new Set(filterRefs(filters, lookup).map(({ name }) => name))];
  return new Map(
    names.map((name, index): [string, FilteredMeasure] => {
      const shown = columns.find(
        ({ column }) => column.kind === 'measure' && column.key === name && !column.mask,
      );
      const alias = shown?.alias ?? `__filtered_${index}`;
      return [name, { ref: lookup.measure(name), alias, isShown: shown !== undefined }];
    }),
  );
}

/** What a filter sees of a measure. */
function filteredValue(
  { dialect, masks }: WriteSettings,
  ref: MemberRef<Measure>,
  render: MemberRenderer,
  mode: MeasureMode,
): Fragment {
  const mask = masks.named(ref)?.mask;
  return mask
    ? renderMeasureMask(dialect, ref, mask, render, mode)
    : render.measure(ref.cube, ref.member, mode);
}

function writeConditions(
  { dialect, timezone, context, lookup }: WriteSettings,
  filters: readonly NormalizedFilter[],
  valueOf: (ref: MemberRef<Measure>) => Fragment,
): Fragment[] {
  const write = (filter: NormalizedFilter): Fragment => {
    if ('and' in filter) return group(filter.and.map(write), 'AND');
    if ('or' in filter) return group(filter.or.map(write), 'OR');
    const ref = lookup.measure(filter.member);
    const expression = parenthesized(valueOf(ref));
    const target = { name: ref.name, member: ref.member, expression };
    return renderFilter(target, filter.operator, filter.values ?? [], { dialect, timezone, clock: context });
  };
  return filters.map(write);
}

/** What stands in place of a measure. */
export function renderMeasureMask(
  dialect: Dialect,
  ref: MemberRef<Measure>,
  mask: Mask,
  render: MemberRenderer,
  mode: MeasureMode,
): Fragment {
  const use = maskMeasure(ref, mask);
  return use
    ? render.measure(use.cube, use.measure, mode)
    : renderMask(mask, ref.member, dialect, (template) => render.template(ref.cube, template));
}
