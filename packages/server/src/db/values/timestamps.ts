/** `2026-01-31 08:30:00.123456+00`, as PostgreSQL writes a time in UTC; the fraction may be shorter or absent. */
const SHORTEST = '2026-01-31 08:30:00+00'.length;

/**
 * The ISO form in which the API shows a time of the database, in milliseconds and UTC. Long lists have hundreds of
 * them, so that one in UTC is cut from its text; any other goes through `Date`.
 */
export function toIsoTime(text: string): string {
  const isUtc = text.length >= SHORTEST && text.endsWith('+00') && text[10] === ' ';
  if (!isUtc) return new Date(text).toISOString();
  const milliseconds = text.slice(20, Math.min(23, text.length - 3)).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}
