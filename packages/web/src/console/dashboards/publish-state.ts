import type { Workbook } from '@oriel/contract';

/** Whether the draft of a workbook's dashboard is not what its viewers see; the order of fields does not matter. */
export function hasUnpublishedChanges({
  dashboardDraft,
  dashboardPublished,
}: Pick<Workbook, 'dashboardDraft' | 'dashboardPublished'>): boolean {
  return dashboardDraft != null && canonical(dashboardDraft) !== canonical(dashboardPublished);
}

/** JSON text in which the fields of each object are sorted. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
