import type { AggregateRows, Column, Expression, Relation } from '../algebra/algebra.ts';
import { aliasOf } from '../algebra/build.ts';
import type { CutKeys, Dialect } from '../dialect/dialect.ts';
import { columnText, printCut, printExpression, printTable, type Printer } from './print-expression.ts';
import {
  infix,
  join,
  NOTHING,
  operand,
  primary,
  primaryText,
  statement,
  strengths,
  withProvenance,
  type SqlText,
} from '../sql/sql-text.ts';

/** Prints relations as statements of a dialect. */
export function createPrinter(dialect: Dialect): Printer {
  const printer: Printer = { dialect, query: (rows) => printQuery(rows, printer) };
  return printer;
}

function printQuery(relation: Relation, printer: Printer): SqlText {
  switch (relation.kind) {
    case 'with': {
      const parts = relation.parts.map(
        ({ name, rows }) => statement`${columnText(printer, name)} AS (${printPart(name, rows, printer)})`,
      );
      return statement`${printer.dialect.with} ${join(parts, ', ')} ${printer.query(relation.body)}`;
    }
    case 'union':
      return join(relation.inputs.map(printer.query), ' UNION ALL ');
    case 'sort': {
      const terms = relation.by.map(({ column, isDescending }) =>
        primaryText(`${columnText(printer, column)}${isDescending ? ' DESC' : ' ASC'}`),
      );
      return statement`${printer.query(relation.input)} ORDER BY ${join(terms, ', ')}`;
    }
    case 'limit':
      return statement`${printer.query(relation.input)}${printer.dialect.limit(relation.limit, relation.offset)}`;
    case 'project': {
      const { from, where } = printSource(relation.input, printer);
      const select = relation.isDistinct ? 'SELECT DISTINCT' : 'SELECT';
      return statement`${select} ${printColumns(relation.columns, printer)}${from}${where}`;
    }
    case 'aggregate':
      return printAggregateRows(relation, printer);
    default:
      throw new Error(`Rows of the kind ${relation.kind} are no statement`);
  }
}

/** The query of a named relation. */
function printPart(name: string, rows: Relation, printer: Printer): SqlText {
  if (rows.kind !== 'series') return printer.query(rows);
  return printer.dialect.series({
    from: printExpression(printer, rows.from),
    to: printExpression(printer, rows.to),
    steps: rows.steps,
    name: columnText(printer, name),
    column: columnText(printer, rows.column),
  });
}

function printColumns(columns: readonly Column[], printer: Printer): SqlText {
  if (columns.length === 0) return primaryText('1');
  return join(
    columns.map((column) => printColumn(column, printExpression(printer, column.value), printer)),
    ', ',
  );
}

/** A column that keeps its name needs no other. */
function printColumn({ name, value }: Column, sql: SqlText, printer: Printer): SqlText {
  const isKept = value.kind === 'column' && value.of === undefined && value.name === name;
  return isKept ? sql : primary`${sql} AS ${columnText(printer, name)}`;
}

function printAggregateRows(
  { input, by, measures, having, namesGroups }: AggregateRows,
  printer: Printer,
): SqlText {
  const cuts = by.map(({ value }) => (namesGroups ? undefined : cutKeysOf(value, printer)));
  const groups = by.map((column, index) =>
    printColumn(column, cuts[index]?.moment ?? printExpression(printer, column.value), printer),
  );
  const shown = measures.map((column) =>
    printColumn(column, printExpression(printer, column.value), printer),
  );
  const { from, where } = printSource(input, printer);
  const columns = groups.length + shown.length === 0 ? primaryText('1') : join([...groups, ...shown], ', ');
  return statement`SELECT ${columns}${from}${where}${groupBy(by, cuts)}${conditionsOf(' HAVING ', having, printer)}`;
}

/**
 * A cut with keys that cost less than the moment. Not where the moment is an expression: it might hold bound values,
 * which no two places of a statement share, or cost much.
 */
function cutKeysOf(value: Expression, printer: Printer): CutKeys | undefined {
  const cut = value.kind === 'origin' ? value.value : value;
  if (cut.kind !== 'truncate' || !isStored(cut.value)) return undefined;
  return printer.dialect.cutKeys(printCut(printer, cut.value, cut.unit), cut.unit, cut.isFinite === true);
}

/** A column, as a moment. */
function isStored(value: Expression): boolean {
  if (value.kind === 'origin' || value.kind === 'cast') return isStored(value.value);
  return value.kind === 'column' || (value.kind === 'raw' && value.isName === true);
}

/** Groups by the first columns; their numbers are marked, for there an engine may see an expression fail. */
function groupBy(by: readonly Column[], cuts: readonly (CutKeys | undefined)[]): SqlText {
  if (by.length === 0) return NOTHING;
  const keys = by.map(({ value }, index) => {
    const key = join(cuts[index]?.keys ?? [primaryText(String(index + 1))], ', ');
    return value.kind === 'origin' ? withProvenance(value.name, key) : key;
  });
  return statement` GROUP BY ${join(keys, ', ')}`;
}

function conditionsOf(word: string, conditions: readonly Expression[], printer: Printer): SqlText {
  return conditionsIn(
    word,
    conditions.map((condition) => printExpression(printer, condition)),
  );
}

function conditionsIn(word: string, conditions: readonly SqlText[]): SqlText {
  const [only] = conditions;
  if (!only) return NOTHING;
  const all = conditions.length === 1 ? only : infix(conditions, 'AND', strengths.and);
  return statement`${word}${all}`;
}

/** FROM and WHERE of a statement. */
interface SourceSql {
  readonly from: SqlText;
  readonly where: SqlText;
}

function printSource(input: Relation, printer: Printer): SourceSql {
  const { rows, conditions, semiJoins } = peel(input);
  if (rows.kind === 'one-row') return { from: NOTHING, where: NOTHING };
  const own = conditions.map((condition) => printExpression(printer, condition));
  const asked = semiJoins.map((semiJoin) => printSemiJoin(semiJoin, printer));
  const joined = asked.filter(({ isJoin }) => isJoin).map(({ sql }) => sql);
  const asConditions = asked.filter(({ isJoin }) => !isJoin).map(({ sql }) => sql);
  return {
    from: statement` FROM ${printFrom(rows, printer)}${join(joined, '')}`,
    where: conditionsIn(' WHERE ', [...own, ...asConditions]),
  };
}

type Join = Extract<Relation, { kind: 'join' }>;
type SemiJoin = Extract<Relation, { kind: 'semi-join' }>;

/** What stands between the rows and the statement that reads them: conditions, and partners that are asked for. */
function peel(relation: Relation): { rows: Relation; conditions: Expression[]; semiJoins: SemiJoin[] } {
  if (relation.kind === 'filter') {
    const inner = peel(relation.input);
    return { ...inner, conditions: [...inner.conditions, ...relation.where] };
  }
  if (relation.kind === 'semi-join') {
    const inner = peel(relation.input);
    return { ...inner, semiJoins: [...inner.semiJoins, relation] };
  }
  return { rows: relation, conditions: [], semiJoins: [] };
}

function printFrom(relation: Relation, printer: Printer): SqlText {
  const { dialect } = printer;
  switch (relation.kind) {
    case 'scan':
      return statement`${printTable(relation.table, printer)} AS ${columnText(printer, relation.alias)}`;
    case 'named': {
      const name = columnText(printer, relation.name);
      return primaryText(
        relation.alias === undefined ? name : `${name} AS ${columnText(printer, relation.alias)}`,
      );
    }
    case 'alias':
      return statement`(${printer.query(relation.input)}) AS ${columnText(printer, relation.alias)}`;
    case 'values':
      return dialect.valuesTable(
        relation.values.map((value) => primaryText(dialect.quoteText(value))),
        columnText(printer, relation.alias),
        columnText(printer, relation.column),
      );
    case 'join': {
      const sides = [printFrom(relation.left, printer), printFrom(relation.right, printer)] as const;
      if (relation.type === 'cross' || !relation.on) return join(sides, ' CROSS JOIN ');
      const on = printOnRows(relation, printer) ?? printOn(relation.on, printer);
      return statement`${sides[0]}${relation.type === 'left' ? ' LEFT' : ''} JOIN ${sides[1]} ON ${on}`;
    }
    default:
      throw new Error(`Rows of the kind ${relation.kind} stand in no FROM`);
  }
}

/** Each row beside each has no equality either. */
function printOnRows({ left, right, on }: Join, { dialect }: Printer): SqlText | undefined {
  if (on?.kind !== 'constant' || !on.value || !dialect.constantRowKey) return undefined;
  const keys = [left, right].map((side) =>
    dialect.constantRowKey?.(dialect.quoteIdentifier(firstAlias(side))),
  );
  const [own, other] = keys;
  return own && other ? infix([own, other], '=', strengths.comparison) : undefined;
}

/** The alias of the first of joined rows. */
function firstAlias(relation: Relation): string {
  const alias = relation.kind === 'join' ? firstAlias(relation.left) : aliasOf(relation);
  if (alias === undefined) throw new Error(`Rows of the kind ${relation.kind} have no alias`);
  return alias;
}

/** Comparisons alone have no equality, which some engines need. */
function printOn(on: Expression, printer: Printer): SqlText {
  const printed = printExpression(printer, on);
  const [first, ...more] = on.kind === 'and' ? on.operands : [on];
  const isOrder = (one: Expression) => one.kind === 'compare' && one.symbol !== '=';
  if (first?.kind !== 'compare' || ![first, ...more].every(isOrder)) return printed;
  const keys = [first.left, first.right].map((side) =>
    printer.dialect.constantKey(printExpression(printer, side)),
  );
  const [left, right] = keys;
  if (!left || !right) return printed;
  return infix(
    [infix([left, right], '=', strengths.comparison), printed],
    'AND',
    strengths.and,
    strengths.and,
  );
}

/** By a join behind all others, or by a condition. */
function printSemiJoin(
  { values, among, alias, origin }: SemiJoin,
  printer: Printer,
): { isJoin: boolean; sql: SqlText } {
  const { dialect } = printer;
  const own = values.map((value) => printExpression(printer, value));
  const marked = (isJoin: boolean, sql: SqlText) => ({ isJoin, sql: withProvenance(origin, sql) });
  if (dialect.semiJoins === 'in' || (dialect.semiJoins === 'in-one' && own.length === 1)) {
    const [only, ...more] = own;
    const value = only && more.length === 0 ? operand(only, strengths.other) : primary`(${join(own, ', ')})`;
    return marked(false, {
      binds: strengths.comparison,
      parts: [value, ' IN (', printer.query(among), ')'],
    });
  }
  const same = own.map((value, index) => {
    const key = primaryText(columnText(printer, among.columns[index]?.name ?? '', alias));
    return infix([value, key], '=', strengths.comparison);
  });
  const partners = statement`(${printer.query(among)}) AS ${columnText(printer, alias)}`;
  const on = join(same, ' AND ');
  if (dialect.semiJoins === 'join') return marked(true, statement` SEMI JOIN ${partners} ON ${on}`);
  return marked(false, primary`EXISTS (SELECT 1 FROM ${partners} WHERE ${on})`);
}
