import { aliased, and, as, columnOf, equal, isNotNull, leftJoin, literal, when } from '../algebra/build.ts';
import type { Column, Expression, Relation } from '../algebra/algebra.ts';
import type { BaseMeasure } from '../ir/columns.ts';
import type { Rows } from '../ir/plan.ts';
import { joinPathsOf } from '../join/member-cubes.ts';
import { isAggregate, type Measure } from '../model/definitions/model.ts';
import { keyName } from './column-names.ts';
import { lowerRows, scanOf, type LoweredRows } from './lower-rows.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import type { MemberExpressions } from './members/member-expressions.ts';
import { ownTree } from './own-tree.ts';

/** The rows of a fanned-out cube, once for each combination of some columns. */
interface DeduplicatedRows {
  /**
   * Has the columns, under their names, in {@link KEYS}; and joins what the expressions made so far need as lazy joins.
   */
  relation(): Relation;
  /** The cube's measures over these rows. */
  readonly members: MemberExpressions;
  /** What an aggregate takes from each row; undefined where a measure has to be expressed whole. */
  readonly value: ((baseMeasure: BaseMeasure) => Expression) | undefined;
}

/** The alias of the rows that have the keys of a cube. */
export const KEYS = '__keys';

/**
 * @param lowered has expressed the columns
 * @param columns each with its name
 */
export function deduplicateRows(
  settings: LowerSettings,
  rows: Rows,
  {
    lowered,
    columns,
    cube,
    baseMeasures,
  }: {
    lowered: LoweredRows;
    columns: readonly Column[];
    cube: string;
    baseMeasures: readonly BaseMeasure[];
  },
): DeduplicatedRows {
  const key = lowered.members.key(cube).map((part, index) => as(part, keyName(index)));
  const keys = { lowered, baseMeasures, columns: [...columns, ...key] };
  return baseMeasures.every((baseMeasure) => isCarried(settings, baseMeasure))
    ? carryValues(keys)
    : joinAgain(settings, rows, { ...keys, cube });
}

const valueName = (index: number) => `__value_${index}`;

interface Keys {
  readonly lowered: LoweredRows;
  readonly baseMeasures: readonly BaseMeasure[];
  /** With the key. */
  readonly columns: readonly Column[];
}

/** The values stand beside the key that they depend on. */
function carryValues({ lowered, baseMeasures, columns }: Keys): DeduplicatedRows {
  const carried = baseMeasures.filter(({ measure }) => !countsKeys(measure));
  const values = carried.map((baseMeasure, index) =>
    as(carriedValue(lowered.members, baseMeasure), valueName(index)),
  );
  return {
    relation: () => distinct(lowered, [...columns, ...values]),
    members: lowered.members,
    value: (baseMeasure) =>
      columnOf(KEYS, countsKeys(baseMeasure.measure) ? keyName(0) : valueName(carried.indexOf(baseMeasure))),
  };
}

/** The cube is joined on its key once more, with what its measures need beside it. */
function joinAgain(
  settings: LowerSettings,
  rows: Rows,
  { lowered, cube, baseMeasures, columns }: Keys & { cube: string },
): DeduplicatedRows {
  const again = lowerRows(settings, rows);
  const { members } = again;
  const same = members.key(cube).map((part, index) => equal(columnOf(KEYS, keyName(index)), part));
  const tree = ownTree(settings, cube, baseMeasures);
  return {
    relation: () =>
      again.joinLazily(
        again.joinTree(leftJoin(distinct(lowered, columns), scanOf(members, cube), and(same)), tree),
      ),
    members,
    value: undefined,
  };
}

function distinct(lowered: LoweredRows, columns: readonly Column[]): Relation {
  return aliased({ kind: 'project', input: lowered.relation(), columns, isDistinct: true }, KEYS);
}

/** Whether the key says what a measure takes from a row: an aggregate of the cube's own columns, and no mask. */
function isCarried({ model, masks }: LowerSettings, { cube, measure }: BaseMeasure): boolean {
  return isAggregate(measure.type) && !masks.hasHidden() && joinPathsOf(model, measure, [cube]).length === 0;
}

/** The key is there for rows that are there. */
const countsKeys = ({ type, sql: value, filters }: Measure) =>
  type === 'count' && !value && filters.length === 0;

/** Of what is counted only whether it is there, as not all values can be told apart. */
function carriedValue(members: MemberExpressions, { cube, measure }: BaseMeasure): Expression {
  const value = members.rowValue(cube, measure);
  return measure.type === 'count' ? when(isNotNull(value), literal(1)) : value;
}
