import type { Dialect } from '../dialect/dialect.ts';
import { parseInterval } from '../model/language/interval.ts';
import type { Dimension, Model } from '../model/model.ts';
import { toUtc } from '../query/date-range.ts';
import type { NormalizedFilter, QueryContext } from '../query/query.ts';
import { bound, join, sql, writtenBy, type Fragment } from '../sql/fragment.ts';
import { cubesOf, type JoinTree } from './join-tree.ts';
import { isMaskedWhereComputed, NOTHING, type MaskLookup } from './masks.ts';
import type { MemberLookup, MemberRef } from './member-ref.ts';
import { maskedValue, renderMask } from './render-mask.ts';
import type {
  CalendarShift,
  ColumnMask,
  Condition,
  GroupColumn,
  IntervalShift,
  Rows,
  Scope,
  SemiJoin,
} from './plan.ts';
import { group, renderFilter } from './render-filter.ts';
import { createRenderer, parenthesized, type MemberRenderer, type RenderSettings } from './render-member.ts';
import { createContextRenderer } from './render-context.ts';
import { filterRefs } from './scope.ts';

/** Where SQL is written for. */
export interface WriteSettings {
  readonly model: Model;
  readonly dialect: Dialect;
  readonly context: QueryContext;
  readonly timezone: string;
  readonly lookup: MemberLookup;
  readonly masks: MaskLookup;
  /** Whether another SELECT shows what is computed, and moves its times. */
  readonly isSubQuery?: boolean;
  /** The SELECT of a sub-query dimension: the cube's key as `key_0`, … and its `value`. */
  subQuery(cube: string, dimension: Dimension, scope: Scope): Fragment;
}

/** One SELECT over joined rows, under construction. What is rendered first decides what {@link from} has to join. */
export interface RowsWriter {
  readonly render: MemberRenderer;
  group(column: GroupColumn): Fragment;
  /** The cubes of the tree, and what the expressions rendered so far have brought in. */
  from(): Fragment;
  where(): Fragment;
  conditions(): readonly Fragment[];
  /** The joins of a tree, for a SELECT that begins otherwise. */
  joins(tree: JoinTree): Fragment;
  /** The joins of what was brought in, for a SELECT that begins otherwise. */
  brought(): Fragment;
}

export function writeRows(settings: WriteSettings, rows: Rows): RowsWriter {
  const { model, dialect, context, timezone } = settings;
  const { scope } = rows;
  const broughtIn = new Map<string, Fragment>();
  const joined = (cube: string, dimension: Dimension): Fragment => {
    const alias = dialect.quoteIdentifier(`${cube}.${dimension.name}`);
    const value = dialect.quoteIdentifier('value');
    if (!broughtIn.has(alias)) broughtIn.set(alias, bringIn(cube, dimension, alias));
    return [`${alias}.${value}`];
  };
  const base = {
    model,
    dialect,
    timezone,
    clock: context,
    joined,
    context: createContextRenderer(settings, rows),
  };
  const bare = createRenderer(base);
  const isJoined = (filter: NormalizedFilter) => {
    const cubes = new Set(cubesOf(rows.tree));
    return filterRefs([filter], settings.lookup).every(({ cube }) => cubes.has(cube));
  };
  const shownRows = ({ unless }: ColumnMask): Fragment | undefined =>
    unless && isJoined(unless) ? writeFilterOf(settings, rows, bare)(unless) : undefined;
  const masked = (
    { cube, member }: Pick<MemberRef, 'cube' | 'member'>,
    mask: ColumnMask,
    value: Fragment,
  ): Fragment => {
    const hidden = renderMask(mask.mask, member, dialect, (snippet) => bare.snippet(cube, snippet));
    return maskedValue(value, hidden, member.kind === 'measure' ? undefined : shownRows(mask));
  };
  const masking: RenderSettings = {
    ...base,
    referred: (cube, member, value, isComputed) => {
      const mask = settings.masks.referred(cube, member);
      if (!mask || (isComputed && isMaskedWhereComputed(member, mask))) return value;
      // Rows that SQL of a mask could aggregate are not at hand where the measure is a column already.
      const usable = isComputed && mask.mask.kind === 'sql' ? { mask: NOTHING } : mask;
      return masked({ cube, member }, usable, value);
    },
  };
  const render = createRenderer({ ...masking, movesTimes: !settings.isSubQuery });
  const compared = createRenderer(masking);
  const calendars = scope.shifts.filter((shift): shift is CalendarShift => shift.kind === 'calendar');
  // A shifted calendar keeps its own dates for what it shows, and is joined by those that they map from.
  const joining =
    calendars.length === 0
      ? bare
      : createRenderer({
          ...base,
          instead: (cube, { isPrimaryKey }) =>
            isPrimaryKey ? calendars.find((shift) => shift.cube === cube)?.sql : undefined,
        });
  const bringIn = (cube: string, dimension: Dimension, alias: string): Fragment => {
    if (dimension.value.kind === 'values') {
      const values = dimension.value.values.map((value) => sql`(${dialect.quoteText(value)})`);
      return sql` CROSS JOIN (VALUES ${join(values, ', ')}) AS ${alias}(${dialect.quoteIdentifier('value')})`;
    }
    const same = bare
      .key(cube)
      .map((key, index) => sql`${alias}.${dialect.quoteIdentifier(`key_${index}`)} = ${parenthesized(key)}`);
    return sql` LEFT JOIN (${settings.subQuery(cube, dimension, scope)}) AS ${alias} ON ${join(same, ' AND ')}`;
  };
  const brought = () => [...broughtIn.values()];

  const groupExpression = (column: GroupColumn): Fragment => {
    const { mask, ref } = column;
    const value = ownGroup(column);
    return mask ? masked(ref, mask, value) : value;
  };
  const ownGroup = (column: GroupColumn): Fragment => {
    const { cube, member } = column.ref;
    if (member.type !== 'time') return render.dimension(cube, member);
    const shifts = shiftsOf(scope, column.ref);
    if (shifts.length === 0)
      return render.time(cube, member, column.kind === 'timeDimension' ? column.granularity : undefined);
    const local = shifted(render.time(cube, member), shifts, dialect);
    return column.kind === 'timeDimension' ? render.cut(local, member, column.granularity) : local;
  };

  const conditions = () => [
    ...writeConditions(settings, rows, {
      render: compared,
      bare,
      mask: (ref, value) => {
        const mask = settings.masks.named(ref);
        return mask ? masked(ref, mask, value) : value;
      },
    }),
    ...rows.semiJoins.map((semiJoin) => writeSemiJoin(settings, rows, semiJoin, joining)),
  ];

  return {
    render,
    group: groupExpression,
    brought,
    joins: (tree) => writeJoins(tree, joining),
    from: () =>
      sql`${render.table(rows.tree.root)} AS ${render.alias(rows.tree.root)}${writeJoins(rows.tree, joining)}${brought()}`,
    conditions,
    where: () => {
      const all = conditions();
      return all.length === 0 ? [] : sql` WHERE ${join(all, ' AND ')}`;
    },
  };
}

function writeJoins(tree: JoinTree, render: MemberRenderer): Fragment {
  return tree.edges.map(
    ({ from, to, join: edge }) =>
      sql` LEFT JOIN ${render.table(to)} AS ${render.alias(to)} ON ${writtenBy(from, render.snippet(from, edge.sql))}`,
  );
}

function shiftsOf(
  { shifts }: Scope,
  { cube, member }: Pick<GroupColumn['ref'], 'cube' | 'member'>,
): readonly IntervalShift[] {
  return shifts.filter(
    (shift): shift is IntervalShift =>
      shift.kind === 'interval' &&
      (shift.dimension === undefined || shift.dimension === `${cube}.${member.name}`),
  );
}

/** What was a month before is seen a month later. */
function shifted(local: Fragment, shifts: readonly IntervalShift[], dialect: Dialect): Fragment {
  return shifts.reduce(
    (moved, { interval, direction }) =>
      dialect.shift(moved, direction === 'prior' ? '+' : '-', parseInterval(interval) ?? []),
    local,
  );
}

function writeFilterOf(
  settings: WriteSettings,
  rows: Rows,
  render: MemberRenderer,
  mask: (ref: MemberRef, value: Fragment) => Fragment = (_ref, value) => value,
) {
  const { dialect, timezone, lookup, context } = settings;
  const write = (filter: NormalizedFilter): Fragment => {
    if ('and' in filter) return group(filter.and.map(write), 'AND');
    if ('or' in filter) return group(filter.or.map(write), 'OR');
    const ref = lookup.dimension(filter.member);
    const { member, name } = ref;
    const shifts = member.type === 'time' ? shiftsOf(rows.scope, ref) : [];
    const value = comparable(ref, shifts, render, dialect);
    const shown = mask(ref, value);
    const expression = shown === value ? value : parenthesized(shown);
    return renderFilter({ name, member, expression }, filter.operator, filter.values ?? [], {
      dialect,
      timezone: zoneOf(shifts, timezone),
      clock: context,
    });
  };
  return write;
}

/** A dimension fit to stand beside an operator; a shifted time as wall clock, any other as the instant that it is. */
function comparable(
  { cube, member }: Pick<GroupColumn['ref'], 'cube' | 'member'>,
  shifts: readonly IntervalShift[],
  render: MemberRenderer,
  dialect: Dialect,
): Fragment {
  return shifts.length > 0
    ? shifted(render.time(cube, member), shifts, dialect)
    : parenthesized(render.dimension(cube, member));
}

/** What is compared as wall clock is not moved to UTC before. */
function zoneOf(shifts: readonly IntervalShift[], timezone: string): string {
  return shifts.length > 0 ? 'UTC' : timezone;
}

interface WhereRenderers {
  readonly render: MemberRenderer;
  /** For what the caller did not write: policies look at values as they are. */
  readonly bare: MemberRenderer;
  mask(ref: MemberRef, value: Fragment): Fragment;
}

function writeConditions(
  settings: WriteSettings,
  rows: Rows,
  { render, bare, mask }: WhereRenderers,
): Fragment[] {
  const { dialect, timezone } = settings;
  const { scope } = rows;
  const write = (condition: Condition): Fragment => {
    switch (condition.kind) {
      case 'range': {
        const { ref, range } = condition;
        const shifts = shiftsOf(scope, ref);
        const zone = zoneOf(shifts, timezone);
        const expression = mask(ref, comparable(ref, shifts, render, dialect));
        const end = (moment: string, side: 'start' | 'end') =>
          dialect.castToTimestamp(bound(toUtc(moment, zone, side)));
        const [from, to] = range;
        const ends = [
          ...(from === undefined ? [] : [sql`${expression} >= ${end(from, 'start')}`]),
          ...(to === undefined ? [] : [sql`${expression} <= ${end(to, 'end')}`]),
        ];
        return join(ends, ' AND ');
      }
      case 'segment': {
        const { ref } = condition;
        const own = parenthesized(render.segment(ref.cube, ref.member));
        const shown = mask(ref, own);
        return shown === own ? own : parenthesized(shown);
      }
      case 'drill':
        return parenthesized(render.snippet(condition.cube, condition.sql));
      case 'filter': {
        const { filter, isFromCaller } = condition;
        return isFromCaller
          ? writeFilterOf(settings, rows, render, mask)(filter)
          : writeFilterOf(settings, rows, bare)(filter);
      }
      default:
        return condition satisfies never;
    }
  };
  return [...(rows.isDenied ? [['1 = 0']] : []), ...rows.conditions.map(write)];
}

/** Whether there is a row of other cubes that belongs to this one, and meets what is asked of them. */
function writeSemiJoin(
  settings: WriteSettings,
  rows: Rows,
  { cube, equalities, tree, conditions }: SemiJoin,
  joining: MemberRenderer,
): Fragment {
  const partners = writeRows(settings, { ...rows, tree, conditions, semiJoins: [], isDenied: false });
  const own = equalities.map((equality) => joining.snippet(cube, equality.own));
  const partner = equalities.map((equality) => joining.snippet(cube, equality.partner));
  const row = own.length === 1 ? own.flat() : sql`(${join(own, ', ')})`;
  const where = partners.where();
  return sql`${row} IN (SELECT ${join(partner, ', ')} FROM ${partners.from()}${where})`;
}
