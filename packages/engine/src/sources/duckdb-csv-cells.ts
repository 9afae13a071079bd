import { DuckDBTypeId, type DuckDBType } from '@duckdb/node-api';
import type { CsvColumn } from './source.ts';

/** Is raised for a value that is not written here; see {@link isUnwritten}. */
const UNWRITTEN = 'This value is written by the reader of the rows';

/** Is raised for a text that the database would quote in another way; see {@link isUnquoted}. */
const UNQUOTED = 'This text is put into quotes by the SQL';

/** Whether a statement has met a text that the SQL has to put into quotes. */
export function isUnquoted(error: unknown): boolean {
  return error instanceof Error && error.message.includes(UNQUOTED);
}

/** Whether a statement has met a value with a text that the expressions here do not make. */
export function isUnwritten(error: unknown): boolean {
  return error instanceof Error && error.message.includes(UNWRITTEN);
}

/**
 * Who puts cells into quotes: DuckDB, which is sooner, or the SQL. DuckDB has other rules: it leaves out cells with spaces at their
 * ends, and puts those with a `#` into quotes.
 */
export type Quoting = 'database' | 'sql';

/**
 * The SQL around a statement that makes the cells of a CSV file of its rows: the same texts as of rows that are read, as far as the
 * types of the columns are known here.
 *
 * @param types of the statement's columns, in their order
 * @returns undefined where a column has another type
 */
export function csvCells(
  types: readonly DuckDBType[],
  columns: readonly CsvColumn[],
  quoting: Quoting,
): { readonly before: string; readonly after: string } | undefined {
  const cells = columns.map((column) => {
    const type = types[column.index];
    return type && cellOf(`c${column.index}`, type, column, quoting);
  });
  if (cells.length === 0 || !cells.every((cell) => cell !== undefined)) return undefined;
  const names = types.map((_, index) => `c${index}`).join(', ');
  const named = (texts: readonly string[], name: string) =>
    texts.map((text, index) => `${text} AS ${name}${index}`).join(', ');
  // DuckDB finds an expression that several branches need once for each of them, unless it is a column.
  const values = named(
    cells.map(({ value }) => value),
    'v',
  );
  const texts = named(
    cells.map(({ text }, index) => text?.(`v${index}`) ?? `v${index}::VARCHAR`),
    's',
  );
  const kept = cells.map((_, index) => `v${index}`).join(', ');
  const written = cells.map(({ write }, index) => write(`v${index}`, `s${index}`)).join(', ');
  return {
    before: `SELECT ${written} FROM (SELECT ${kept}, ${texts} FROM (SELECT ${values} FROM (`,
    // Behind a comment at the end of the statement.
    after: `\n) AS r(${names})) AS v) AS s`,
  };
}

/** How a column becomes a text. */
interface Cell {
  /** Its values, of a type that is written. */
  readonly value: string;
  /** What of a value is used several times; default its text in DuckDB. */
  text?(value: string): string;
  /** The cell; of a value and that text. */
  write(value: string, text: string): string;
}

function cellOf(
  value: string,
  { typeId }: DuckDBType,
  column: CsvColumn,
  quoting: Quoting,
): Cell | undefined {
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
      return { value, write: (_, text) => text };
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE:
      return { value: `${value}::DOUBLE`, write: writeFloat };
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
      return column.kind === 'time' ? undefined : { value, write: (_, text) => writeText[quoting](text) };
    default:
      return undefined;
  }
}

/** A number as JavaScript writes it. DuckDB finds the same digits, and has another idea of when to write an exponent. */
function writeFloat(value: string, text: string): string {
  const withoutZero = `CASE WHEN suffix(${text}, '.0') THEN left(${text}, -2) ELSE ${text} END`;
  const digits = `replace(regexp_extract(${text}, '^-?([0-9.]+)e', 1), '.', '')`;
  const sign = `CASE WHEN ${value} < 0 THEN '-' ELSE '' END`;
  const exponent = `abs(regexp_extract(${text}, 'e(.*)$', 1)::INTEGER)`;
  return `CASE WHEN ${value} IS NULL OR NOT isfinite(${value}) THEN NULL
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
    text: (value) => `epoch_us(${value})`,
    write: (value, micros) => `CASE WHEN ${value} IS NULL THEN NULL
    WHEN ${value} < TIMESTAMP '0001-01-01' OR ${value} > TIMESTAMP '9999-12-31 23:59:59.999999' OR (${micros} < 0 AND ${micros} % 1000 <> 0) THEN error('${UNWRITTEN}')
    ${writes(value, micros)} END`,
  };
}

/** What JavaScript takes for a space. */
const SPACES = [
  9, 10, 11, 12, 13, 32, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008,
  0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
];
/** What a formula of a spreadsheet begins with. */
const SIGNS = [...'=+-@\t\r\n＝＋－＠'].map((sign) => sign.codePointAt(0) ?? 0);
const NUMBER = String.raw`[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?`;

const characters = (codes: readonly number[]) => codes.map((code) => `\\x{${code.toString(16)}}`).join('');
const SIGN = `^[${characters(SIGNS)}]`;
const QUOTED = `[",\\r\\n]|^[${characters(SPACES)}]|[${characters(SPACES)}]$`;
/** What DuckDB would put into quotes in another way: a space at an end, before which no quote is put, or a `#`. */
const OTHERWISE_QUOTED = `#|^[${characters(SPACES.filter((space) => !SIGNS.includes(space)))}]|[${characters(SPACES)}]$`;

/**
 * A text with a quote before what a spreadsheet would run, which a number with a sign is not.
 *
 * Most texts begin and end with what is neither a sign nor a space: ranges of codes tell that in a tenth of the time of a regular
 * expression, and of that of a long list of IN, with which DuckDB joins the rows.
 */
const writeText: Record<Quoting, (text: string) => string> = {
  database: (text) => {
    const [first, last] = [`unicode(${text})`, `unicode(${text}[-1])`];
    const isPlainInside = `${last} BETWEEN 33 AND 126 AND NOT contains(${text}, '#')`;
    return `CASE WHEN (${first} BETWEEN 65 AND 126 OR ${first} BETWEEN 46 AND 60) AND ${isPlainInside} THEN ${text}
    WHEN ${text} IS NULL OR ${text} = '' THEN NULL
    WHEN ${first} = 61 AND ${isPlainInside} THEN '''' || ${text}
    WHEN regexp_matches(${text}, '${OTHERWISE_QUOTED}') THEN error('${UNQUOTED}')
    ELSE ${neutralized(text)} END`;
  },
  sql: (text) => {
    const neutral = neutralized(text);
    return `CASE WHEN NOT regexp_matches(${text}, '${QUOTED}|${SIGN}') THEN ${text}
    WHEN regexp_matches(${neutral}, '${QUOTED}') THEN '"' || replace(${neutral}, '"', '""') || '"' ELSE ${neutral} END`;
  },
};

function neutralized(text: string): string {
  return `CASE WHEN regexp_matches(${text}, '${SIGN}') AND NOT regexp_full_match(${text}, '${NUMBER}') THEN '''' || ${text} ELSE ${text} END`;
}
