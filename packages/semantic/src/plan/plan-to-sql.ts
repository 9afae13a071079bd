import type { Dialect } from '../dialect/dialect.ts';
import { approximateSeconds } from '../model/interval.ts';
import type { Model } from '../model/model.ts';
import { toUtc } from '../query/date-range.ts';
import type { NormalizedFilter, QueryContext } from '../query/query.ts';
import { QueryError } from '../query/query.ts';
import { bound, join, sql, type Fragment } from '../sql/fragment.ts';
import { cubesOf, findJoinTree, multipliedCubes, type JoinTree } from './join-tree.ts';
import { joinPathsOf } from './member-cubes.ts';
import { createLookup, type MemberLookup } from './member-ref.ts';
import type { Plan, PlanColumn, PlanPart } from './plan-query.ts';
import { group, renderFilter } from './render-filter.ts';
import { createRenderer, parenthesized, type MeasureMode, type MemberRenderer } from './render-member.ts';

/** A column of the result: its name in the SQL and the member that it shows. */
export interface SqlColumn {
  readonly column: PlanColumn;
  readonly alias: string;
}

export interface PlanSql {
  /** The rows, ordered and cut. */
  readonly rows: Fragment;
  /** The number of rows without order, limit and offset. */
  readonly total: Fragment | undefined;
  readonly columns: readonly SqlColumn[];
}

/** The last phase: a plan becomes SQL of one dialect. */
export function planToSql(model: Model, plan: Plan, dialect: Dialect, context: QueryContext): PlanSql {
  const writer = createWriter(model, plan, dialect, context);
  const body = plan.parts.length === 1 && plan.parts[0] ? writer.part(plan.parts[0], true) : writer.joined();
  const order = writer.order();
  const { limit, offset } = plan.query;
  const cut = sql` LIMIT ${String(limit)}${offset === undefined ? '' : ` OFFSET ${offset}`}`;
  return {
    rows: [...body, ...order, ...cut],
    total: plan.query.total
      ? sql`SELECT count(*) AS ${dialect.quoteIdentifier('total')} FROM (${body}) AS ${dialect.quoteIdentifier('counted')}`
      : undefined,
    columns: writer.columns,
  };
}

function createWriter(model: Model, plan: Plan, dialect: Dialect, context: QueryContext) {
  const { timezone } = plan.query;
  const lookup = createLookup(model);
  const render = createRenderer(model, dialect, timezone, context.now);
  const columns = nameColumns(plan.columns);
  const groups = columns.filter(({ column }) => column.kind !== 'measure');
  const measures = columns.filter(({ column }) => column.kind === 'measure');
  const mode: MeasureMode = {
    multiplied: multipliedCubes(plan.tree),
    ungrouped: plan.query.ungrouped === true,
  };
  const quote = (name: string) => dialect.quoteIdentifier(name);
  const as = (expression: Fragment, alias: string): Fragment => sql`${expression} AS ${quote(alias)}`;

  const groupExpression = ({ column }: SqlColumn): Fragment => {
    if (column.kind === 'timeDimension')
      return render.time(column.ref.cube, column.ref.member, column.granularity);
    if (column.kind !== 'dimension') throw new Error('A measure is no group');
    const { cube, member } = column.ref;
    return member.type === 'time' ? render.time(cube, member) : render.dimension(cube, member);
  };
  const where = () => renderWhere({ plan, lookup, render, dialect, context });

  /** One SELECT; `isWhole` when it is the whole query, so that it shows the query's own measures and holds its filters. */
  const part = (piece: PlanPart, isWhole: boolean): Fragment => {
    const shown = isWhole
      ? measures.map(({ column, alias }) => as(measureExpression(column, mode), alias))
      : piece.measures.map((leaf) => as(render.measure(leaf.cube, leaf.measure, mode), leaf.key));
    const having = isWhole
      ? renderMeasureFilters(plan.measureFilters, (name) => filterExpression(name, mode))
      : [];
    const havingClause: Fragment = having.length > 0 ? sql` HAVING ${join(having, ' AND ')}` : [];
    return piece.kind === 'plain' ? plainPart(shown, havingClause) : keyedPart(piece, shown, havingClause);
  };

  const plainPart = (shown: readonly Fragment[], having: Fragment): Fragment => {
    const selected = [...groups.map((column) => as(groupExpression(column), column.alias)), ...shown];
    const grouping = plan.query.ungrouped ? [] : groupBy(groups.length);
    return sql`SELECT ${join(selected, ', ')} FROM ${renderFrom(plan.tree, render)}${where()}${grouping}${having}`;
  };

  /** Distinct (groups, key) first, then the cube once for each key. */
  const keyedPart = (
    { cube = '', measures: leaves }: PlanPart,
    shown: readonly Fragment[],
    having: Fragment,
  ): Fragment => {
    const source = quote('__keys');
    const key = render.key(cube).map((value, index) => ({ value, alias: `__key_${index}` }));
    const distinct = [
      ...groups.map((column) => as(groupExpression(column), column.alias)),
      ...key.map(({ value, alias }) => as(value, alias)),
    ];
    const keys = sql`SELECT DISTINCT ${join(distinct, ', ')} FROM ${renderFrom(plan.tree, render)}${where()}`;
    const sameKey = key.map(({ value, alias }) => sql`${source}.${quote(alias)} = ${parenthesized(value)}`);
    const tree = ownTree(model, cube, leaves);
    const from = sql`(${keys}) AS ${source} LEFT JOIN ${render.table(cube)} AS ${render.alias(cube)} ON ${join(sameKey, ' AND ')}${renderJoins(tree, render)}`;
    const selected = [
      ...groups.map(({ alias }) => sql`${source}.${quote(alias)} AS ${quote(alias)}`),
      ...shown,
    ];
    return sql`SELECT ${join(selected, ', ')} FROM ${from}${groupBy(groups.length)}${having}`;
  };

  /** Several parts side by side, joined on the groups. All see the same groups, for they have the same row filters. */
  const joined = (): Fragment => {
    const names = plan.parts.map((_, index) => quote(`part_${index}`));
    const [first = ''] = names;
    const fields = new Map(
      plan.parts.flatMap((piece, index) =>
        piece.measures.map((leaf) => [leaf.key, [`${names[index]}.${quote(leaf.key)}`] as Fragment]),
      ),
    );
    const outer: MeasureMode = { ...mode, columns: fields };
    const selected = [
      ...groups.map(({ alias }) => sql`${first}.${quote(alias)} AS ${quote(alias)}`),
      ...measures.map(({ column, alias }) => as(measureExpression(column, outer), alias)),
    ];
    const parts = plan.parts.map((piece, index) => sql`${names[index] ?? ''} AS (${part(piece, false)})`);
    const joins = names.slice(1).map((name) => {
      const same = groups.map(({ alias }) =>
        dialect.isSame([`${first}.${quote(alias)}`], [`${name}.${quote(alias)}`]),
      );
      return sql` LEFT JOIN ${name} ON ${same.length === 0 ? ['1 = 1'] : join(same, ' AND ')}`;
    });
    const filters = renderMeasureFilters(plan.measureFilters, (name) => filterExpression(name, outer));
    const condition: Fragment = filters.length > 0 ? sql` WHERE ${join(filters, ' AND ')}` : [];
    return sql`WITH ${join(parts, ', ')} SELECT ${join(selected, ', ')} FROM ${first}${joins.flat()}${condition}`;
  };

  const measureExpression = (column: PlanColumn, measureMode: MeasureMode): Fragment => {
    if (column.kind !== 'measure') throw new Error('A dimension is no measure');
    return render.measure(column.ref.cube, column.ref.member, measureMode);
  };
  const filterExpression = (name: string, measureMode: MeasureMode) => {
    const ref = lookup.measure(name);
    const expression = parenthesized(render.measure(ref.cube, ref.member, measureMode));
    return { name, member: ref.member, expression };
  };
  const renderMeasureFilters = (
    filters: readonly NormalizedFilter[],
    target: (name: string) => Parameters<typeof renderFilter>[0],
  ): Fragment[] =>
    filters.map((filter) => renderFilterTree(filter, target, { dialect, timezone, now: context.now }));

  return { columns, part, joined, order: () => renderOrder(plan, columns, quote) };
}

/** The cube with what the measures' own SQL refers to; joins that would repeat its rows are refused. */
function ownTree(model: Model, cube: string, leaves: PlanPart['measures']): JoinTree {
  const paths = leaves.flatMap(({ measure }) => joinPathsOf(model, measure, [cube]));
  const tree = findJoinTree(model, [[cube], ...paths]);
  if (multipliedCubes(tree).has(cube)) {
    const names = leaves.map(({ key }) => key).join(', ');
    throw new QueryError(
      'measure_multiplied',
      `The SQL of ${names} refers to cubes whose joins repeat the rows of ${cube}; it cannot be right (${cubesOf(tree).join(', ')})`,
    );
  }
  return tree;
}

/** `orders.created_at.month` is `orders__created_at__month`; where that is taken already, a number follows. */
function nameColumns(columns: readonly PlanColumn[]): SqlColumn[] {
  const taken = new Set<string>();
  return columns.map((column, index) => {
    const name = column.key.replaceAll('.', '__');
    const alias = taken.has(name) ? `${name}__${index}` : name;
    taken.add(alias);
    return { column, alias };
  });
}

function groupBy(count: number): Fragment {
  return count === 0
    ? []
    : [` GROUP BY ${Array.from({ length: count }, (_, index) => index + 1).join(', ')}`];
}

function renderFrom(tree: JoinTree, render: MemberRenderer): Fragment {
  return sql`${render.table(tree.root)} AS ${render.alias(tree.root)}${renderJoins(tree, render)}`;
}

function renderJoins(tree: JoinTree, render: MemberRenderer): Fragment {
  return tree.edges.flatMap(
    ({ from, to, join: edge }) =>
      sql` LEFT JOIN ${render.table(to)} AS ${render.alias(to)} ON ${render.snippet(from, edge.sql)}`,
  );
}

function renderWhere({
  plan,
  lookup,
  render,
  dialect,
  context,
}: {
  plan: Plan;
  lookup: MemberLookup;
  render: MemberRenderer;
  dialect: Dialect;
  context: QueryContext;
}): Fragment {
  const { timezone } = plan.query;
  const target = (name: string) => {
    const { cube, member } = lookup.dimension(name);
    return { name, member, expression: parenthesized(render.dimension(cube, member)) };
  };
  const filters = plan.rowFilters.map((filter) =>
    renderFilterTree(filter, target, { dialect, timezone, now: context.now }),
  );
  const ranges = plan.query.timeDimensions.flatMap(({ dimension, dateRange }) => {
    if (!dateRange) return [];
    const { expression } = target(dimension);
    const from = dialect.castToTimestamp(bound(toUtc(dateRange[0], timezone, 'start')));
    const to = dialect.castToTimestamp(bound(toUtc(dateRange[1], timezone, 'end')));
    return [sql`${expression} >= ${from} AND ${expression} <= ${to}`];
  });
  const segments = plan.segments.map((name) => {
    const { cube, member } = lookup.segment(name);
    return parenthesized(render.segment(cube, member));
  });
  const conditions = [...(plan.isDenied ? [['1 = 0']] : []), ...ranges, ...segments, ...filters];
  return conditions.length === 0 ? [] : sql` WHERE ${join(conditions, ' AND ')}`;
}

function renderFilterTree(
  filter: NormalizedFilter,
  target: (name: string) => Parameters<typeof renderFilter>[0],
  settings: Parameters<typeof renderFilter>[3],
): Fragment {
  if ('and' in filter)
    return group(
      filter.and.map((part) => renderFilterTree(part, target, settings)),
      'AND',
    );
  if ('or' in filter)
    return group(
      filter.or.map((part) => renderFilterTree(part, target, settings)),
      'OR',
    );
  return renderFilter(target(filter.member), filter.operator, filter.values ?? [], settings);
}

/** What is not selected cannot order the rows and is left out, as the language says. */
function renderOrder(plan: Plan, columns: readonly SqlColumn[], quote: (name: string) => string): Fragment {
  const wanted = plan.query.order ?? defaultOrder(plan, columns);
  const terms = wanted.flatMap(({ id, desc }) => {
    const found = columns.find(({ column }) => column.key === id) ?? findFinest(columns, id);
    return found ? [`${quote(found.alias)}${desc ? ' DESC' : ' ASC'}`] : [];
  });
  return terms.length === 0 ? [] : [` ORDER BY ${terms.join(', ')}`];
}

/** Of the granularities of a time dimension that are shown, the finest stands for the dimension. */
function findFinest(columns: readonly SqlColumn[], name: string): SqlColumn | undefined {
  const lengthOf = ({ column }: SqlColumn): number => {
    if (column.kind !== 'timeDimension') return Number.POSITIVE_INFINITY;
    const custom = column.ref.member.granularities[column.granularity];
    return approximateSeconds(custom?.interval ?? `1 ${column.granularity}`);
  };
  return columns
    .filter(({ column }) => column.kind === 'timeDimension' && column.ref.name === name)
    .toSorted((a, b) => lengthOf(a) - lengthOf(b))[0];
}

/** The first time, ascending; else the first measure, descending, of a query that has dimensions; else the first dimension. */
export function defaultOrder(
  plan: Plan,
  columns: readonly SqlColumn[] = [],
): { id: string; desc: boolean }[] {
  const shown = columns.length > 0 ? columns.map(({ column }) => column) : plan.columns;
  const first = (kind: PlanColumn['kind']) => shown.find((column) => column.kind === kind);
  const [time, dimension, measure] = [first('timeDimension'), first('dimension'), first('measure')];
  if (time) return [{ id: time.key, desc: false }];
  if (dimension && measure) return [{ id: measure.key, desc: true }];
  return dimension ? [{ id: dimension.key, desc: false }] : [];
}
