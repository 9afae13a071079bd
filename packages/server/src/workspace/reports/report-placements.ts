import type { OperationTypes } from '@oriel/contract';

/** The placements of a report in spreadsheets, those that a refresh means marked as refreshed by a user now. */
export function refreshPlacements(
  placements: readonly object[],
  target: OperationTypes['refreshReport']['body'],
  userId: number,
): object[] {
  return (placements as readonly Record<string, unknown>[]).map((placement) => {
    const isMeant =
      target.placementId != null
        ? placement['id'] === target.placementId
        : target.externalWorkbookId != null && placement['workbookId'] === target.externalWorkbookId;
    return isMeant
      ? { ...placement, refreshedAt: new Date().toISOString(), refreshedByUserId: userId }
      : placement;
  });
}
