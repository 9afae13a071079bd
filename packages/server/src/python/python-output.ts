/** What a script has left in `output.json`, or what is wrong with it. */
type PythonOutput = PythonRows | { readonly error: string };

/** Rows of a script, in which whole numbers that a double would change are texts of their digits. */
interface PythonRows {
  readonly rows: readonly object[];
  /** The columns with such texts. */
  readonly largeNumberColumns: readonly string[];
}

const WHOLE_NUMBER = /^-?\d+$/;

/**
 * The JavaScript engine tells a reviver the text of a value as well.
 * @see https://tc39.es/proposal-json-parse-with-source/
 */
type SourceReviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Reads the rows that a script has written. */
export function readPythonOutput(output: Buffer, maxBytes: number): PythonOutput {
  if (output.byteLength === 0) return { error: 'The script has written no output.json' };
  if (output.byteLength > maxBytes) return { error: `output.json is larger than ${maxBytes} bytes` };
  try {
    const { value: rows, keys } = parseWithDigits(new TextDecoder('utf-8', { fatal: true }).decode(output));
    if (Array.isArray(rows) && rows.every(isFlat)) return { rows, largeNumberColumns: keys };
    return {
      error:
        'output.json is no list of flat objects: each row is {"name": value, …} with texts, numbers, true, false or null',
    };
  } catch {
    return { error: notJson(output) };
  }
}

/** JSON with whole numbers as texts where a double would change them, and the keys of those. */
function parseWithDigits(text: string): { value: unknown; keys: string[] } {
  const keys = new Set<string>();
  const keepDigits: SourceReviver = (key, value, { source }) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    if (source === undefined || !WHOLE_NUMBER.test(source)) return value;
    keys.add(key);
    return source;
  };
  // The library of TypeScript does not know the third parameter yet.
  const value: unknown = JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);
  return { value, keys: [...keys] };
}

/** Python writes NaN and Infinity, which are no JSON, and are what is wrong most often. */
function notJson(output: Buffer): string {
  const number = /[[,:]\s*(-?(?:NaN|Infinity))\s*[\],}]/.exec(output.toString('latin1'))?.[1];
  if (number === undefined) return 'output.json is no JSON';
  return `output.json is no JSON: it has ${number}; write null, as to_json of pandas does`;
}

function isFlat(row: unknown): row is object {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return false;
  return Object.values(row).every((value) => value === null || typeof value !== 'object');
}
