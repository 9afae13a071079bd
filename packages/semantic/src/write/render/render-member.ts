import { parenthesized } from '../../sql/parenthesized.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type {
  Cube,
  Dimension,
  Label,
  Measure,
  Member,
  Model,
  Segment,
} from '../../model/definitions/model.ts';
import { isAggregate } from '../../model/definitions/model.ts';
import { resolveReference } from '../../model/definitions/resolve-reference.ts';
import type { ContextPart, SqlTemplate } from '../../model/sql-template/sql-template.ts';
import { cubeOf } from '../../members/member-ref.ts';
import type { Clock } from '../../query/query.ts';
import { join, sql, textOf, withProvenance, type Fragment, type FragmentPart } from '../../sql/fragment.ts';
import { cutTime } from './cut-time.ts';
import { originOf } from './origin-of.ts';
import { writeAggregate } from './write-aggregate.ts';

/** How the measures of one SELECT come about. */
export interface MeasureMode {
  /** Cubes with rows that the SELECT repeats, so that a count counts distinct keys. */
  readonly fannedOut: ReadonlySet<string>;
  /** Rows are shown as they are, without aggregates. */
  readonly ungrouped: boolean;
  /** Members that are columns of an inner query already, by `cube.member`. */
  readonly columns?: ReadonlyMap<string, Fragment>;
}

/** Where SQL is rendered for. */
export interface RenderSettings {
  readonly model: Model;
  readonly dialect: Dialect;
  readonly timezone: string;
  readonly clock: Clock;
  /**
   * Whether references to time dimensions are moved to the zone, as in what a query shows; default: they stay instants.
   */
  readonly movesTimes?: boolean;
  /** A dimension with a value of another SELECT, which the SELECT that uses it joins. */
  joined(cube: string, dimension: Dimension): Fragment;
  /** What an SQL template of a cube says of the query or of the caller. */
  context(part: ContextPart, cube: Cube): Fragment;
  /** The alias of a cube's table; default its name. */
  aliasOf?(cube: string): string;
  /** Other SQL for a dimension; default its own. */
  instead?(cube: string, dimension: Dimension): SqlTemplate | undefined;
  /**
   * What a reference to a member shows, from its value or from the column that holds it; default the value. Keys and
   * tables are never asked about.
   */
  referred?(cube: string, member: Member, value: Fragment, isComputed: boolean): Fragment;
}

/** Renders members as SQL. A cube's table has the cube's name as its alias. */
export interface MemberRenderer {
  dimension(cube: string, dimension: Dimension): Fragment;
  /** A time dimension in the query's zone, cut to a granularity where one is given. */
  time(cube: string, dimension: Dimension, granularity?: string): Fragment;
  measure(cube: string, measure: Measure, mode: MeasureMode): Fragment;
  /** What an aggregate takes from each row, null where the row does not count. */
  rowValue(cube: string, measure: Measure): Fragment;
  segment(cube: string, segment: Segment): Fragment;
  template(cube: string, template: SqlTemplate, mode?: MeasureMode): Fragment;
  /** The cube's rows: its table, or its SELECT in parentheses. */
  table(cube: string): Fragment;
  alias(cube: string): string;
  /** The parts of the primary key, none of which is null in a row that there is. */
  key(cube: string): readonly Fragment[];
}

/** Makes the renderer of one SELECT. */
export function createRenderer(settings: RenderSettings): MemberRenderer {
  const { model, dialect, timezone, clock } = settings;
  const { referred, movesTimes: _, ...plainSettings } = settings;
  const plain = referred && createRenderer(plainSettings);
  // A time that refers to another is moved once, as a whole.
  const isMoving = settings.movesTimes === true && timezone !== 'UTC';
  const unmoved = isMoving ? createRenderer({ ...settings, movesTimes: false }) : undefined;
  const alias = (cube: string) => dialect.quoteIdentifier(settings.aliasOf?.(cube) ?? cube);

  const renderTemplate = (cubeName: string, template: SqlTemplate, mode?: MeasureMode): Fragment => {
    const cube = cubeOf(model, cubeName);
    const isWhole = template.parts.length === 1;
    return template.parts.map((part): FragmentPart => {
      if (part.kind === 'text') return part.text;
      if (part.kind !== 'reference') return settings.context(part, cube);
      const resolved = resolveReference(part, cube, model.cubes);
      switch (resolved.kind) {
        case 'cube':
          return alias(resolved.cube);
        case 'cube-sql':
          return table(resolved.cube);
        case 'unknown':
          throw new Error(`The model refers to ${resolved.name}, which does not exist`);
        default: {
          const value = renderReferred(resolved, mode);
          const isComputed = mode?.columns?.has(`${resolved.cube}.${resolved.member.name}`) === true;
          const inner = settings.referred?.(resolved.cube, resolved.member, value, isComputed) ?? value;
          if (part.as)
            return part.as === 'number' ? dialect.castToNumber(inner) : sql`CAST(${inner} AS VARCHAR)`;
          return isWhole ? inner : parenthesized(inner);
        }
      }
    });
  };

  const renderReferred = (
    { cube, member, granularity }: Extract<ReturnType<typeof resolveReference>, { kind: 'member' }>,
    mode: MeasureMode | undefined,
  ): Fragment => {
    if (member.kind === 'segment') return renderSegment(cube, member);
    if (member.kind === 'measure')
      return renderMeasure(cube, member, mode ?? { fannedOut: new Set(), ungrouped: false });
    const column = granularity === undefined && mode?.columns?.get(`${cube}.${member.name}`);
    if (column) return column;
    const isMoved = granularity !== undefined || (unmoved && member.type === 'time');
    return isMoved ? renderTime(cube, member, granularity) : renderDimension(cube, member);
  };

  const renderDimension = (cube: string, dimension: Dimension): Fragment =>
    withProvenance(originOf(cube, dimension), dimensionValue(cube, dimension));

  const dimensionValue = (cube: string, dimension: Dimension): Fragment => {
    const { value } = dimension;
    const other = settings.instead?.(cube, dimension);
    if (other) return renderTemplate(cube, other);
    switch (value.kind) {
      case 'sql':
        return renderTemplate(cube, value.sql);
      case 'geo':
        return dialect.concat([
          parenthesized(renderTemplate(cube, value.latitude)),
          [`','`],
          parenthesized(renderTemplate(cube, value.longitude)),
        ]);
      case 'case': {
        const branches = value.when.map(
          ({ sql: condition, label }) =>
            sql` WHEN ${renderTemplate(cube, condition)} THEN ${renderLabel(cube, label)}`,
        );
        const otherwise = value.otherwise ? sql` ELSE ${renderLabel(cube, value.otherwise)}` : [];
        return sql`CASE${branches}${otherwise} END`;
      }
      case 'switch': {
        const on = renderTemplate(cube, value.on);
        const branches = value.when.map(
          ({ value: text, sql: result }) =>
            sql` WHEN ${dialect.quoteText(text)} THEN ${renderTemplate(cube, result)}`,
        );
        const otherwise = value.otherwise ? sql` ELSE ${renderTemplate(cube, value.otherwise)}` : [];
        return sql`CASE ${on}${branches}${otherwise} END`;
      }
      case 'values':
      case 'sub-query':
        return settings.joined(cube, dimension);
      default:
        return value satisfies never;
    }
  };

  const renderLabel = (cube: string, label: Label): Fragment =>
    label.kind === 'text' ? [dialect.quoteText(label.text)] : renderTemplate(cube, label.sql);

  const renderTime = (cube: string, dimension: Dimension, granularity?: string): Fragment => {
    const own = unmoved ? unmoved.dimension(cube, dimension) : renderDimension(cube, dimension);
    const instant = dialect.castToTimestamp(own);
    const local =
      timezone === 'UTC' || isLocal(cube, dimension) ? instant : dialect.toZone(instant, timezone);
    if (granularity === undefined) return local;
    const { sql: period } = dimension.granularities[granularity] ?? {};
    const truncated = period
      ? dialect.castToTimestamp(renderTemplate(cube, period))
      : cutTime({ dialect, timezone, context: clock }, local, dimension, granularity);
    return withProvenance(originOf(cube, dimension), truncated);
  };

  /** What is nothing but another time, cut to a granularity, is wall clock already. */
  const isLocal = (cube: string, { value }: Dimension): boolean => {
    const [part, ...more] = value.kind === 'sql' ? value.sql.parts : [];
    if (part?.kind !== 'reference' || more.length > 0) return false;
    const resolved = resolveReference(part, cubeOf(model, cube), model.cubes);
    return resolved.kind === 'member' && resolved.granularity !== undefined;
  };

  const renderMeasure = (cube: string, measure: Measure, mode: MeasureMode): Fragment => {
    const column = mode.columns?.get(`${cube}.${measure.name}`);
    if (column) return column;
    return withProvenance(originOf(cube, measure), measureValue(cube, measure, mode));
  };

  const measureValue = (cube: string, measure: Measure, mode: MeasureMode): Fragment => {
    if (!isAggregate(measure.type)) return measure.sql ? renderTemplate(cube, measure.sql, mode) : ['NULL'];
    return mode.ungrouped ? renderUngrouped(cube, measure) : renderAggregate(cube, measure, mode);
  };

  const renderSegment = (cube: string, segment: Segment): Fragment =>
    withProvenance(originOf(cube, segment), renderTemplate(cube, segment.sql));

  const conditionsOf = (cube: string, measure: Measure): Fragment =>
    join(
      measure.filters.map((filter) => parenthesized(renderTemplate(cube, filter))),
      ' AND ',
    );

  const filtered = (cube: string, measure: Measure, value: Fragment): Fragment =>
    measure.filters.length === 0 ? value : sql`CASE WHEN ${conditionsOf(cube, measure)} THEN ${value} END`;

  const unfilteredValue = (cube: string, measure: Measure): Fragment => {
    if (measure.sql) return renderTemplate(cube, measure.sql);
    return (measure.type === 'count' && countedKey(cube)) || [measure.type === 'count' ? '1' : 'NULL'];
  };

  const rowValue = (cube: string, measure: Measure): Fragment =>
    filtered(cube, measure, unfilteredValue(cube, measure));

  const renderAggregate = (cube: string, measure: Measure, { fannedOut }: MeasureMode): Fragment => {
    const countsRows = measure.type === 'count' && !measure.sql && measure.filters.length === 0;
    if (countsRows && cubeOf(model, cube).primaryKey.length === 0) return ['count(*)'];
    // Without a key repeated rows cannot be told apart, and the planner has refused what would have to.
    const countsKeys = fannedOut.has(cube) && cubeOf(model, cube).primaryKey.length > 0;
    const value = unfilteredValue(cube, measure);
    // Quicker than CASE; an expression may fail in rows that the filters leave out, and DuckDB computes it for all of
    // them.
    if (measure.filters.length > 0 && isColumn(value))
      return sql`${writeAggregate(dialect, measure, value, countsKeys)} FILTER (WHERE ${conditionsOf(cube, measure)})`;
    return writeAggregate(dialect, measure, filtered(cube, measure, value), countsKeys);
  };

  /** A count shows 1 for a row that it would count, any other aggregate the value itself. */
  const renderUngrouped = (cube: string, measure: Measure): Fragment => {
    const isCount =
      measure.type === 'count' ||
      measure.type === 'count_distinct' ||
      measure.type === 'count_distinct_approx';
    const value = measure.sql ? renderTemplate(cube, measure.sql) : (countedKey(cube) ?? ['1']);
    return filtered(
      cube,
      measure,
      isCount ? sql`CASE WHEN ${parenthesized(value)} IS NOT NULL THEN 1 END` : value,
    );
  };

  /** The primary key as one value to count; null in a row that a join has not found. */
  const countedKey = (cube: string): Fragment | undefined => {
    const parts = key(cube);
    if (parts.length < 2) return parts[0];
    const isFound = parts.map((part) => sql`${parenthesized(part)} IS NOT NULL`);
    return sql`CASE WHEN ${join(isFound, ' AND ')} THEN ${dialect.row(parts)} END`;
  };

  const key = (cubeName: string): readonly Fragment[] => {
    if (plain) return plain.key(cubeName);
    const cube = cubeOf(model, cubeName);
    return cube.primaryKey.flatMap((name) => {
      const dimension = cube.dimensions[name];
      return dimension ? [renderDimension(cubeName, dimension)] : [];
    });
  };

  const table = (cubeName: string): Fragment => {
    if (plain) return plain.table(cubeName);
    const { source } = cubeOf(model, cubeName);
    const text = withProvenance(cubeName, renderTemplate(cubeName, source.sql));
    return source.kind === 'table' ? text : parenthesized(text);
  };

  return {
    dimension: renderDimension,
    time: renderTime,
    measure: renderMeasure,
    segment: renderSegment,
    template: renderTemplate,
    rowValue: (cube, measure) => withProvenance(originOf(cube, measure), rowValue(cube, measure)),
    table,
    alias,
    key,
  };
}

const MAX_COLUMN_LENGTH = 200;
const COLUMN = /^\s*(?:"[^"]+"|[a-z_]\w*)(?:\.(?:"[^"]+"|[a-z_]\w*))+\s*$/i;

/** Whether a value is a column of a table, and so computed without fail. */
function isColumn(value: Fragment): boolean {
  return COLUMN.test(textOf(value, MAX_COLUMN_LENGTH) ?? '');
}
