import type { ResultTable, TableColumn } from '../tools/result-table.ts';

const MAX_ROWS = 20;

/** A table as Markdown, with at most 20 rows. One number alone is said as such. */
export function toMarkdown({ columns, rows, totalRows }: ResultTable): string {
  const [row, ...more] = rows;
  if (!row) return 'There are no rows.';
  const shown = columns.flatMap((column, index) =>
    isRepeated(column, columns) ? [] : [{ ...column, index }],
  );
  const [column] = shown;
  if (shown.length === 1 && column && more.length === 0)
    return `**${column.title}:** ${cellOf(row[column.index], column)}`;
  const lines = [
    shown.map(({ title }) => escape(title)),
    shown.map(({ kind }) => (kind === 'measure' ? '---:' : '---')),
    ...rows.slice(0, MAX_ROWS).map((cells) => shown.map((each) => cellOf(cells[each.index], each))),
  ].map((cells) => `| ${cells.join(' | ')} |`);
  const left = (totalRows ?? rows.length) - Math.min(rows.length, MAX_ROWS);
  return lines.join('\n') + (left > 0 ? `\n\n${left} more rows` : '');
}

/** Rows have the time of a granularity under the name of its dimension as well. */
function isRepeated({ key, kind }: TableColumn, columns: readonly TableColumn[]): boolean {
  return kind === 'timeDimension' && columns.some((other) => other.key.startsWith(`${key}.`));
}

function cellOf(cell: unknown, { kind }: TableColumn): string {
  if (cell === null || cell === undefined) return '';
  return escape(kind === 'timeDimension' ? timeOf(String(cell)) : String(cell));
}

/** The day, and the time of it where there is one: `2001-06-25`, `2001-06-25 08:30:00`. */
function timeOf(text: string): string {
  return text.replace(/^(\d{4,}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.0+)?$/, (_, day: string, time: string) =>
    time === '00:00:00' ? day : `${day} ${time}`,
  );
}

/** A value is text: no line of the table ends in it, and nothing of it is read as Markdown or HTML. */
export function escape(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]()#+!|<>~&]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, ' ')
    .slice(0, 200);
}
