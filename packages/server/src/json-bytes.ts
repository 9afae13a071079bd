/** The bytes of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** What is wrong with a value that takes more bytes as JSON than it may; undefined for one that does not. */
export function faultOfBytes(value: unknown, max: number): string | undefined {
  const bytes = jsonBytes(value);
  return bytes > max ? `takes ${bytes} bytes as JSON, and ${max} is the most` : undefined;
}
