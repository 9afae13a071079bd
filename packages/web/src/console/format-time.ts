/** A day in the viewer's language and zone, as in `Nov 21, 2026`. */
export function formatDay(time: string): string {
  return new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' });
}

/** A time to the minute in the viewer's language and zone. */
export function formatTime(time: string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
