import { findAddresses } from './chart-document.ts';
import type { FieldIssue } from '../errors.ts';
import { isImageAllowed } from '../values/image-hosts.ts';

/* Where the regions of a map come from, and which of their properties rows may be joined by. */

/** The packaged sources, with the properties of their regions. */
export const regionSources = {
  world: ['name', 'id', 'iso_a2', 'iso_a3'],
  'us-states': ['name', 'id', 'postal'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type PackagedSource = keyof typeof regionSources;

export const isPackagedSource = (source: unknown): source is PackagedSource =>
  typeof source === 'string' && Object.hasOwn(regionSources, source);

/** Other spellings of the properties, as other tools and files have them. */
const SPELLINGS: Readonly<Record<string, string>> = {
  iso2: 'iso_a2',
  isoa2: 'iso_a2',
  alpha2: 'iso_a2',
  iso3: 'iso_a3',
  isoa3: 'iso_a3',
  alpha3: 'iso_a3',
  ison3: 'id',
  iso: 'id',
  fips: 'id',
  numeric: 'id',
  stusps: 'postal',
  abbreviation: 'postal',
};

/** The property of a packaged source that a text means, in whatever spelling; undefined for one that it has not. */
export function packagedPropertyOf(source: PackagedSource, text: string): string | undefined {
  const plain = text.toLowerCase().replaceAll(/[\s_-]/g, '');
  const known: readonly string[] = regionSources[source];
  return known.find((name) => name === text || name === plain || name === SPELLINGS[plain]);
}

/** The address of a source of regions: by HTTPS, on a loopback host also without; undefined for what is none. */
export function regionAddressOf(source: string): URL | undefined {
  if (!URL.canParse(source)) return undefined;
  const url = new URL(source);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const isPlain = url.username === '' && url.password === '';
  return isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)) ? url : undefined;
}

/**
 * Finds what of a map's spec cannot be drawn by anybody: a source that is none, a property that a packaged source has
 * not, addresses that are no source.
 *
 * @param path of the spec within its request
 */
export function findMapFaults(spec: object, path: string): FieldIssue[] {
  // As it came in: its form is checked by its schema, of what the schema knows.
  const { mode, source, property, ...rest } = spec as Readonly<Record<string, unknown>>;
  if (mode !== 'regions' || typeof source !== 'string') return findAddresses({ ...rest, source }, path);
  const faults = findAddresses(rest, path);
  if (isPackagedSource(source)) {
    if (typeof property === 'string' && packagedPropertyOf(source, property) === undefined)
      faults.push({
        path: `${path}.property`,
        message: `must be one of ${regionSources[source].join(', ')}; a region of ${source} has no ${property.slice(0, 100)}`,
      });
  } else if (!regionAddressOf(source))
    faults.push({
      path: `${path}.source`,
      message: `must be ${Object.keys(regionSources).join(', ')} or an address that begins with https://, without a user`,
    });
  return faults;
}

/**
 * Finds regions of a host that the account does not list: no page loads them.
 *
 * @param hosts those of the account (`ImageHosts`)
 */
export function findUnlistedSource(
  spec: object,
  path: string,
  hosts: readonly string[],
): FieldIssue | undefined {
  // As it came in, or as an older version stored it.
  const { mode, source } = spec as Readonly<Record<string, unknown>>;
  const address = mode === 'regions' && typeof source === 'string' ? regionAddressOf(source) : undefined;
  if (!address || isImageAllowed(address.href, hosts)) return undefined;
  const message =
    `must be ${Object.keys(regionSources).join(', ')} or an address on one of the hosts of pictures of the account; ` +
    `${address.host} is none of them: an administrator may add it`;
  return { path: `${path}.source`, message };
}
