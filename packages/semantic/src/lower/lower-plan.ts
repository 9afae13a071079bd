import {
  aggregate,
  aliased,
  and,
  as,
  column,
  filter as filterRows,
  keep,
  or,
  project,
} from '../algebra/build.ts';
import type { Column, Expression, Relation } from '../algebra/algebra.ts';
import type { Comparison, MeasureColumn } from '../ir/columns.ts';
import type { Plan } from '../ir/plan.ts';
import type { Model } from '../model/definitions/model.ts';
import type { NormalizedFilter, QueryContext } from '../query/query.ts';
import { columnAlias } from './column-names.ts';
import { lowerAggregation } from './lower-aggregation.ts';
import { lowerCalculations, share } from './lower-calculations.ts';
import { lowerFill } from './lower-fill.ts';
import { lowerFiltered, measureMask, type LowerFilters } from './lower-measure-filters.ts';
import { lowerMergeJoin } from './lower-merge-join.ts';
import { lowerOrder } from './lower-order.ts';
import { lowerRows } from './lower-rows.ts';
import { lowerStageDimension } from './lower-stage-dimension.ts';
import { lowerSubQuery } from './lower-sub-query.ts';
import { filterCondition } from './members/filter-condition.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import { maskedValue } from './members/mask-value.ts';
import type { MeasureMode, MemberExpressions } from './members/member-expressions.ts';
import { lowerPolicy } from './members/policy-fault.ts';
import type { ResultColumn } from './members/result-column.ts';
import { baseMeasureColumns, firstRows } from './merge-join-parts.ts';
import { freshnessOf, type Freshness, type LoweredCheck } from './query-freshness.ts';

/** A plan as relations. */
export interface LoweredPlan {
  /** The rows, ordered and cut. */
  readonly rows: Relation;
  /** The number of rows without order, limit and offset, in the column `total`; where the query asks for it. */
  readonly total?: Relation;
  readonly columns: readonly ResultColumn[];
  readonly freshness: Freshness<LoweredCheck>;
}

/** Makes relations of a plan, which say all that a statement of any engine says. */
export function lowerPlan(model: Model, plan: Plan, context: QueryContext): LoweredPlan {
  const settings = settingsOf(model, plan, context);
  const columns = plan.columns.map((one): ResultColumn => ({ column: one, alias: columnAlias(one) }));
  const unfilled = lowerFiltered(settings, plan, columns, (filters) =>
    lowerMeasured(settings, plan, columns, filters),
  );
  const fill = plan.query.fillMissingRows;
  const filled = fill ? lowerFill(settings, plan, columns, fill, unfilled) : unfilled;
  const body = lowerCalculations(columns, filled);
  return {
    rows: lowerOrder(plan, columns, body),
    ...(plan.query.total && { total: countOf(body) }),
    columns,
    freshness: freshnessOf(settings, plan),
  };
}

function countOf(rows: Relation): Relation {
  const measures = [as(aggregate('count'), 'total')];
  return { kind: 'aggregate', input: aliased(rows, 'counted'), by: [], measures, having: [] };
}

function settingsOf(model: Model, plan: Plan, context: QueryContext): LowerSettings {
  const settings: LowerSettings = {
    model,
    context,
    timezone: plan.query.timezone,
    lookup: plan.planner.lookup,
    masks: plan.planner.masks,
    subQuery: (cube, dimension, scope) => lowerSubQuery(settings, plan.planner, { cube, dimension, scope }),
    stage: (cube, dimension, scope) =>
      lowerStageDimension(settings, plan.planner, { cube, dimension, scope }),
  };
  return settings;
}

/** Groups and measures: one aggregation where one relation computes everything, else a look at them all. */
function lowerMeasured(
  settings: LowerSettings,
  { root, query }: Plan,
  columns: readonly ResultColumn[],
  filters: LowerFilters,
): Relation {
  const [only, ...more] = root.relations;
  const masks = columns.flatMap((one) => (one.column.kind === 'measure' ? [one.column.mask] : []));
  // A mask may depend on the groups.
  const isInner = masks.some((mask) => mask?.unless);
  if (only && more.length === 0 && !isInner && (only.kind === 'plain' || only.kind === 'deduplicated'))
    return lowerAggregation(
      settings,
      only,
      (members, mode) => {
        const { measures, conditions } = filters(members, mode);
        return {
          measures: [...measuresOf(settings, columns, members, mode), ...measures],
          having: conditions,
        };
      },
      query.ungrouped === true,
    );
  const { members } = lowerRows(settings, firstRows(root));
  const mode: MeasureMode = { fannedOut: new Set(), ungrouped: false, columns: baseMeasureColumns(root) };
  const groups = columns.filter((one) => one.column.kind !== 'measure').map(({ alias }) => keep(alias));
  const { measures, conditions } = filters(members, mode);
  const shown = [...groups, ...measuresOf(settings, columns, members, mode), ...measures];
  return project(filterRows(aliased(lowerMergeJoin(settings, root), 'combined'), conditions), shown);
}

function measuresOf(
  settings: LowerSettings,
  columns: readonly ResultColumn[],
  members: MemberExpressions,
  mode: MeasureMode,
): Column[] {
  return columns.flatMap(({ column: own, alias }) =>
    own.kind === 'measure' ? [as(measureOf(settings, columns, own, members, mode), alias)] : [],
  );
}

function measureOf(
  settings: LowerSettings,
  columns: readonly ResultColumn[],
  { ref, mask, comparison }: MeasureColumn,
  members: MemberExpressions,
  mode: MeasureMode,
): Expression {
  const own = members.measure(ref.cube, ref.member, mode);
  const value = comparison ? compared(own, comparison, members, mode) : own;
  if (!mask) return value;
  // SQL of a mask aggregates, which rows as they are do not.
  const isUsable = mask.mask.kind === 'value' || !mode.ungrouped;
  const hidden: Expression = isUsable
    ? measureMask(ref, mask.mask, members, mode)
    : { kind: 'literal', value: null };
  const { unless } = mask;
  const shown = unless && lowerPolicy(() => groupFilter(settings, columns, unless));
  return maskedValue(value, { mask: mask.mask, hidden }, shown);
}

function compared(
  now: Expression,
  { output, previous }: Comparison,
  members: MemberExpressions,
  mode: MeasureMode,
): Expression {
  const before = members.measure(previous.cube, previous.measure, mode);
  if (output === 'previous') return before;
  const difference: Expression = { kind: 'arithmetic', symbol: '-', left: now, right: before };
  return output === 'difference' ? difference : share(difference, before);
}

/** A filter on the columns of a result. */
function groupFilter(
  { timezone, context, lookup }: LowerSettings,
  columns: readonly ResultColumn[],
  filter: NormalizedFilter,
): Expression {
  const lower = (part: NormalizedFilter): Expression => {
    if ('and' in part) return and(part.and.map(lower));
    if ('or' in part) return or(part.or.map(lower));
    const { cube, member, name } = lookup.dimension(part.member);
    const shown = columns.find(
      (one) => one.column.ref.cube === cube && one.column.ref.member.name === member.name,
    );
    if (!shown) throw new Error(`${name} is not among the groups`);
    const target = { name, member, value: column(shown.alias) };
    return filterCondition(target, part.operator, part.values ?? [], {
      timezone,
      clock: context,
      // Columns show times so.
      scale: 'wall-clock',
    });
  };
  return lower(filter);
}
