/**
 * A document without members called `$ref` that refer to nothing in it: fields of that name, as SCIM has them, and
 * their values in examples. The rules of OpenAPI allow them, but what reads documents takes each `$ref` for a
 * reference. What the field says stands in the description of its object.
 */
export function leaveOutRefMembers<T>(document: T): T {
  if (Array.isArray(document)) return document.map((part: unknown) => leaveOutRefMembers(part)) as T;
  if (typeof document !== 'object' || document === null) return document;
  return Object.fromEntries(
    Object.entries(document).flatMap(([name, value]: [string, unknown]) =>
      name === '$ref' && !isReference(value) ? [] : [[name, leaveOutRefMembers(value)]],
    ),
  ) as T;
}

const isReference = (value: unknown): boolean => typeof value === 'string' && value.startsWith('#/');
