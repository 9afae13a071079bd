import type { HtmlSpec, PivotItems, Report, ReportSnapshot, TableSpec } from '@oriel/contract';
import { queryOf } from '../queries/chart-query.ts';
import type { Query } from '../controls/control-settings.ts';

type ComparedQuery = Query & {
  readonly periodComparisons?: readonly {
    measure: string;
    offset: { amount: number; unit: string };
    outputs?: readonly string[] | null;
  }[];
};

type DrawnReport = Pick<ReportSnapshot, 'kind' | 'spec' | 'jsonQuery' | 'periodComparisons'> &
  Pick<Report, 'pivotItems'>;

/**
 * What is drawn of a report: of a table, as one that names no kind is, its spec {@link withPivotItems}; of a template
 * that has a use for them, its spec with the items beside it; of any other its spec.
 */
export function specOf(report: DrawnReport): ReportSnapshot['spec'] {
  const { kind, spec, pivotItems } = report;
  const isTable = kind === null || kind === undefined || kind === 'table';
  // Stored by the schema of templates.
  if (kind === 'html' && spec && pivotItems) return withTemplatePivot(spec as string | HtmlSpec, report);
  if (!isTable || !pivotItems || typeof spec === 'string') return spec;
  // Stored by the schema of tables.
  return withPivotItems((spec ?? {}) as TableSpec, pivotItems, queryOf(report)) as ReportSnapshot['spec'];
}

/** Whether a template has a use for a crosstab of its rows. */
export const usesPivot = (template: string): boolean => /\bpivot\b/.test(template);

function withTemplatePivot(spec: string | HtmlSpec, report: DrawnReport): ReportSnapshot['spec'] {
  const { template, pivot } = typeof spec === 'string' ? { template: spec, pivot: undefined } : spec;
  const query = queryOf(report);
  if (pivot || !query || !report.pivotItems || !usesPivot(template)) return spec;
  const { rows, columns, measures } = report.pivotItems;
  const { dimensions, measures: known } = keysByMember(query);
  return {
    ...(typeof spec !== 'string' && spec),
    template,
    pivot: {
      rows: rows.flatMap((member) => dimensions.get(member) ?? []),
      columns: columns.flatMap((member) => dimensions.get(member) ?? []),
      measures: measures.flatMap((member) => known.get(member) ?? []),
    },
  };
}

/** The most dimensions of a pivot, as the schema of tables has it. */
const MAX_PIVOT_COLUMNS = 5;

/**
 * A table's spec with what its report says of a pivot beside it, in `pivotItems`. The spec goes before them, word by
 * word: its `pivot` as one, its `columns` as one, and each of `rowTotals`, `columnTotals`, `appliedFilters` and
 * `displayScale`.
 *
 * Members that the items do not list stay, dimensions behind the rows and measures behind the measures; those that the
 * query does not ask for are left out.
 *
 * @param query that of the report
 */
export function withPivotItems(
  spec: TableSpec,
  items: PivotItems | null | undefined,
  query: Query | undefined,
): TableSpec {
  if (!items || !query) return spec;
  const keys = keysByMember(query);
  const columns = spec.columns ?? columnsOf(items, keys);
  const pivot = spec.pivot ?? pivotOf(items, keys);
  const { displayScale, showAppliedFilters, showColumnTotals, showRowTotals } = items;
  return {
    ...(columns && { columns }),
    ...(pivot && { pivot }),
    ...(displayScale != null && { displayScale }),
    ...(showColumnTotals != null && { columnTotals: showColumnTotals }),
    ...(showAppliedFilters != null && { appliedFilters: showAppliedFilters }),
    ...(showRowTotals != null && { rowTotals: showRowTotals }),
    ...spec,
  };
}

function pivotOf({ columns, measuresAxis, measuresPosition }: PivotItems, keys: Keys): TableSpec['pivot'] {
  const known = columns.flatMap((member) => keys.dimensions.get(member) ?? []);
  if (known.length === 0 && measuresAxis !== 'rows') return undefined;
  return {
    columns: known.slice(0, MAX_PIVOT_COLUMNS),
    ...(measuresAxis != null && { measuresAxis }),
    ...(measuresPosition != null && { measuresPosition }),
  };
}

function columnsOf({ rows, measures }: PivotItems, keys: Keys): TableSpec['columns'] {
  const ordered = (listed: readonly string[], known: ReadonlyMap<string, readonly string[]>) =>
    [...listed, ...known.keys()].flatMap((member) => known.get(member) ?? []);
  if (rows.length === 0 && measures.length === 0) return undefined;
  const fields = new Set([...ordered(rows, keys.dimensions), ...ordered(measures, keys.measures)]);
  return [...fields].map((field) => ({ field }));
}

/** The keys that the members of a query have in its result. */
interface Keys {
  /** A time has its granularity. */
  readonly dimensions: ReadonlyMap<string, readonly string[]>;
  /** A measure has what it is compared with behind it. */
  readonly measures: ReadonlyMap<string, readonly string[]>;
}

function keysByMember({
  dimensions = [],
  timeDimensions = [],
  measures = [],
  periodComparisons = [],
}: ComparedQuery): Keys {
  const cuts = timeDimensions.flatMap(({ dimension, granularity }) =>
    granularity === undefined ? [] : [{ dimension, key: `${dimension}.${granularity}` }],
  );
  const comparisonsOf = (member: string) =>
    periodComparisons
      .filter(({ measure }) => measure === member)
      .flatMap(({ offset: { amount, unit }, outputs }) =>
        (outputs ?? ['previous']).map((output) => `${member}.${output}_${amount}_${unit}`),
      );
  return {
    dimensions: new Map<string, readonly string[]>([
      ...dimensions.map((member) => [member, [member]] as const),
      ...[...Map.groupBy(cuts, ({ dimension }) => dimension)].map(
        ([member, own]) => [member, own.map(({ key }) => key)] as const,
      ),
    ]),
    measures: new Map(measures.map((member) => [member, [member, ...comparisonsOf(member)]])),
  };
}
