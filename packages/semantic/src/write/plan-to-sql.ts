import type { Dialect } from '../dialect/dialect.ts';
import type { Model } from '../model/definitions/model.ts';
import type { Plan } from '../ir/plan.ts';
import type { Comparison, MeasureColumn } from '../ir/columns.ts';
import type { NormalizedFilter, QueryContext } from '../query/query.ts';
import { join, sql, type Fragment } from '../sql/fragment.ts';
import { firstRows, baseMeasureColumns } from './merge-join-parts.ts';
import { freshnessOf, type QueryFreshness } from './query-freshness.ts';
import { renderPolicy } from './render/policy-fault.ts';
import { group, renderFilter } from './render/render-filter.ts';
import { maskedValue } from './render/render-mask.ts';
import { type MeasureMode, type MemberRenderer } from './render/render-member.ts';
import { parenthesized } from '../sql/parenthesized.ts';
import type { SqlColumn } from './render/sql-column.ts';
import { writeAggregation } from './write-aggregation.ts';
import { writeCalculations } from './write-calculations.ts';
import { renderMeasureMask, writeFiltered, type FilterWriter } from './write-measure-filters.ts';
import { writeMergeJoin } from './write-merge-join.ts';
import { writeFilled } from './write-fill.ts';
import { as, columnAlias } from './write-parts.ts';
import { writeRows } from './write-rows.ts';
import type { WriteSettings } from './render/write-settings.ts';
import { writeLimit, writeOrder } from './write-order.ts';
import { writeSubQuery } from './write-sub-query.ts';

/** The statements of a plan. */
interface PlanSql {
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

/** The whole query before order and limit. */
function writeBody(settings: WriteSettings, plan: Plan, columns: readonly SqlColumn[]): Fragment {
  return writeFiltered(settings, plan, columns, (filters) => writeMeasured(settings, plan, columns, filters));
}

/** Groups and measures: one SELECT where one relation computes everything, else one over them all. */
function writeMeasured(
  settings: WriteSettings,
  { root, query }: Plan,
  columns: readonly SqlColumn[],
  filters: FilterWriter,
): Fragment {
  const [only, ...more] = root.relations;
  const masks = columns.flatMap(({ column }) => (column.kind === 'measure' ? [column.mask] : []));
  // A mask may depend on the groups.
  const isInner = masks.some((mask) => mask?.unless);
  if (only && more.length === 0 && !isInner && (only.kind === 'plain' || only.kind === 'deduplicated'))
    return writeAggregation(
      settings,
      only,
      (render, mode) => {
        const { select, conditions } = filters(render, mode);
        return { select: [...measuresOf(settings, columns, render, mode), ...select], having: conditions };
      },
      query.ungrouped === true,
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
  const { select, conditions } = filters(render, mode);
  const shown = [...groups, ...measuresOf(settings, columns, render, mode), ...select];
  const where: Fragment = conditions.length > 0 ? sql` WHERE ${join(conditions, ' AND ')}` : [];
  return sql`SELECT ${join(shown, ', ')} FROM (${writeMergeJoin(settings, root)}) AS ${settings.dialect.quoteIdentifier('combined')}${where}`;
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
