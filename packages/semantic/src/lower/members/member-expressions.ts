import { aggregate, and, asTime, cast, isNotNull, literal, NULL, origin, when } from '../../algebra/build.ts';
import type { Expression, Raw, RawPart, TableSource } from '../../algebra/algebra.ts';
import { cubeOf } from '../../members/member-ref.ts';
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
import { isNamePath } from '../../model/sql-template/sql-tokens.ts';
import type {
  CallPart,
  ContextPart,
  SqlTemplate,
  SqlTemplatePart,
} from '../../model/sql-template/sql-template.ts';
import type { Clock } from '../../query/query.ts';
import { cutTime } from './cut-time.ts';
import { aggregateOf } from './lower-aggregate.ts';
import { originOf } from './origin-of.ts';

/** How the measures of one query come about. */
export interface MeasureMode {
  /** Cubes with rows that are repeated, so that a count counts distinct keys. */
  readonly fannedOut: ReadonlySet<string>;
  /** Rows are shown as they are, without aggregates. */
  readonly ungrouped: boolean;
  /** Members that are columns of an inner relation already, by `cube.member`. */
  readonly columns?: ReadonlyMap<string, Expression>;
}

/** What members are expressed with. */
export interface MemberSettings {
  readonly model: Model;
  readonly timezone: string;
  readonly clock: Clock;
  /**
   * Whether references to time dimensions are moved to the zone, as in what a query shows; default: they stay instants.
   */
  readonly movesTimes?: boolean;
  /** A dimension with a value of another relation, which the query that uses it joins. */
  joined(cube: string, dimension: Dimension): Expression;
  /** What an SQL template of a cube says of the query or of the caller. */
  context(part: ContextPart, cube: Cube): RawPart;
  /** The alias of a cube's rows; default its name. */
  aliasOf?(cube: string): string;
  /** Other SQL for a dimension; default its own. */
  instead?(cube: string, dimension: Dimension): SqlTemplate | undefined;
  /**
   * What a reference to a member shows, from its value or from the column that holds it; default the value. Keys and
   * tables are never asked about.
   */
  referred?(cube: string, member: Member, value: Expression, isComputed: boolean): Expression;
}

/** Members as expressions over rows in which each cube has an alias. */
export interface MemberExpressions {
  dimension(cube: string, dimension: Dimension): Expression;
  /** A time dimension in the query's zone, cut to a granularity where one is given. */
  time(cube: string, dimension: Dimension, granularity?: string): Expression;
  measure(cube: string, measure: Measure, mode: MeasureMode): Expression;
  /** What an aggregate takes from each row, null where the row does not count. */
  rowValue(cube: string, measure: Measure): Expression;
  segment(cube: string, segment: Segment): Expression;
  template(cube: string, template: SqlTemplate, mode?: MeasureMode): Expression;
  /** The cube's rows: its table, or its SELECT. */
  table(cube: string): TableSource;
  alias(cube: string): string;
  /** The parts of the primary key, none of which is null in a row that there is. */
  key(cube: string): readonly Expression[];
}

/** Makes the expressions of one query's members. */
export function createMemberExpressions(settings: MemberSettings): MemberExpressions {
  const { model, timezone, clock } = settings;
  const { referred, movesTimes: _, ...plainSettings } = settings;
  const plain = referred && createMemberExpressions(plainSettings);
  // A time that refers to another is moved once, as a whole.
  const isMoving = settings.movesTimes === true && timezone !== 'UTC';
  const unmoved = isMoving ? createMemberExpressions({ ...settings, movesTimes: false }) : undefined;
  const alias = (cube: string) => settings.aliasOf?.(cube) ?? cube;

  const partOf = (
    part: Exclude<SqlTemplatePart, CallPart>,
    cube: Cube,
    mode: MeasureMode | undefined,
  ): RawPart => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'literal') return literal(part.value);
    if (part.kind !== 'reference') return settings.context(part, cube);
    const resolved = resolveReference(part, cube, model.cubes);
    switch (resolved.kind) {
      case 'cube':
        return { kind: 'table-alias', name: alias(resolved.cube) };
      case 'cube-sql':
        return table(resolved.cube);
      case 'unknown':
        throw new Error(`The model refers to ${resolved.name}, which does not exist`);
      default: {
        const value = referredValue(resolved, mode);
        const isComputed = mode?.columns?.has(`${resolved.cube}.${resolved.member.name}`) === true;
        const inner = settings.referred?.(resolved.cube, resolved.member, value, isComputed) ?? value;
        return part.as ? cast(inner, part.as) : inner;
      }
    }
  };

  const rawOf = (cubeName: string, { parts }: SqlTemplate, mode?: MeasureMode): Raw => {
    const cube = cubeOf(model, cubeName);
    return named({ kind: 'raw', parts: readCalls(parts, (part) => partOf(part, cube, mode)) });
  };

  const template = (cubeName: string, sql: SqlTemplate, mode?: MeasureMode): Expression => {
    return whole(rawOf(cubeName, sql, mode));
  };

  const referredValue = (
    { cube, member, granularity }: Extract<ReturnType<typeof resolveReference>, { kind: 'member' }>,
    mode: MeasureMode | undefined,
  ): Expression => {
    if (member.kind === 'segment') return segmentValue(cube, member);
    if (member.kind === 'measure')
      return measureColumn(cube, member, mode ?? { fannedOut: new Set(), ungrouped: false });
    const column = granularity === undefined && mode?.columns?.get(`${cube}.${member.name}`);
    if (column) return column;
    const isMoved = granularity !== undefined || (unmoved && member.type === 'time');
    return isMoved ? timeValue(cube, member, granularity) : dimensionValue(cube, member);
  };

  const dimensionValue = (cube: string, dimension: Dimension): Expression =>
    origin(originOf(cube, dimension), ownValue(cube, dimension));

  const ownValue = (cube: string, dimension: Dimension): Expression => {
    const { value } = dimension;
    const other = settings.instead?.(cube, dimension);
    if (other) return template(cube, other);
    switch (value.kind) {
      case 'sql':
        return template(cube, value.sql);
      case 'geo':
        return {
          kind: 'concat',
          parts: [template(cube, value.latitude), literal(','), template(cube, value.longitude)],
        };
      case 'case':
        return {
          kind: 'case',
          branches: value.when.map(({ sql, label }) => ({
            when: template(cube, sql),
            value: labelValue(cube, label),
          })),
          ...(value.otherwise && { otherwise: labelValue(cube, value.otherwise) }),
        };
      case 'switch':
        return {
          kind: 'case',
          on: template(cube, value.on),
          branches: value.when.map(({ value: text, sql }) => ({
            when: literal(text),
            value: template(cube, sql),
          })),
          ...(value.otherwise && { otherwise: template(cube, value.otherwise) }),
        };
      case 'values':
      case 'sub-query':
      case 'stage':
        return settings.joined(cube, dimension);
      default:
        return value satisfies never;
    }
  };

  const labelValue = (cube: string, label: Label): Expression =>
    label.kind === 'text' ? literal(label.text) : template(cube, label.sql);

  const timeValue = (cube: string, dimension: Dimension, granularity?: string): Expression => {
    const instant = asTime(unmoved ? unmoved.dimension(cube, dimension) : dimensionValue(cube, dimension));
    const isClock = timezone === 'UTC' || isLocal(cube, dimension);
    const local: Expression = isClock ? instant : { kind: 'to-zone', value: instant, zone: timezone };
    if (granularity === undefined) return local;
    const { sql: period } = dimension.granularities[granularity] ?? {};
    const cut = period
      ? asTime(template(cube, period))
      : cutTime({ timezone, context: clock }, local, dimension, granularity);
    return origin(originOf(cube, dimension), cut);
  };

  /** What is nothing but another time, cut to a granularity, is wall clock already. */
  const isLocal = (cube: string, { value }: Dimension): boolean => {
    const [part, ...more] = value.kind === 'sql' ? value.sql.parts : [];
    if (part?.kind !== 'reference' || more.length > 0) return false;
    const resolved = resolveReference(part, cubeOf(model, cube), model.cubes);
    return resolved.kind === 'member' && resolved.granularity !== undefined;
  };

  const measureColumn = (cube: string, measure: Measure, mode: MeasureMode): Expression => {
    const column = mode.columns?.get(`${cube}.${measure.name}`);
    if (column) return column;
    return origin(originOf(cube, measure), measureValue(cube, measure, mode));
  };

  const measureValue = (cube: string, measure: Measure, mode: MeasureMode): Expression => {
    if (!isAggregate(measure.type)) return measure.sql ? template(cube, measure.sql, mode) : NULL;
    return mode.ungrouped ? ungroupedValue(cube, measure) : aggregateValue(cube, measure, mode);
  };

  const segmentValue = (cube: string, segment: Segment): Expression =>
    origin(originOf(cube, segment), template(cube, segment.sql));

  const conditionsOf = (cube: string, measure: Measure): Expression[] =>
    measure.filters.map((filter) => template(cube, filter));

  const filtered = (cube: string, measure: Measure, value: Expression): Expression =>
    measure.filters.length === 0 ? value : when(and(conditionsOf(cube, measure)), value);

  const unfilteredValue = (cube: string, measure: Measure): Expression => {
    if (measure.sql) return template(cube, measure.sql);
    return (measure.type === 'count' && countedKey(cube)) || (measure.type === 'count' ? literal(1) : NULL);
  };

  const rowValue = (cube: string, measure: Measure): Expression =>
    filtered(cube, measure, unfilteredValue(cube, measure));

  const aggregateValue = (cube: string, measure: Measure, { fannedOut }: MeasureMode): Expression => {
    const countsRows = measure.type === 'count' && !measure.sql && measure.filters.length === 0;
    if (countsRows && cubeOf(model, cube).primaryKey.length === 0) return aggregate('count');
    // Without a key repeated rows cannot be told apart, and the planner has refused what would have to.
    const isFannedOut = fannedOut.has(cube) && cubeOf(model, cube).primaryKey.length > 0;
    // Whether a row is there is said by any part of its key.
    const value = (!isFannedOut && countsKeys(measure) && key(cube)[0]) || unfilteredValue(cube, measure);
    // Quicker than CASE; an expression may fail in rows that the filters leave out, and DuckDB computes it for all of
    // them.
    if (measure.filters.length > 0 && isStoredColumn(value))
      return aggregateOf(measure, value, { isFannedOut, where: conditionsOf(cube, measure) });
    return aggregateOf(measure, filtered(cube, measure, value), { isFannedOut });
  };

  const countsKeys = ({ type, sql }: Measure) => type === 'count' && !sql;

  /** A count shows 1 for a row that it would count, any other aggregate the value itself. */
  const ungroupedValue = (cube: string, measure: Measure): Expression => {
    const isCount = ['count', 'count_distinct', 'count_distinct_approx'].includes(measure.type);
    const value = measure.sql ? template(cube, measure.sql) : (countedKey(cube) ?? literal(1));
    return filtered(cube, measure, isCount ? when(isNotNull(value), literal(1)) : value);
  };

  /** The primary key as one value to count; null in a row that a join has not found. */
  const countedKey = (cube: string): Expression | undefined => {
    const values = key(cube);
    if (values.length < 2) return values[0];
    return when(and(values.map(isNotNull)), { kind: 'row', values });
  };

  const key = (cubeName: string): readonly Expression[] => {
    if (plain) return plain.key(cubeName);
    const cube = cubeOf(model, cubeName);
    return cube.primaryKey.flatMap((name) => {
      const dimension = cube.dimensions[name];
      return dimension ? [dimensionValue(cubeName, dimension)] : [];
    });
  };

  const table = (cube: string): TableSource => {
    if (plain) return plain.table(cube);
    const { source } = cubeOf(model, cube);
    return { kind: 'table', cube, sql: rawOf(cube, source.sql), isQuery: source.kind === 'select' };
  };

  return {
    dimension: dimensionValue,
    time: timeValue,
    measure: measureColumn,
    segment: segmentValue,
    template,
    rowValue: (cube, measure) => origin(originOf(cube, measure), rowValue(cube, measure)),
    table,
    alias,
    key,
  };
}

/** What stands for the parts of a template, with the calls among them as expressions. */
function readCalls(
  parts: readonly SqlTemplatePart[],
  partOf: (part: Exclude<SqlTemplatePart, CallPart>) => RawPart,
): RawPart[] {
  const open: { readonly args: RawPart[][]; readonly outer: RawPart[] }[] = [];
  let own: RawPart[] = [];
  for (const part of parts) {
    if (part.kind !== 'call') {
      own.push(partOf(part));
      continue;
    }
    if (part.at === 'begin') {
      open.push({ args: [], outer: own });
      own = [];
      continue;
    }
    const call = open.at(-1);
    if (!call) throw new Error(`A call of ${part.name} ends that has not begun`);
    call.args.push(own);
    own = [];
    if (part.at === 'next') continue;
    const args = call.args.map((arg) => whole(named({ kind: 'raw', parts: arg })));
    own = [...call.outer, { kind: 'call', name: part.name, args }];
    open.pop();
  }
  return own;
}

/** An expression that is all of the SQL of an author stands for itself. */
function whole(raw: Raw): Expression {
  const [only, ...more] = raw.parts;
  const isWhole =
    more.length === 0 && typeof only === 'object' && only.kind !== 'table-alias' && only.kind !== 'table';
  return isWhole ? only : raw;
}

/** SQL of an author that is one name is a column, of the cube where its alias stands before. */
function named(raw: Raw): Raw {
  const [first, second, ...more] = raw.parts;
  if (typeof first === 'string')
    return second === undefined && isNamePath(first) ? { ...raw, isName: true } : raw;
  const isOfAlias = first?.kind === 'table-alias' && typeof second === 'string' && more.length === 0;
  // Behind the alias stands the dot that a name cannot begin with.
  return isOfAlias && isNamePath(`a${second}`) && second.trimStart().startsWith('.')
    ? { ...raw, isName: true }
    : raw;
}

/** A column of a table, and so computed without fail. */
function isStoredColumn(value: Expression): boolean {
  if (value.kind === 'origin') return isStoredColumn(value.value);
  return value.kind === 'column' || (value.kind === 'raw' && value.isName === true);
}
