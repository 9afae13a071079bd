import type { ReportPlacement, ReportPlacementSyncStatus } from '@oriel/contract';
import type { PlacementRow } from './placement-store.ts';

/** A placement as the API shows it, with whether its results are those of the report's present query. */
export function toPlacement(placement: PlacementRow, currentQueryChecksum: string | null): ReportPlacement {
  return { ...placement, syncStatus: syncStatusOf(placement.queryChecksum, currentQueryChecksum) };
}

function syncStatusOf(then: string | null, now: string | null): ReportPlacementSyncStatus {
  if (then === null || now === null) return 'UNKNOWN';
  return then === now ? 'UP_TO_DATE' : 'CHANGED';
}
