/**
 * How the pages of the console write the search of an address: each value as the text that it is, `tab=23` and not
 * `tab="23"`. What a value means a page says itself (`validateSearch`).
 */
export const searchText = { parseSearch, stringifySearch };

/** The values of an address as texts; of a name that stands there twice the last one. */
export function parseSearch(search: string): Record<string, string> {
  const found = [...new URLSearchParams(search)].map(([name, value]) => [name, withoutQuotes(value)]);
  return Object.fromEntries(found) as Record<string, string>;
}

/** Leaves out what has no value. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null) query.append(name, textOf(value));
  return query.size === 0 ? '' : `?${query}`;
}

/** A value of an address that is a text, where there is one. */
export const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Addresses of before have quotes around what would be a number, a truth value or null without them. */
function withoutQuotes(value: string): string {
  const { inner } = /^"(?<inner>[^"\\]+)"$/.exec(value)?.groups ?? {};
  if (inner === undefined) return value;
  return /^(?:true|false|null|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i.test(inner) ? inner : value;
}
