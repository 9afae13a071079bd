/**
 * Reads how long a server asks to wait: a number of seconds or a date.
 *
 * @param now the present, in milliseconds since 1970
 * @returns milliseconds, never negative; undefined where the header is missing or says neither
 * @see RFC 9110 section 10.2.3
 */
export function readRetryAfterMs(headers: Headers, now: number = Date.now()): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
