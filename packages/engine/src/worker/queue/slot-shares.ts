/** Slots that one caller may hold: half of them. */
export function callerShare(slots: number): number {
  return Math.max(1, Math.floor(slots / 2));
}

/** Slots that the callers of one tenant may hold: all but one in four. */
export function tenantShare(slots: number): number {
  return Math.max(1, slots - Math.max(1, Math.floor(slots / 4)));
}

/** Slots that long work may hold while others ask: all but one. */
export function longShare(slots: number): number {
  return Math.max(1, slots - 1);
}
