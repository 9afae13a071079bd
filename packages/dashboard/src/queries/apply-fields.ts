import type { DashboardMemberSwitcher } from '@oriel/contract';
import type { ControlMapping, FieldSetting, Query } from '../controls/control-settings.ts';
import type { QueryResult } from '../results/query-result.ts';

/** Which member of a query stands for which of its report: `selected` by `member`. */
export type SwappedFields = ReadonlyMap<string, string>;

/**
 * The members that field switchers replace in a query. One that the query does not have is left out, and so is one that
 * would stand beside itself.
 */
export function fieldsOf(
  { measures = [], dimensions = [] }: Query,
  fields: readonly FieldSetting[],
  mapping: ControlMapping,
): SwappedFields {
  const swapped = new Map<string, string>();
  const present = new Set([...measures, ...dimensions]);
  for (const { widgetId, member, selected } of fields) {
    const mapped = mapping?.[widgetId];
    const replaced = mapped ? mapped.member : member;
    if (mapped === false || !present.has(replaced) || present.has(selected)) continue;
    swapped.set(replaced, selected);
    present.add(selected);
  }
  return swapped;
}

/**
 * The query with the members that stand for others, in its order and its comparisons too; filters of the report stay.
 */
export function applyFields(query: Query, swapped: SwappedFields): Query {
  if (swapped.size === 0) return query;
  const follow = (member: string) => swapped.get(member) ?? member;
  const { measures, dimensions, order, periodComparisons } = query;
  return {
    ...query,
    ...(measures && { measures: measures.map(follow) }),
    ...(dimensions && { dimensions: dimensions.map(follow) }),
    ...(order && {
      order: Array.isArray(order)
        ? order.map(([key, direction]): [string, string] => [follow(key), direction])
        : Object.fromEntries(Object.entries(order).map(([key, direction]) => [follow(key), direction])),
    }),
    ...(Array.isArray(periodComparisons) && {
      periodComparisons: periodComparisons.map((comparison: { measure: string }) => ({
        ...comparison,
        measure: follow(comparison.measure),
      })),
    }),
  };
}

/** The rows under the names that the report knows: its chart draws them as its own. */
export function withReportNames(result: QueryResult, swapped: SwappedFields): QueryResult {
  if (swapped.size === 0) return result;
  const nameOf = reportNames(swapped);
  const rename = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [nameOf(key), value]));
  return { ...result, columns: rename(result.columns), rows: result.rows.map(rename) };
}

/** What the report calls the columns of a query with members that stand for others. */
export function reportNames(swapped: SwappedFields): (key: string) => string {
  const names = [...swapped];
  return (key) => {
    const [member, selected] = names.find(([, each]) => key === each || key.startsWith(`${each}.`)) ?? [];
    return member === undefined || selected === undefined ? key : member + key.slice(selected.length);
  };
}

/** The members that stand for others, as a request names them; absent where there are none. */
export function toMemberSwitchers(swapped: SwappedFields): { memberSwitchers?: DashboardMemberSwitcher[] } {
  if (swapped.size === 0) return {};
  return { memberSwitchers: [...swapped].map(([member, selected]) => ({ member, selected })) };
}
