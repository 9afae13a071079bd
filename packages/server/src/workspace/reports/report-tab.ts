import type { ReportSnapshot } from '@oriel/contract';
import type { ReportTab } from '../workspace-tables.ts';
import type { ReportRow } from '../items/workspace-rows.ts';

/** What of a report makes it what it is: all that a version of a dashboard keeps of it, and that a copy takes over. */
export function toTab(report: ReportRow): ReportTab {
  const { id, name, title, description, sqlQuery, jsonQuery, pivotItems, meta } = report;
  return { reportId: id, name, title, description, sqlQuery, jsonQuery, pivotItems, meta };
}

/** The same from a snapshot, which has no layout as a pivot table. */
export function tabOfSnapshot(snapshot: ReportSnapshot): ReportTab {
  const { reportId, name, title, description, sqlQuery, jsonQuery, meta } = snapshot;
  return {
    reportId,
    name: name ?? title ?? 'Untitled report',
    title: title ?? null,
    description: description ?? null,
    sqlQuery: sqlQuery ?? null,
    jsonQuery: jsonQuery ?? null,
    pivotItems: null,
    meta: meta ?? null,
  };
}
