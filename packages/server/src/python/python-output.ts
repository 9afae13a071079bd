/** What a script has left in `output.json`, or what is wrong with it. */
export type PythonOutput = { readonly rows: readonly object[] } | { readonly error: string };

/** Reads the rows that a script has written. */
export function readPythonOutput(output: Buffer, maxBytes: number): PythonOutput {
  if (output.byteLength === 0) return { error: 'The script has written no output.json' };
  if (output.byteLength > maxBytes) return { error: `output.json is larger than ${maxBytes} bytes` };
  try {
    const rows: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(output));
    if (Array.isArray(rows) && rows.every(isFlat)) return { rows };
    return {
      error:
        'output.json is no list of flat objects: each row is {"name": value, …} with texts, numbers, true, false or null',
    };
  } catch {
    return { error: notJson(output) };
  }
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
