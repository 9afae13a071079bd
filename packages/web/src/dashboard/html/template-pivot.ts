import type { HtmlSpec } from '@oriel/contract';
import { shownColumns } from '@oriel/dashboard/shown-columns';
import type { Cell, QueryResult } from '../../query/load-batch.ts';

/** The rows of a report as a crosstab, in the words of a template. */
interface TemplatePivot {
  /** Each combination of the dimensions along the rows, in the order of the result. */
  readonly rows: readonly PivotLine[];
  readonly columns: readonly PivotLine[];
  /**
   * By the key of a row, then that of a column: the measures by their keys. What has no row in the result is not there.
   */
  readonly cellMap: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Cell>>>>>>;
  /** The measures of all rows together, as the source counts them; null where it was not asked, or could not be. */
  readonly grandTotals: Readonly<Record<string, Cell>>;
  readonly config: PivotConfig;
}

/** One line across a crosstab. */
interface PivotLine {
  readonly key: string;
  /** By the key of the dimension. */
  readonly values: Readonly<Record<string, Cell>>;
}

/** Keys of columns. */
interface PivotConfig {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly measures: readonly string[];
}

/** Whether a template has a use for what the source counts of all rows. */
export const usesTotals = (template: string): boolean => /\bgrandTotals\b/.test(template);

/**
 * Lays rows out as a crosstab. Dimensions that the specification does not name lie along the rows, behind those that it
 * does, so that no two rows meet in a cell; what the result does not have is left out.
 *
 * @param totals the measures of all rows together
 */
export function templatePivot(
  result: QueryResult,
  spec: HtmlSpec['pivot'],
  totals: Readonly<Record<string, Cell>> = {},
): TemplatePivot {
  const config = configOf(result, spec);
  const rows = new Map<string, PivotLine>();
  const columns = new Map<string, PivotLine>();
  const cells = new Map<string, Map<string, Record<string, Cell>>>();
  for (const row of result.rows) {
    const [across, down] = [lineOf(row, config.rows), lineOf(row, config.columns)];
    if (!rows.has(across.key)) rows.set(across.key, across);
    if (!columns.has(down.key)) columns.set(down.key, down);
    const own = cells.get(across.key) ?? new Map<string, Record<string, Cell>>();
    own.set(down.key, part(row, config.measures));
    cells.set(across.key, own);
  }
  return {
    rows: [...rows.values()],
    columns: [...columns.values()],
    cellMap: Object.fromEntries([...cells].map(([key, own]) => [key, Object.fromEntries(own)])),
    grandTotals: part(totals, config.measures),
    config,
  };
}

function configOf(result: QueryResult, spec: HtmlSpec['pivot']): PivotConfig {
  const shown = shownColumns(result);
  const known = (keys: readonly string[] | undefined, isMeasure: boolean) =>
    (keys ?? []).filter((key) => shown.includes(key) && isMeasure === isMeasureKey(result, key));
  const columns = known(spec?.columns, false);
  const rows = known(spec?.rows, false).filter((key) => !columns.includes(key));
  const named = new Set([...rows, ...columns]);
  const others = shown.filter((key) => !isMeasureKey(result, key) && !named.has(key));
  const measures = known(spec?.measures, true);
  return {
    rows: [...rows, ...others],
    columns,
    measures: measures.length > 0 ? measures : shown.filter((key) => isMeasureKey(result, key)),
  };
}

const isMeasureKey = ({ columns }: QueryResult, key: string) => columns[key]?.kind === 'measure';

type Values = Readonly<Record<string, Cell | undefined>>;

function lineOf(row: Values, keys: readonly string[]): PivotLine {
  return { key: JSON.stringify(keys.map((key) => row[key] ?? null)), values: part(row, keys) };
}

const part = (row: Values, keys: readonly string[]): Record<string, Cell> =>
  Object.fromEntries(keys.map((key) => [key, row[key] ?? null]));
