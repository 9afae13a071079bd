/** Whether a value that was read from JSON is an object: no list, no null, no plain value. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
