/** Rows as a script reads them: values as they are, for a script runs no formulas. @see RFC 4180 */
export function toDataCsv(members: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [members, ...rows].map((row) => row.map(cellOf).join(',')).join('\n') + '\n';
}

function cellOf(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
