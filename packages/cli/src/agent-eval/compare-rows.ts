/** A row of the query API, by member. */
export type Row = Readonly<Record<string, unknown>>;

/** Columns beyond which no other names are tried. */
const MAX_COLUMNS = 12;

/**
 * Whether rows are the expected ones: in any order, numbers to four significant digits, whatever further columns they
 * have. A column is the one of its name, or else one with the same values.
 */
export function haveSameRows(expected: readonly Row[], actual: readonly Row[]): boolean {
  if (expected.length !== actual.length) return false;
  const wanted = columnsOf(expected);
  const offered = columnsOf(actual);
  const rows = sortedRows(expected, wanted);
  const candidates = wanted.map((column) => {
    if (offered.includes(column)) return [column];
    const values = sortedRows(expected, [column]);
    return wanted.length > MAX_COLUMNS
      ? []
      : offered.filter((other) => areEqual(values, sortedRows(actual, [other])));
  });
  const isFound = (chosen: readonly string[]): boolean => {
    const next = candidates[chosen.length];
    if (!next) return areEqual(rows, sortedRows(actual, chosen));
    return next.some((column) => !chosen.includes(column) && isFound([...chosen, column]));
  };
  return isFound([]);
}

const columnsOf = (rows: readonly Row[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))];

function sortedRows(rows: readonly Row[], columns: readonly string[]): string[] {
  return rows.map((row) => JSON.stringify(columns.map((column) => valueOf(row[column])))).sort();
}

/** Decimals arrive as texts. */
function valueOf(value: unknown): string {
  const isNumeric =
    typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value));
  return isNumeric ? String(Number(Number(value).toPrecision(4))) : String(value ?? null);
}

function areEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
