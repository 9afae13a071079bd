import { joinPathsOf } from '../join/member-cubes.ts';
import { isAggregate, type Measure } from '../model/definitions/model.ts';
import type { Rows } from '../ir/plan.ts';
import type { BaseMeasure } from '../ir/columns.ts';
import { join, sql, type Fragment } from '../sql/fragment.ts';
import { type MemberRenderer } from './render/render-member.ts';
import { parenthesized } from '../sql/parenthesized.ts';
import { as, ownTree } from './write-parts.ts';
import { writeRows, type RowsWriter } from './write-rows.ts';
import type { WriteSettings } from './render/write-settings.ts';

/** The rows of a fanned-out cube, once for each combination of some columns. */
interface DeduplicatedRows {
  /**
   * Has the columns, under their names, in {@link KEYS}; and joins what the expressions rendered so far need as lazy
   * joins.
   */
  from(): Fragment;
  /** Renders the cube's measures over these rows. */
  readonly render: MemberRenderer;
  /** What an aggregate takes from each row; undefined where a measure has to be rendered whole. */
  readonly value: ((baseMeasure: BaseMeasure) => Fragment) | undefined;
}

/** The alias of the SELECT that has the keys of a cube. */
export const KEYS = '__keys';

/**
 * @param writer has rendered the columns
 * @param columns each with its name
 */
export function writeDeduplicatedRows(
  settings: WriteSettings,
  rows: Rows,
  {
    writer,
    columns,
    cube,
    baseMeasures,
  }: { writer: RowsWriter; columns: readonly Fragment[]; cube: string; baseMeasures: readonly BaseMeasure[] },
): DeduplicatedRows {
  const key = writer.render.key(cube).map((part, index) => as(settings, part, keyName(index)));
  return baseMeasures.every((baseMeasure) => isCarried(settings, baseMeasure))
    ? carryValues(settings, { writer, baseMeasures, columns: [...columns, ...key] })
    : joinAgain(settings, rows, { writer, cube, baseMeasures, columns: [...columns, ...key] });
}

const keyName = (index: number) => `__key_${index}`;
const valueName = (index: number) => `__value_${index}`;

interface Keys {
  readonly writer: RowsWriter;
  readonly baseMeasures: readonly BaseMeasure[];
  /** With the key. */
  readonly columns: readonly Fragment[];
}

/** The values stand beside the key that they depend on. */
function carryValues(settings: WriteSettings, { writer, baseMeasures, columns }: Keys): DeduplicatedRows {
  const carried = baseMeasures.filter(({ measure }) => !countsKeys(measure));
  const values = carried.map((baseMeasure, index) =>
    as(settings, carriedValue(writer.render, baseMeasure), valueName(index)),
  );
  const location = (name: string): Fragment => [
    `${settings.dialect.quoteIdentifier(KEYS)}.${settings.dialect.quoteIdentifier(name)}`,
  ];
  return {
    from: () => distinct(settings, writer, [...columns, ...values]),
    render: writer.render,
    value: (baseMeasure) =>
      location(countsKeys(baseMeasure.measure) ? keyName(0) : valueName(carried.indexOf(baseMeasure))),
  };
}

/** The cube is joined on its key once more, with what its measures need beside it. */
function joinAgain(
  settings: WriteSettings,
  rows: Rows,
  { writer, cube, baseMeasures, columns }: Keys & { cube: string },
): DeduplicatedRows {
  const quote = (name: string) => settings.dialect.quoteIdentifier(name);
  const { render, joins, lazyJoins } = writeRows(settings, rows);
  const same = render
    .key(cube)
    .map((part, index) => sql`${quote(KEYS)}.${quote(keyName(index))} = ${parenthesized(part)}`);
  const tree = ownTree(settings, cube, baseMeasures);
  return {
    from: () =>
      sql`${distinct(settings, writer, columns)} LEFT JOIN ${render.table(cube)} AS ${render.alias(cube)} ON ${join(same, ' AND ')}${joins(tree)}${lazyJoins()}`,
    render,
    value: undefined,
  };
}

function distinct(settings: WriteSettings, writer: RowsWriter, columns: readonly Fragment[]): Fragment {
  const where = writer.where();
  return sql`(SELECT DISTINCT ${join(columns, ', ')} FROM ${writer.from()}${where}) AS ${settings.dialect.quoteIdentifier(KEYS)}`;
}

/** Whether the key says what a measure takes from a row: an aggregate of the cube's own columns, and no mask. */
function isCarried({ model, masks }: WriteSettings, { cube, measure }: BaseMeasure): boolean {
  return isAggregate(measure.type) && !masks.hasHidden() && joinPathsOf(model, measure, [cube]).length === 0;
}

/** The key is there for rows that are there. */
const countsKeys = ({ type, sql: value, filters }: Measure) =>
  type === 'count' && !value && filters.length === 0;

/** Of what is counted only whether it is there, as not all values can be told apart. */
function carriedValue(render: MemberRenderer, { cube, measure }: BaseMeasure): Fragment {
  const value = render.rowValue(cube, measure);
  return measure.type === 'count' ? sql`CASE WHEN ${parenthesized(value)} IS NOT NULL THEN 1 END` : value;
}
