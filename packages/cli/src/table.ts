/** Rows as aligned columns under their headings, a line each. */
export function tableLines(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = headings.map((heading, index) =>
    rows.reduce((width, row) => Math.max(width, row[index]?.length ?? 0), heading.length),
  );
  return [headings, ...rows].map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
