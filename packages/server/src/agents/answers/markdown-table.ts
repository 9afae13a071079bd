import type { ResultTable } from '../tools/result-table.ts';

const MAX_ROWS = 20;

/** A table as Markdown, with at most 20 rows. One number alone is said as such. */
export function toMarkdown({ columns, rows, totalRows }: ResultTable): string {
  const [row, ...more] = rows;
  if (!row) return 'There are no rows.';
  const [column] = columns;
  if (columns.length === 1 && column && more.length === 0) return `**${column.title}:** ${cellOf(row[0])}`;
  const lines = [
    columns.map(({ title }) => escape(title)),
    columns.map(({ kind }) => (kind === 'measure' ? '---:' : '---')),
    ...rows.slice(0, MAX_ROWS).map((cells) => cells.map(cellOf)),
  ].map((cells) => `| ${cells.join(' | ')} |`);
  const left = (totalRows ?? rows.length) - Math.min(rows.length, MAX_ROWS);
  return lines.join('\n') + (left > 0 ? `\n\n${left} more rows` : '');
}

function cellOf(cell: unknown): string {
  return cell === null || cell === undefined ? '' : escape(String(cell));
}

/** A value is text: no line of the table ends in it, and nothing of it is read as Markdown or HTML. */
export function escape(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]()#+!|<>~&]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, ' ')
    .slice(0, 200);
}
