/** What may be called on a value of the security context, under the names of JavaScript and of Python. */
export const policyMethods: Readonly<Record<string, (value: unknown, argument: unknown) => unknown>> = {
  includes: contains,
  startsWith,
  startswith: startsWith,
  endsWith,
  endswith: endsWith,
  toLowerCase,
  lower: toLowerCase,
  toUpperCase,
  upper: toUpperCase,
  trim,
  strip: trim,
};

function contains(value: unknown, argument: unknown): boolean {
  if (Array.isArray(value)) return value.includes(argument);
  return typeof value === 'string' && typeof argument === 'string' && value.includes(argument);
}

function startsWith(value: unknown, argument: unknown): boolean {
  return typeof value === 'string' && typeof argument === 'string' && value.startsWith(argument);
}

function endsWith(value: unknown, argument: unknown): boolean {
  return typeof value === 'string' && typeof argument === 'string' && value.endsWith(argument);
}

function toLowerCase(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toLowerCase() : undefined;
}

function toUpperCase(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toUpperCase() : undefined;
}

function trim(value: unknown): string | undefined {
  return typeof value === 'string' ? value.trim() : undefined;
}
