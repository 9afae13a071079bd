import { DuckDBTypeId, type DuckDBType } from '@duckdb/node-api';
import type { CsvColumn } from '../connection/source.ts';

/** Is raised for a value that is not written here; see {@link isUnwritten}. */
const UNWRITTEN = 'This value is written by the reader of the rows';

/** Whether a statement has met a value with a text that the expressions here do not make. */
export function isUnwritten(error: unknown): boolean {
  return error instanceof Error && error.message.includes(UNWRITTEN);
}

/**
 * The SQL around a statement that makes the cells of a CSV file of its rows: the same texts as of rows that are read,
 * as far as the types of the columns are known here. DuckDB puts them into quotes.
 *
 * @param types of the statement's columns, in their order
 * @returns undefined where a column has another type
 */
export function csvCells(
  types: readonly DuckDBType[],
  columns: readonly CsvColumn[],
): { readonly before: string; readonly after: string } | undefined {
  const cells = columns.map((column) => {
    const type = types[column.index];
    return type && cellOf(`c${column.index}`, type, column);
  });
  if (cells.length === 0 || !cells.every((cell) => cell !== undefined)) return undefined;
  const names = types.map((_, index) => `c${index}`).join(', ');
  const values = cells.map(({ value }, index) => `${value} AS v${index}`);
  // DuckDB finds an expression that several branches need once for each of them, unless it is a column.
  const found = cells.flatMap(({ find }, index) => [
    `v${index}`,
    ...(find ? [`${find(`v${index}`)} AS f${index}`] : []),
  ]);
  const written = cells.map(({ write }, index) => write?.(`v${index}`, `f${index}`) ?? `v${index}`);
  return {
    before: `SELECT ${written.join(', ')} FROM (SELECT ${found.join(', ')} FROM (SELECT ${values.join(', ')} FROM (`,
    // Behind a comment at the end of the statement.
    after: `\n) AS r(${names})) AS v) AS f`,
  };
}

/** How a column becomes a text. */
interface Cell {
  /** Its values, of a type that is written. */
  readonly value: string;
  /** What of a value is used several times. */
  find?(value: string): string;
  /** The cell, of a value and what was found of it; default the value, which DuckDB makes a text of. */
  write?(value: string, found: string): string;
}

function cellOf(value: string, { typeId }: DuckDBType, column: CsvColumn): Cell | undefined {
  switch (typeId) {
    case DuckDBTypeId.BOOLEAN:
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.UHUGEINT:
    case DuckDBTypeId.DECIMAL:
      return { value };
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE:
      return { value: `${value}::DOUBLE`, find: (number) => `${number}::VARCHAR`, write: writeFloat };
    case DuckDBTypeId.DATE:
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
      return timeCell(`${value}::TIMESTAMP`, column);
    case DuckDBTypeId.TIMESTAMP_TZ:
      return timeCell(`make_timestamp(epoch_us(${value}))`, column);
    case DuckDBTypeId.VARCHAR:
    case DuckDBTypeId.ENUM:
      // A text in a column of times is taken apart by the reader of the rows.
      return column.kind === 'time' ? undefined : textCell(withoutInnerFormulas(`${value}::VARCHAR`));
    default:
      return undefined;
  }
}

/**
 * A number as JavaScript writes it. DuckDB finds the same digits, and has another idea of when to write an exponent.
 */
function writeFloat(value: string, text: string): string {
  const withoutZero = `CASE WHEN suffix(${text}, '.0') THEN left(${text}, -2) ELSE ${text} END`;
  const digits = `replace(regexp_extract(${text}, '^-?([0-9.]+)e', 1), '.', '')`;
  const sign = `CASE WHEN ${value} < 0 THEN '-' ELSE '' END`;
  const exponent = `abs(regexp_extract(${text}, 'e(.*)$', 1)::INTEGER)`;
  return `CASE WHEN abs(${value}) >= 1e-3 AND abs(${value}) < 1e15 THEN ${withoutZero}
    WHEN ${value} IS NULL OR NOT isfinite(${value}) THEN NULL
    WHEN ${value} = 0 THEN '0'
    WHEN NOT contains(${text}, 'e') THEN ${withoutZero}
    WHEN abs(${value}) >= 1e-6 AND abs(${value}) < 1 THEN (${sign}) || '0.' || repeat('0', ${exponent} - 1) || ${digits}
    WHEN abs(${value}) >= 1 AND abs(${value}) < 1e21 THEN (${sign}) || rpad(${digits}, ${exponent} + 1, '0')
    ELSE regexp_replace(${text}, 'e([+-])0', 'e\\1') END`;
}

/** A wall clock of the years that are written with four digits, to the millisecond. */
function timeCell(time: string, { kind, isDate }: CsvColumn): Cell {
  const writes: (value: string, micros: string) => string =
    kind !== 'time'
      ? (value) => `ELSE strftime(${value}, '%Y-%m-%dT%H:%M:%S.%g')`
      : isDate === true
        ? (value) => `ELSE ${value}::DATE::VARCHAR`
        : (value, micros) => `WHEN ${micros} % 1000000 = 0 THEN ${value}::VARCHAR
    WHEN ${micros} % 1000000 BETWEEN 0 AND 999 THEN date_trunc('second', ${value})::VARCHAR
    ELSE strftime(${value}, '%Y-%m-%d %H:%M:%S.%g')`;
  return {
    value: time,
    find: (value) => `epoch_us(${value})`,
    write: (value, micros) => `CASE WHEN ${value} IS NULL THEN NULL
    WHEN ${value} < TIMESTAMP '0001-01-01' OR ${value} > TIMESTAMP '9999-12-31 23:59:59.999999' OR (${micros} < 0 AND ${micros} % 1000 <> 0) THEN error('${UNWRITTEN}')
    ${writes(value, micros)} END`,
  };
}

/** What a formula of a spreadsheet begins with. */
const SIGNS = [...'=+-@\t\r\n＝＋－＠'].map((sign) => sign.codePointAt(0) ?? 0);
const SIGN = `^[${SIGNS.map((code) => `\\x{${code.toString(16)}}`).join('')}]`;
/** Behind what ends a cell in other dialects of CSV, as in `csv-text.ts`. */
const INNER_SIGNS = String.raw`[=+\-@\x{ff1d}\x{ff0b}\x{ff0d}\x{ff20}]`;
const ENDS = ["';'", 'chr(9)', 'chr(10)', 'chr(13)'];
/**
 * No text that begins with what lies between them is a formula: from a point to before `=`, and from `A` to before the
 * wide signs.
 */
const [POINT, EQUALS, A, WIDE_SIGNS] = [0x2e, 0x3d, 0x41, 0xff0b];
const NUMBER = String.raw`[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?`;

/**
 * A text with a quote before each formula behind its beginning; few texts have a sign that ends a cell, which is found
 * in a fraction of the time.
 */
function withoutInnerFormulas(text: string): string {
  const hasEnd = ENDS.map((end) => `contains(${text}, ${end})`).join(' OR ');
  return `CASE WHEN ${hasEnd} THEN regexp_replace(${text}, '([;\\t\\r\\n])("*${INNER_SIGNS})', '\\1''\\2', 'g') ELSE ${text} END`;
}

/**
 * A text with a quote before what a spreadsheet would run, which a number with a sign is not. The code of the first
 * character tells that of most texts, in a tenth of the time of a regular expression, and whatever collation the column
 * has.
 */
function textCell(value: string): Cell {
  return {
    value,
    find: (text) => `unicode(${text})`,
    write: (text, first) => `CASE WHEN ${first} BETWEEN ${A} AND ${WIDE_SIGNS - 1} THEN ${text}
    WHEN ${first} BETWEEN ${POINT} AND ${EQUALS - 1} THEN ${text}
    WHEN ${first} = ${EQUALS} THEN '''' || ${text}
    WHEN ${text} IS NULL OR strlen(${text}) = 0 THEN NULL
    WHEN regexp_matches(${text}, '${SIGN}') AND NOT regexp_full_match(${text}, '${NUMBER}') THEN '''' || ${text}
    ELSE ${text} END`,
  };
}
