import { and, columnOf, equal, same } from '../algebra/build.ts';
import type { Expression } from '../algebra/algebra.ts';
import { isMaskedWhereComputed, NOTHING } from '../access/masks.ts';
import type { ColumnMask, GroupColumn } from '../ir/columns.ts';
import type { Rows } from '../ir/plan.ts';
import type { CalendarShift } from '../ir/scope.ts';
import { cubesOf } from '../join/join-tree.ts';
import { filterRefs } from '../members/filter-refs.ts';
import type { Dimension } from '../model/definitions/model.ts';
import { QueryError, type NormalizedFilter } from '../query/query.ts';
import { keyName, LAZY_VALUE } from './column-names.ts';
import { policyCondition } from './lower-conditions.ts';
import { createContextExpressions } from './members/context-expressions.ts';
import type { LazyJoin } from './members/lazy-join.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import { maskedValue, maskValue } from './members/mask-value.ts';
import {
  createMemberExpressions,
  type MemberExpressions,
  type MemberSettings,
} from './members/member-expressions.ts';
import type { MemberOf, PlaceMembers, RowMembers } from './members/member-place.ts';
import type { MovedCubes } from './members/moved-cubes.ts';
import { lowerPolicy } from './members/policy-fault.ts';

/** Makes the expressions of the members of rows: of values as they are, and of values behind masks. */
export function createRowMembers(
  settings: LowerSettings,
  rows: Rows,
  moved: MovedCubes | undefined,
): RowMembers {
  const lazyJoins = new Map<string, LazyJoin>();
  const shared = { lazyJoins, context: createContextExpressions(settings, rows, moved) };
  const own = createPlace(settings, rows, {
    ...shared,
    ...(moved && { aliasOf: (cube: string) => (moved.cubes.has(cube) ? storedAlias(cube) : cube) }),
  });
  return {
    ...own,
    beside: moved ? createPlace(settings, rows, shared) : own,
    joining: createJoining(own.base, rows, own.unmasked),
    lazyJoins: () => [...lazyJoins.values()],
  };
}

/**
 * Of the rows as they are stored, where those that are shown beside a moved time have the cube's name; no cube has such
 * a name.
 */
const storedAlias = (cube: string) => `${cube}@`;

/** What the members of rows that are joined in one way are expressed with. */
interface Place extends Pick<MemberSettings, 'aliasOf' | 'context'> {
  readonly lazyJoins: Map<string, LazyJoin>;
}

function createPlace(
  settings: LowerSettings,
  rows: Rows,
  { lazyJoins, aliasOf, context: contextPart }: Place,
): PlaceMembers & { readonly base: MemberSettings } {
  const { model, context, timezone, masks, lookup } = settings;
  const base: MemberSettings = {
    model,
    timezone,
    clock: context,
    ...(aliasOf && { aliasOf }),
    joined: (cube, dimension) => {
      const alias = `${aliasOf?.(cube) ?? cube}.${dimension.name}`;
      if (!lazyJoins.has(alias)) lazyJoins.set(alias, joinOf({ cube, dimension, alias }));
      return columnOf(alias, LAZY_VALUE);
    },
    context: contextPart,
  };
  const unmasked = createMemberExpressions(base);
  const joinOf = (joined: JoinedDimension): LazyJoin =>
    joined.dimension.value.kind === 'stage'
      ? stageJoinOf(settings, rows, compared, joined)
      : lazyJoinOf(settings, rows, unmasked, joined);
  const isJoined = (filter: NormalizedFilter) => {
    const cubes = new Set(cubesOf(rows.tree));
    return filterRefs([filter], lookup).every(({ cube }) => cubes.has(cube));
  };
  const masked = ({ cube, member }: MemberOf, { mask, unless }: ColumnMask, value: Expression) => {
    const hidden = maskValue(mask, member, (template) => unmasked.template(cube, template));
    const isOfRows = unless && member.kind !== 'measure' && isJoined(unless);
    return maskedValue(
      value,
      { mask, hidden },
      isOfRows ? lowerPolicy(() => policyCondition(settings, rows, unless, unmasked)) : undefined,
    );
  };
  const masking: MemberSettings = {
    ...base,
    referred: (cube, member, value, isComputed) => {
      const mask = masks.referred(cube, member);
      if (!mask || (isComputed && isMaskedWhereComputed(member, mask))) return value;
      // Rows that SQL of a mask could aggregate are not at hand where the measure is a column already.
      const usable = isComputed && mask.mask.kind === 'sql' ? { mask: NOTHING } : mask;
      return masked({ cube, member }, usable, value);
    },
  };
  const compared = createMemberExpressions(masking);
  return {
    base,
    shown: createMemberExpressions({ ...masking, movesTimes: !settings.isSubQuery }),
    compared,
    unmasked,
    masked,
  };
}

/** A shifted calendar keeps its own dates for what it shows, and is joined by those that they map from. */
function createJoining(
  base: MemberSettings,
  { scope }: Rows,
  unmasked: MemberExpressions,
): MemberExpressions {
  const calendars = scope.shifts.filter((shift): shift is CalendarShift => shift.kind === 'calendar');
  if (calendars.length === 0) return unmasked;
  return createMemberExpressions({
    ...base,
    instead: (cube, { isPrimaryKey }) =>
      isPrimaryKey ? calendars.find((shift) => shift.cube === cube)?.sql : undefined,
  });
}

interface JoinedDimension {
  readonly cube: string;
  readonly dimension: Dimension;
  readonly alias: string;
}

/**
 * The join of a multi-stage dimension with the groups that it has been computed for, null being equal to null.
 *
 * @throws QueryError `stage_not_aggregated` where the rows have no such groups
 */
function stageJoinOf(
  settings: LowerSettings,
  { scope, tree }: Rows,
  members: MemberExpressions,
  { cube, dimension, alias }: JoinedDimension,
): LazyJoin {
  const { rows, groups } = settings.stage(cube, dimension, scope);
  const cubes = new Set(cubesOf(tree));
  const foreign = groups.find(({ ref }) => !cubes.has(ref.cube));
  const where = foreign ? 'what it is a condition on' : 'a measure of another time';
  if (foreign || scope.shifts.length > 0)
    throw new QueryError(
      'stage_not_aggregated',
      `${cube}.${dimension.name} is computed for the groups of the query, which ${where} does not have`,
      `${cube}.${dimension.name}`,
    );
  const pairs = groups.map((group, index) => same(columnOf(alias, keyName(index)), valueOf(members, group)));
  return { rows: { kind: 'alias', alias, input: rows }, ...(pairs.length > 0 && { on: and(pairs) }) };
}

/** The value of a group in rows with times that are cut, and not moved otherwise. */
function valueOf(members: MemberExpressions, column: GroupColumn): Expression {
  const { cube, member } = column.ref;
  if (member.type !== 'time') return members.dimension(cube, member);
  return members.time(cube, member, column.kind === 'timeDimension' ? column.granularity : undefined);
}

/** The join of a dimension with a value of another relation. */
function lazyJoinOf(
  settings: LowerSettings,
  { scope }: Rows,
  unmasked: MemberExpressions,
  { cube, dimension, alias }: JoinedDimension,
): LazyJoin {
  if (dimension.value.kind === 'values')
    return { rows: { kind: 'values', alias, column: LAZY_VALUE, values: dimension.value.values } };
  const same = unmasked.key(cube).map((key, index) => equal(columnOf(alias, keyName(index)), key));
  return {
    rows: { kind: 'alias', alias, input: settings.subQuery(cube, dimension, scope) },
    on: and(same),
  };
}
