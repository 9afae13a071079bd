import { and, asTime, crossJoin, equal, filter, leftJoin, origin, when } from '../algebra/build.ts';
import type { Expression, Relation } from '../algebra/algebra.ts';
import type { GroupColumn } from '../ir/columns.ts';
import type { JoinTree } from '../ir/join-tree.ts';
import type { Rows, SemiJoin } from '../ir/plan.ts';
import { equalitiesOf } from '../join/equalities.ts';
import { keyName } from './column-names.ts';
import { lowerConditions } from './lower-conditions.ts';
import { cutTime } from './members/cut-time.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import type { MemberExpressions } from './members/member-expressions.ts';
import { placeOfMember, type MemberPlace, type RowMembers } from './members/member-place.ts';
import { movedCubesOf, type MovedCubes } from './members/moved-cubes.ts';
import { shifted } from './members/shifted-time.ts';
import { createRowMembers } from './row-members.ts';

/** Joined rows under construction. What is expressed first decides what {@link relation} has to join. */
export interface LoweredRows {
  readonly members: MemberExpressions;
  group(column: GroupColumn): Expression;
  /**
   * The cubes of the tree, and what the expressions made so far need as lazy joins; under their conditions.
   *
   * @param join puts further joins behind those of the tree
   */
  relation(join?: (rows: Relation) => Relation): Relation;
  /** What joins compare. */
  readonly joining: MemberExpressions;
  /** The joins of a tree behind rows that begin otherwise. */
  joinTree(rows: Relation, tree: JoinTree): Relation;
  /** The lazy joins behind rows that begin otherwise. */
  joinLazily(rows: Relation): Relation;
}

/** The joined rows of a scope as a relation, with the expressions of their members. */
export function lowerRows(settings: LowerSettings, rows: Rows): LoweredRows {
  const moved = movedCubesOf(settings, rows);
  const own = createRowMembers(settings, rows, moved);
  const { shown, joining, lazyJoins } = own;
  const joinLazily = (input: Relation) =>
    lazyJoins().reduce(
      (left, { rows: right, on }) => (on ? leftJoin(left, right, on) : crossJoin(left, right)),
      input,
    );
  return {
    members: shown,
    group: (column) => groupOf(settings, rows, column, placeOfMember(rows, moved, own, column.ref)),
    joining,
    joinTree: (input, tree) => joinEdges(settings, input, tree, joining),
    joinLazily,
    relation(join = (input) => input) {
      // Conditions may need lazy joins too.
      const where = lowerConditions(settings, rows, own, moved);
      const tree = joinEdges(settings, scanOf(shown, rows.tree.root), rows.tree, joining);
      const joined = join(joinLazily(moved ? joinBeside(settings, tree, moved, own) : tree));
      const asked = rows.semiJoins.reduce(
        (input, semiJoin, index) =>
          lowerSemiJoin(settings, rows, semiJoin, { input, joining, alias: `__partners_${index}` }),
        joined,
      );
      return filter(asked, where);
    },
  };
}

/** The rows of a cube under its alias. */
export function scanOf(members: MemberExpressions, cube: string): Relation {
  return { kind: 'scan', alias: members.alias(cube), table: members.table(cube) };
}

function groupOf(settings: LowerSettings, rows: Rows, column: GroupColumn, place: MemberPlace): Expression {
  const { mask, ref } = column;
  const value = groupValue(settings, column, place);
  return mask ? place.members.masked(ref, mask, value) : withFiniteTime(rows, column, value);
}

/** A range with two ends leaves out infinite times. */
function withFiniteTime({ conditions }: Rows, { ref }: GroupColumn, value: Expression): Expression {
  const isFinite = conditions.some(
    (condition) =>
      condition.kind === 'range' && condition.ref.name === ref.name && !condition.range.includes(undefined),
  );
  if (!isFinite || value.kind !== 'origin' || value.value.kind !== 'truncate') return value;
  return { ...value, value: { ...value.value, isFinite } };
}

function groupValue(
  settings: LowerSettings,
  column: GroupColumn,
  { members: { shown }, shifts }: MemberPlace,
): Expression {
  const { cube, member } = column.ref;
  if (member.type !== 'time') return shown.dimension(cube, member);
  const granularity = column.kind === 'timeDimension' ? column.granularity : undefined;
  if (shifts.length === 0) return shown.time(cube, member, granularity);
  const local = shifted(shown.time(cube, member), shifts);
  return granularity === undefined ? local : cutTime(settings, local, member, granularity);
}

function joinEdges(
  { model }: LowerSettings,
  rows: Relation,
  { edges }: Pick<JoinTree, 'edges'>,
  members: MemberExpressions,
): Relation {
  return edges.reduce((left, edge) => {
    const { from, to, join } = edge;
    const equalities = equalitiesOf(model, edge)?.map(({ own, partner }) =>
      equal(members.template(from, own), members.template(from, partner)),
    );
    const on = equalities ? and(equalities) : members.template(from, join.sql);
    return leftJoin(left, scanOf(members, to), origin(from, on));
  }, rows);
}

/**
 * The joins of what is shown beside a moved time, after those of the rows as they are stored. In a zone with changes of
 * the clocks a calendar of hours has the row of the moved wall clock. One of days, stored as midnights of UTC, need
 * not, and has that of the stored time, moved by as much.
 */
function joinBeside(
  settings: LowerSettings,
  rows: Relation,
  { calendars, edges }: MovedCubes,
  { unmasked: stored, beside: { unmasked } }: RowMembers,
): Relation {
  const { timezone } = settings;
  const joined = calendars.reduce((left, { cube, key, shifts }) => {
    const calendar = scanOf(unmasked, cube);
    const at = asTime(unmasked.dimension(cube, key));
    const own = asTime(stored.dimension(cube, key));
    const moved = shifted(own, shifts);
    if (timezone === 'UTC') return leftJoin(left, calendar, equal(at, moved));
    const clock: Expression = {
      kind: 'from-zone',
      value: shifted({ kind: 'to-zone', value: own, zone: timezone }, shifts),
      zone: timezone,
    };
    const hasClock: Expression = {
      kind: 'exists',
      rows: { kind: 'project', columns: [], input: filter(calendar, [equal(at, clock)]) },
    };
    return leftJoin(left, calendar, equal(at, when(hasClock, clock, moved)));
  }, rows);
  return joinEdges(settings, joined, { edges }, unmasked);
}

/** Whether there is a row of other cubes that belongs to this one, and meets what is asked of them. */
function lowerSemiJoin(
  settings: LowerSettings,
  rows: Rows,
  { cube, equalities, tree, conditions }: SemiJoin,
  { input, joining, alias }: { input: Relation; joining: MemberExpressions; alias: string },
): Relation {
  const above = [...rows.tree.edges, { from: cube, to: tree.root }];
  const partners = lowerRows(settings, {
    ...rows,
    tree,
    above,
    conditions,
    semiJoins: [],
    isDenied: false,
  });
  const columns = equalities.map(({ partner }, index) => ({
    name: keyName(index),
    value: partners.joining.template(cube, partner),
  }));
  return {
    kind: 'semi-join',
    input,
    values: equalities.map(({ own }) => joining.template(cube, own)),
    among: { kind: 'project', input: partners.relation(), columns },
    alias,
    origin: cube,
  };
}
