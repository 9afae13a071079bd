/**
 * A value without the parts that are null, which to SCIM are not there; in a list, neither are objects of which nothing
 * is left.
 *
 * @see RFC 7643, section 2.5
 */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .filter((each) => each !== null)
      .flatMap((each) => (isSpent(each) ? [] : [withoutNulls(each)]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, withoutNulls(each)]])),
  );
}

/** Whether an object has parts, and all of them are null. */
function isSpent(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const parts = Object.values(value);
  return parts.length > 0 && parts.every((part) => part === null);
}
