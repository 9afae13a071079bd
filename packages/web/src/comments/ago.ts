const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago something was, as in `5 minutes ago`; from a week on the date. A clock that is behind says `now`. */
export function ago(iso: string, nowMs: number, language: string | undefined): string {
  const elapsedMs = Math.max(0, nowMs - Date.parse(iso));
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (elapsedMs < MINUTE_MS) return relative.format(0, 'second');
  if (elapsedMs < HOUR_MS) return relative.format(-Math.floor(elapsedMs / MINUTE_MS), 'minute');
  if (elapsedMs < DAY_MS) return relative.format(-Math.floor(elapsedMs / HOUR_MS), 'hour');
  if (elapsedMs < 7 * DAY_MS) return relative.format(-Math.floor(elapsedMs / DAY_MS), 'day');
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(Date.parse(iso));
}
