/** A value for a column of JSON; null for none. */
export function toJson(value: object | null | undefined): string | null {
  return value == null ? null : JSON.stringify(value);
}
