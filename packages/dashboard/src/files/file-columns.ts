import type { ReportSnapshot, TableSpec } from '@oriel/contract';
import { withReportNames, type SwappedFields } from '../queries/apply-fields.ts';
import { withColumnFormats } from '../results/column-formats.ts';
import { withComparedTitles } from '../results/compared-titles.ts';
import { specifierOf } from '../results/number-format.ts';
import { toResult, type QueryResult, type WireResult } from '../results/query-result.ts';
import { displayScaleOf, type ScaleUnit } from '../table/display-scale.ts';
import { shownColumns } from '../results/shown-columns.ts';

/** A column of a file with the rows of a report. */
export interface FileColumn {
  /** Of its values in the rows. */
  readonly index: number;
  readonly title: string;
  readonly kind: 'number' | 'time' | 'text';
  /** The d3 specifier that the table writes its numbers by. */
  readonly specifier?: string;
  /** The unit that the table counts its numbers in; a file has the numbers as they are. */
  readonly unit?: ScaleUnit;
  /** Whether its times are days without a time. */
  readonly isDate?: boolean;
}

/** What stands above exported rows: the key of each value, and what is known of the columns. */
export interface ExportHead {
  readonly keys: readonly string[];
  readonly annotation: WireResult['annotation'];
  /** The columns in the order of their table, where they are no members of a query. */
  readonly columns?: QueryResult['columns'];
}

type DrawnReport = Pick<ReportSnapshot, 'kind' | 'preferences'> & { readonly spec?: unknown };

/** The columns of a report's file: those of its table, in its order and under its titles in the language `locale`. */
export function fileColumns(
  { keys, annotation, columns: stated }: ExportHead,
  report: DrawnReport,
  { swapped, locale }: { readonly swapped: SwappedFields; readonly locale: string },
): FileColumn[] {
  // Names of columns change as in a result, so a row of their positions follows them.
  const positions = Object.fromEntries(keys.map((key, index) => [key, index]));
  const result = stated ? { columns: stated } : toResult({ data: [], annotation });
  const read = withReportNames({ ...result, rows: [positions] }, swapped);
  const { columns: formatted, rows } = withColumnFormats(read, report.preferences?.columnFormats);
  const columns = withComparedTitles(formatted, locale);
  const [indexes = {}] = rows;
  const spec = tableSpecOf(report);
  const chosen = shownColumns({ columns }, spec).flatMap((field) => {
    const { label, format } = spec?.columns?.find((stated) => stated.field === field) ?? {};
    const known = columns[field];
    const index = indexes[field];
    if (!known || typeof index !== 'number') return [];
    const scale = displayScaleOf(spec?.displayScale, known, format);
    const specifier = scale?.specifier ?? (known.isChosen ? undefined : format) ?? specifierOf(known.format);
    return [
      {
        index,
        title: label ?? known.shortTitle ?? field,
        ...kindOf(known.type, field),
        ...(specifier !== undefined && specifier !== '' && { specifier }),
        ...(scale?.unit && { unit: scale.unit }),
      },
    ];
  });
  // What is no member, such as the range of a comparison.
  const extra = keys.flatMap((key, index): FileColumn[] =>
    key.includes('.') || Object.hasOwn(columns, key) ? [] : [{ index, title: key, kind: 'text' }],
  );
  return [...chosen, ...extra];
}

/** What the author of a table has chosen; undefined of another report. */
function tableSpecOf({ kind, spec }: DrawnReport): TableSpec | undefined {
  // Stored by the schema of tables.
  return kind === 'table' && typeof spec === 'object' && spec !== null ? (spec as TableSpec) : undefined;
}

const DAYS = /^(day|week|month|quarter|year)$/;

function kindOf(type: string | undefined, field: string): Pick<FileColumn, 'kind' | 'isDate'> {
  if (type === 'number') return { kind: 'number' };
  if (type === 'time') return { kind: 'time', isDate: DAYS.test(field.split('.')[2] ?? '') };
  return { kind: 'text' };
}
