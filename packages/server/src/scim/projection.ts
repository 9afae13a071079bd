/** Which attributes of a resource are answered. */
export interface Projection {
  /** Whether an attribute is among them, so that what is costly is not read for nothing. */
  has(attribute: string): boolean;
  /** The resource with those attributes; `schemas` and `id` are always there. */
  apply<T extends object>(resource: T): T;
}

/** What the query of a request says; names with commas between. */
export interface ShownAttributes {
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}

/**
 * Reads which attributes a request asks for; where it names some and excludes others, the others are left out of those.
 *
 * @see RFC 7644, section 3.9
 */
export function readProjection({ attributes, excludedAttributes }: ShownAttributes): Projection {
  const included = attributes === undefined ? undefined : pathsIn(attributes);
  const excluded = pathsIn(excludedAttributes ?? '').filter((path) => !ALWAYS.has(path));
  const isIncluded = (path: string) =>
    ALWAYS.has(path) || !included || included.some((each) => each === path || each.startsWith(`${path}.`));
  return {
    has: (attribute) => isIncluded(attribute.toLowerCase()) && !excluded.includes(attribute.toLowerCase()),
    apply: (resource) => {
      const kept = included ? keep(resource, [...ALWAYS, ...included]) : resource;
      return excluded.length === 0 ? kept : without(kept, excluded);
    },
  };
}

const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id']);
const CORE_URN = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

function pathsIn(text: string): string[] {
  return text
    .split(',')
    .map((path) => path.trim().toLowerCase().replace(CORE_URN, ''))
    .filter((path) => path !== '');
}

/** What a path says below one of its attributes: undefined where it is another, empty where it is the whole. */
function restBelow(path: string, attribute: string): string | undefined {
  const key = attribute.toLowerCase();
  if (path === key) return '';
  // What is in an extension stands behind a colon.
  return path.startsWith(`${key}.`) || path.startsWith(`${key}:`) ? path.slice(key.length + 1) : undefined;
}

function restsBelow(paths: readonly string[], attribute: string): string[] {
  return paths.map((path) => restBelow(path, attribute)).filter((rest) => rest !== undefined);
}

function keep<T extends object>(resource: T, paths: readonly string[]): T {
  return changeAttributes(resource, (attribute, value) => {
    const rests = restsBelow(paths, attribute);
    if (rests.length === 0) return undefined;
    return rests.includes('') ? value : changeParts(value, (part) => keep(part, rests));
  });
}

function without<T extends object>(resource: T, paths: readonly string[]): T {
  return changeAttributes(resource, (attribute, value) => {
    const rests = restsBelow(paths, attribute);
    if (rests.includes('')) return undefined;
    return rests.length === 0 ? value : changeParts(value, (part) => without(part, rests));
  });
}

/** Attributes that become undefined are left out. */
function changeAttributes<T extends object>(
  resource: T,
  change: (name: string, value: unknown) => unknown,
): T {
  const entries = Object.entries(resource)
    .map(([name, value]): [string, unknown] => [name, change(name, value)])
    .filter(([, value]) => value !== undefined);
  // All attributes that a projection leaves out are optional ones.
  return Object.fromEntries(entries) as T;
}

function changeParts(value: unknown, change: (part: object) => object): unknown {
  if (Array.isArray(value)) return value.map((part) => changeParts(part, change));
  return typeof value === 'object' && value !== null ? change(value) : value;
}
