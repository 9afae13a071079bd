import type { JoinEdge } from '../../ir/join-tree.ts';
import type { Rows } from '../../ir/plan.ts';
import type { IntervalShift } from '../../ir/scope.ts';
import { usesOf, usesOfTemplate } from '../../join/member-cubes.ts';
import { filterRefs } from '../../members/filter-refs.ts';
import { cubeOf, type MemberRef } from '../../members/member-ref.ts';
import type { Dimension, Model } from '../../model/definitions/model.ts';
import { shiftsOf } from './shifted-time.ts';
import type { LowerSettings } from './lower-settings.ts';

/** A calendar of some rows: a cube with one row for each moment of a time that shifts move. */
interface MovedCalendar {
  readonly cube: string;
  /** The whole primary key of the cube. */
  readonly key: Dimension;
  readonly shifts: readonly IntervalShift[];
}

/**
 * The cubes of some rows that are joined twice: as the rows are stored, for measures, joins and policies, and once more
 * by the moved time, for what is shown and asked beside it. A number of the day before stands beside the name of the
 * day that is shown.
 */
export interface MovedCubes {
  readonly calendars: readonly MovedCalendar[];
  /** The joins on from the calendars, over which no row is repeated; they are joined for the shown rows as well. */
  readonly edges: readonly JoinEdge[];
  readonly cubes: ReadonlySet<string>;
  /** Whether a member is, or refers to, one of the shown rows. */
  isShown(ref: MemberRef): boolean;
}

/** Finds the cubes that have to be joined twice; undefined where nothing is shown of them but the moved time itself. */
export function movedCubesOf(
  { model, lookup }: Pick<LowerSettings, 'model' | 'lookup'>,
  rows: Rows,
): MovedCubes | undefined {
  if (!rows.scope.shifts.some(({ kind }) => kind === 'interval')) return undefined;
  const { calendars, edges } = calendarsOf(model, rows);
  const cubes = new Set([...calendars.map(({ cube }) => cube), ...edges.map(({ to }) => to)]);
  const isShown = (ref: MemberRef): boolean => {
    const isOwn = cubes.has(ref.cube);
    const isKey = calendars.some(({ cube, key }) => cube === ref.cube && key.name === ref.member.name);
    // A time that is moved by itself is moved from what is stored.
    const isMovedItself =
      ref.member.kind === 'dimension' && shiftsOf(rows.scope, dimensionOf(ref)).length > 0;
    if (isKey || (isMovedItself && !isOwn)) return false;
    return usesOf(model, ref.member, ref.path).some(({ path }) => cubes.has(path.at(-1) ?? ''));
  };
  const asked = rows.conditions.flatMap((condition): MemberRef[] => {
    if (condition.kind === 'drill') return [];
    if (condition.kind !== 'filter') return [condition.ref];
    return condition.from === 'policy' ? [] : filterRefs([condition.filter], lookup);
  });
  const isUsed = [...rows.scope.groups.map(({ ref }) => ref), ...asked].some(isShown);
  return isUsed ? { calendars, edges, cubes, isShown } : undefined;
}

/**
 * What is behind a calendar is of the row that is shown, as is a calendar behind it. Of a cube with measures in the
 * computation the other members are of the rows that are measured, as those of events that have their moment as key;
 * unless the author calls it a calendar.
 */
function calendarsOf(model: Model, { scope, tree, measured }: Rows): Pick<MovedCubes, 'calendars' | 'edges'> {
  const calendars: MovedCalendar[] = [];
  const edges: JoinEdge[] = [];
  const behind = new Set<string>();
  const add = (cube: string) => {
    const [name = '', ...more] = cubeOf(model, cube).primaryKey;
    const key = cubeOf(model, cube).dimensions[name];
    if (!key || more.length > 0 || behind.has(cube) || isMeasured(cube)) return;
    const shifts = shiftsOf(scope, { cube, member: key });
    if (shifts.length === 0) return;
    calendars.push({ cube, key, shifts });
    behind.add(cube);
  };
  const isMeasured = (cube: string) => measured.includes(cube) && !cubeOf(model, cube).isCalendar;
  const speaksOfThem = ({ from, to, join }: JoinEdge) =>
    [[from], ...usesOfTemplate(model, join.sql, cubeOf(model, from), [from]).map(({ path }) => path)].some(
      (path) => path.at(-1) !== to && behind.has(path.at(-1) ?? ''),
    );
  add(tree.root);
  for (const edge of tree.edges) {
    if (speaksOfThem(edge) && edge.join.relationship !== 'one_to_many' && !isMeasured(edge.to)) {
      behind.add(edge.to);
      edges.push(edge);
    } else add(edge.to);
  }
  return { calendars, edges };
}

function dimensionOf({ cube, member }: MemberRef): { cube: string; member: Dimension } {
  if (member.kind !== 'dimension') throw new Error(`${cube}.${member.name} is no dimension`);
  return { cube, member };
}
