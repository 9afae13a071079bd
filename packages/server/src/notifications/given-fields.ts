/** The fields that a request gives. */
export function given<T extends object, K extends keyof T>(
  input: T,
  fields: readonly K[],
): { [F in K]?: NonNullable<T[F]> } {
  const entries = fields.map((field) => [field, input[field]] as const).filter(([, value]) => value != null);
  // Only fields of the request, none of them null.
  return Object.fromEntries(entries) as { [F in K]?: NonNullable<T[F]> };
}
