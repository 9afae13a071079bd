import type {
  Expression,
  Parameter,
  Raw,
  RawPart,
  Relation,
  TableSource,
  TextPlace,
} from '../algebra/algebra.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { isIn } from '../dialect/standard.ts';
import {
  bound,
  infix,
  join,
  NOTHING,
  operand,
  postfix,
  primary,
  primaryText,
  strengths,
  withProvenance,
  type SqlText,
} from '../sql/sql-text.ts';

/** What expressions are printed with. */
export interface Printer {
  readonly dialect: Dialect;
  /** The statement of a relation. */
  query(relation: Relation): SqlText;
}

/** A column by the alias of its relation, where there is one. */
export function columnText({ dialect }: Pick<Printer, 'dialect'>, name: string, of?: string): string {
  const own = dialect.quoteIdentifier(name);
  return of === undefined ? own : `${dialect.quoteIdentifier(of)}.${own}`;
}

type Printers = {
  readonly [Kind in Expression['kind']]: (
    node: Extract<Expression, { kind: Kind }>,
    printer: Printer,
    print: (expression: Expression) => SqlText,
  ) => SqlText;
};

const printers: Printers = {
  column: ({ name, of }, printer) => primaryText(columnText(printer, name, of)),
  parameter: printParameter,
  literal: ({ value }, { dialect }) =>
    primaryText(typeof value === 'string' ? dialect.quoteText(value) : String(value).toUpperCase()),
  raw: printRaw,
  origin: ({ name, value }, _printer, print) => withProvenance(name, print(value)),
  and: ({ operands }, _printer, print) => infix(operands.map(print), 'AND', strengths.and),
  or: ({ operands }, _printer, print) => infix(operands.map(print), 'OR', strengths.or, strengths.not),
  not: ({ operand: one }, _printer, print) => ({
    binds: strengths.not,
    parts: ['NOT (', print(one), ')'],
  }),
  'is-not-true': ({ operand: one }, { dialect }, print) => dialect.isNotTrue(print(one)),
  constant: ({ value }) => ({ binds: strengths.comparison, parts: [value ? '1 = 1' : '1 = 0'] }),
  compare: ({ left, symbol, right }, printer, print) =>
    infix([print(left), printBeside(right, printer, print)], symbol, strengths.comparison),
  'is-null': ({ operand: one, isNegated }, _printer, print) =>
    postfix(print(one), isNegated ? 'IS NOT NULL' : 'IS NULL'),
  in: ({ value, list }, printer, print) => {
    const texts = list.flatMap((one) => (isText(one) ? [{ text: one.value, sql: print(one) }] : []));
    if (texts.length === list.length) return printer.dialect.isAnyText(print(value), texts);
    return isIn(
      print(value),
      list.map((one) => printBeside(one, printer, print)),
    );
  },
  same: ({ left, right }, { dialect }, print) => dialect.isSame(print(left), print(right)),
  finds: ({ value, text, at }, { dialect }, print) => {
    const bind = (sought: string) => dialect.parameter(bound(sought, 'text'), 'text');
    return (
      dialect.finds?.(print(value), bind(text), at) ??
      dialect.matches(print(value), bind(patternOf(text, at)))
    );
  },
  'compare-number': ({ value, symbol, number }, { dialect }, print) =>
    dialect.compareNumber(print(value), symbol, number),
  'any-number': ({ value, numbers }, { dialect }, print) => dialect.isAnyNumber(print(value), numbers),
  'on-clock': ({ value, zone }, { dialect }, print) => dialect.isOnClock(print(value), zone),
  case: ({ on, branches, otherwise }, _printer, print) => {
    const chosen = on ? primary` ${print(on)}` : NOTHING;
    const each = branches.map(({ when, value }) => primary` WHEN ${print(when)} THEN ${print(value)}`);
    return primary`CASE${chosen}${join(each, '')}${otherwise ? primary` ELSE ${print(otherwise)}` : NOTHING} END`;
  },
  cast: ({ value, to }, { dialect }, print) => dialect.cast(print(value), to),
  arithmetic: ({ left, symbol, right }, { dialect }, print) =>
    dialect.arithmetic(print(left), symbol, print(right)),
  call: ({ name, args }, { dialect }, print) => dialect.functions[name](args.map(print)),
  coalesce: ({ values }, _printer, print) => primary`coalesce(${join(values.map(print), ', ')})`,
  'null-if': ({ value, other }, _printer, print) => primary`NULLIF(${print(value)}, ${print(other)})`,
  concat: ({ parts }, { dialect }, print) =>
    dialect.concat(
      parts.map((part) => ({
        sql: print(part),
        isText: part.kind === 'literal' || (part.kind === 'cast' && part.to === 'text'),
      })),
    ),
  row: ({ values }, { dialect }, print) => dialect.row(values.map(print)),
  unified: ({ value, others }, { dialect }, print) => dialect.unified(print(value), others.map(print)),
  'null-like': ({ column, of }, { dialect }) =>
    dialect.nullLike(dialect.quoteIdentifier(column), dialect.quoteIdentifier(of)),
  aggregate: printAggregate,
  over: ({ name, value, partition, order, isRunning }, _printer, print) => {
    const by = partition.length === 0 ? [] : [primary`PARTITION BY ${join(partition.map(print), ', ')}`];
    const terms = order.map((term) => primary`${print(term.value)}${term.isDescending ? ' DESC' : ' ASC'}`);
    const sorted = terms.length === 0 ? [] : [primary`ORDER BY ${join(terms, ', ')}`];
    const frame = isRunning ? [primary`ROWS UNBOUNDED PRECEDING`] : [];
    const window = join([...by, ...sorted, ...frame], ' ');
    return primary`${name}(${value ? print(value) : NOTHING}) OVER (${window})`;
  },
  truncate: ({ value, unit }, printer) => printer.dialect.truncate(printCut(printer, value, unit), unit),
  'truncate-steps': ({ value, steps, origin }, { dialect }, print) =>
    dialect.truncateToSteps(print(value), steps, origin),
  shift: ({ value, direction, steps }, { dialect }, print) => dialect.shift(print(value), direction, steps),
  'to-zone': ({ value, zone }, { dialect }, print) => dialect.toZone(print(value), zone),
  'from-zone': ({ value, zone }, { dialect }, print) => dialect.fromZone(print(value), zone),
  exists: ({ rows }, printer) => primary`EXISTS (${printer.query(rows)})`,
  scalar: ({ rows }, printer) => primary`(${printer.query(rows)})`,
  among: ({ value, rows }, printer, print) => ({
    binds: strengths.comparison,
    parts: [operand(print(value), strengths.other), ' IN (', printer.query(rows), ')'],
  }),
};

function printParameter({ value, type, isEquality }: Parameter, { dialect }: Printer): SqlText {
  if (type === 'compared') return dialect.parameter(bound(value, 'text', isEquality), type);
  if (type !== 'midnight') return dialect.parameter(bound(value, type, isEquality), type);
  const time = bound(value, 'time', isEquality);
  return dialect.asDate?.(time) ?? dialect.parameter(time, 'time');
}

/** A pattern of LIKE, with `\` as the escape character: `%` and `_` of the text stand for themselves. */
function patternOf(text: string, at: TextPlace): string {
  const escaped = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return `${at === 'start' ? '' : '%'}${escaped}${at === 'end' ? '' : '%'}`;
}

/** A text that a value of any type is compared with. */
function isText(node: Expression): node is Parameter & { readonly value: string } {
  return node.kind === 'parameter' && node.type === 'compared' && typeof node.value === 'string';
}

/** What something is compared with: of a moment nobody knows the type of the time beside it. */
function printBeside(
  node: Expression,
  { dialect }: Printer,
  print: (expression: Expression) => SqlText,
): SqlText {
  const isMoment = node.kind === 'parameter' && (node.type === 'time' || node.type === 'midnight');
  return isMoment && dialect.comparedMoment ? dialect.comparedMoment(node.value) : print(node);
}

/** An expression in the SQL of a dialect. */
export function printExpression(printer: Printer, expression: Expression): SqlText {
  const print = (node: Expression): SqlText =>
    // The kind decides which of them it is, which the compiler cannot follow.
    (printers[node.kind] as (node: Expression, printer: Printer, print: unknown) => SqlText)(
      node,
      printer,
      print,
    );
  return print(expression);
}

const UNITS_OF_DAYS: ReadonlySet<string> = new Set(['day', 'week', 'month', 'quarter', 'year']);

/** A moment to be cut to a unit: its day, where the dialect cuts units of days from days. */
export function printCut(printer: Printer, value: Expression, unit: string): SqlText {
  const { asDate } = printer.dialect;
  if (!asDate || !UNITS_OF_DAYS.has(unit)) return printExpression(printer, value);
  // What would be made a moment is made a day at once.
  const whole = value.kind === 'cast' && value.to === 'time' ? value.value : value;
  return asDate(printExpression(printer, whole));
}

/** SQL of an author; what stands for a reference in it keeps its meaning beside any operator. */
function printRaw({ parts, isName }: Raw, printer: Printer): SqlText {
  const print = (part: RawPart): SqlText | string => {
    if (typeof part === 'string') return part;
    if (part.kind === 'table-alias') return printer.dialect.quoteIdentifier(part.name);
    if (part.kind === 'table') return printTable(part, printer);
    return operand(printExpression(printer, part), strengths.primary);
  };
  return { binds: isName ? strengths.primary : strengths.author, parts: parts.map(print) };
}

/** The rows of a cube as they stand in FROM. */
export function printTable({ cube, sql, isQuery }: TableSource, printer: Printer): SqlText {
  const own = withProvenance(cube, printRaw(sql, printer));
  return isQuery ? primary`(${own})` : own;
}

/** Where an engine has no conditions of an aggregate, what does not count is null to it. */
function printAggregate(
  { name, value, where }: Extract<Expression, { kind: 'aggregate' }>,
  { dialect }: Printer,
  print: (expression: Expression) => SqlText,
): SqlText {
  const take = (taken: SqlText | undefined) =>
    name === 'any_value' ? dialect.anyValue(taken ?? primary`NULL`) : dialect.aggregate(name, taken);
  if (!where) return take(value && print(value));
  const conditions = infix(where.map(print), 'AND', where.length === 1 ? strengths.author : strengths.and);
  if (dialect.filtersAggregates) return primary`${take(value && print(value))} FILTER (WHERE ${conditions})`;
  return take(primary`CASE WHEN ${conditions} THEN ${value ? print(value) : primary`1`} END`);
}
