import { maskMeasure } from '../access/masks.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Mask, Measure, Model } from '../model/model.ts';
import type { MemberRef } from '../members/member-ref.ts';
import type { Plan } from '../ir/plan.ts';
import type { Comparison, MeasureColumn } from '../ir/columns.ts';
import type { NormalizedFilter, QueryContext } from '../query/query.ts';
import { join, sql, type Fragment } from '../sql/fragment.ts';
import { firstRows, baseMeasureColumns } from './merge-join-parts.ts';
import { freshnessOf, type QueryFreshness } from './query-freshness.ts';
import { renderPolicy } from './policy-fault.ts';
import { group, renderFilter } from './render-filter.ts';
import { maskedValue, renderMask } from './render-mask.ts';
import { type MeasureMode, type MemberRenderer } from './render-member.ts';
import { parenthesized } from '../sql/parenthesized.ts';
import type { SqlColumn } from './sql-column.ts';
import { writeAggregation } from './write-aggregation.ts';
import { writeCalculations } from './write-calculations.ts';
import { writeMergeJoin } from './write-merge-join.ts';
import { writeFilled } from './write-fill.ts';
import { as, columnAlias } from './write-parts.ts';
import { writeRows } from './write-rows.ts';
import type { WriteSettings } from './write-settings.ts';
import { writeLimit, writeOrder } from './write-order.ts';
import { writeSubQuery } from './write-sub-query.ts';

/** The statements of a plan. */
export interface PlanSql {
  /** The rows, ordered and cut. */
  readonly rows: Fragment;
  /** The number of rows without order, limit and offset. */
  readonly total: Fragment | undefined;
  readonly columns: readonly SqlColumn[];
  readonly freshness: QueryFreshness;
}

/** The last phase: a plan becomes SQL of one dialect. */
export function planToSql(model: Model, plan: Plan, dialect: Dialect, context: QueryContext): PlanSql {
  const settings = settingsOf(model, plan, dialect, context);
  const columns = plan.columns.map((column): SqlColumn => ({ column, alias: columnAlias(column) }));
  const unfilled = writeBody(settings, plan, columns);
  const fill = plan.query.fillMissingRows;
  const filled = fill ? writeFilled(settings, plan, columns, fill, unfilled) : unfilled;
  const body = writeCalculations(settings, columns, filled);
  return {
    rows: [body, writeOrder(plan, columns, dialect), writeLimit(plan)],
    total: plan.query.total
      ? sql`SELECT count(*) AS ${dialect.quoteIdentifier('total')} FROM (${body}) AS ${dialect.quoteIdentifier('counted')}`
      : undefined,
    columns,
    freshness: freshnessOf(settings, plan),
  };
}

function settingsOf(model: Model, plan: Plan, dialect: Dialect, context: QueryContext): WriteSettings {
  const settings: WriteSettings = {
    model,
    dialect,
    context,
    timezone: plan.query.timezone,
    lookup: plan.planner.lookup,
    masks: plan.planner.masks,
    subQuery: (cube, dimension, scope) => writeSubQuery(settings, plan.planner, { cube, dimension, scope }),
  };
  return settings;
}

/** The whole query before order and limit: one SELECT where one relation computes everything, else one over them all. */
function writeBody(settings: WriteSettings, plan: Plan, columns: readonly SqlColumn[]): Fragment {
  const { root, measureFilters } = plan;
  const [only, ...more] = root.relations;
  const masks = columns.flatMap(({ column }) => (column.kind === 'measure' ? [column.mask] : []));
  // A mask may depend on the groups.
  const isInner = masks.some((mask) => mask?.unless);
  if (only && more.length === 0 && !isInner && (only.kind === 'plain' || only.kind === 'deduplicated'))
    return writeAggregation(
      settings,
      only,
      (render, mode) => ({
        select: measuresOf(settings, columns, render, mode),
        having: writeMeasureFilters(settings, measureFilters, render, mode),
      }),
      plan.query.ungrouped === true,
    );
  const { render } = writeRows(settings, firstRows(root));
  const mode: MeasureMode = {
    fannedOut: new Set(),
    ungrouped: false,
    columns: baseMeasureColumns(settings, root),
  };
  const groups = columns
    .filter(({ column }) => column.kind !== 'measure')
    .map(({ alias }): Fragment => [settings.dialect.quoteIdentifier(alias)]);
  const select = [...groups, ...measuresOf(settings, columns, render, mode)];
  const conditions = writeMeasureFilters(settings, measureFilters, render, mode);
  const where: Fragment = conditions.length > 0 ? sql` WHERE ${join(conditions, ' AND ')}` : [];
  return sql`SELECT ${join(select, ', ')} FROM (${writeMergeJoin(settings, root)}) AS ${settings.dialect.quoteIdentifier('combined')}${where}`;
}

function measuresOf(
  settings: WriteSettings,
  columns: readonly SqlColumn[],
  render: MemberRenderer,
  mode: MeasureMode,
): Fragment[] {
  return columns.flatMap(({ column, alias }) =>
    column.kind === 'measure'
      ? [as(settings, measureOf(settings, columns, column, render, mode), alias)]
      : [],
  );
}

function measureOf(
  settings: WriteSettings,
  columns: readonly SqlColumn[],
  { ref, mask, comparison }: MeasureColumn,
  render: MemberRenderer,
  mode: MeasureMode,
): Fragment {
  const own = render.measure(ref.cube, ref.member, mode);
  const value = comparison ? compared(settings, own, comparison, render, mode) : own;
  if (!mask) return value;
  // SQL of a mask aggregates, which rows as they are do not.
  const isUsable = mask.mask.kind === 'value' || !mode.ungrouped;
  const hidden = isUsable ? renderMeasureMask(settings.dialect, ref, mask.mask, render, mode) : ['NULL'];
  const { unless } = mask;
  const shown = unless && renderPolicy(() => writeGroupFilter(settings, columns, unless));
  return maskedValue(value, { mask: mask.mask, hidden }, shown);
}

function renderMeasureMask(
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

function compared(
  { dialect }: WriteSettings,
  now: Fragment,
  { output, previous }: Comparison,
  render: MemberRenderer,
  mode: MeasureMode,
): Fragment {
  const before = render.measure(previous.cube, previous.measure, mode);
  if (output === 'previous') return before;
  const difference = sql`(${parenthesized(now)} - ${parenthesized(before)})`;
  if (output === 'difference') return difference;
  return sql`${dialect.castToNumber(difference)} / NULLIF(${before}, 0)`;
}

/** A filter on the columns of a result. */
function writeGroupFilter(
  { dialect, timezone, context, lookup }: WriteSettings,
  columns: readonly SqlColumn[],
  filter: NormalizedFilter,
): Fragment {
  const write = (part: NormalizedFilter): Fragment => {
    if ('and' in part) return group(part.and.map(write), 'AND');
    if ('or' in part) return group(part.or.map(write), 'OR');
    const { cube, member, name } = lookup.dimension(part.member);
    const shown = columns.find(
      ({ column }) => column.ref.cube === cube && column.ref.member.name === member.name,
    );
    if (!shown) throw new Error(`${name} is not among the groups`);
    const target = { name, member, expression: [dialect.quoteIdentifier(shown.alias)] };
    return renderFilter(target, part.operator, part.values ?? [], {
      dialect,
      timezone,
      clock: context,
      // Columns show times so.
      scale: 'wall-clock',
    });
  };
  return write(filter);
}

function writeMeasureFilters(
  { dialect, timezone, context, lookup, masks }: WriteSettings,
  filters: readonly NormalizedFilter[],
  render: MemberRenderer,
  mode: MeasureMode,
): Fragment[] {
  const write = (filter: NormalizedFilter): Fragment => {
    if ('and' in filter) return group(filter.and.map(write), 'AND');
    if ('or' in filter) return group(filter.or.map(write), 'OR');
    const ref = lookup.measure(filter.member);
    const { cube, member, name } = ref;
    const mask = masks.named(ref)?.mask;
    const value = mask
      ? renderMeasureMask(dialect, ref, mask, render, mode)
      : render.measure(cube, member, mode);
    const expression = parenthesized(value);
    const settings = { dialect, timezone, clock: context };
    return renderFilter({ name, member, expression }, filter.operator, filter.values ?? [], settings);
  };
  return filters.map(write);
}
