import { isImageAllowed } from '@oriel/contract/image-hosts';
import {
  isPackagedSource,
  packagedPropertyOf,
  regionAddressOf,
  regionSources,
} from '@oriel/contract/map-sources';
import { pageLanguage } from '../../messages/language.ts';
import { pageConfig } from '../../page/page-config.ts';
import { loadAtlas } from './atlas.ts';
import { MapProblem } from './map-problem.ts';
import { countryCodes, countryNames, stateCode } from './region-codes.ts';
import { readRegions, type Region } from './regions.ts';

/** Bytes of a source, and files that are kept as long as the page is open. */
const MAX_BYTES = 5_000_000;
const MAX_KEPT = 20;

/** Regions, and what a row's value may be of each. */
export interface RegionSource {
  regions: readonly Region[];
  keysOf(region: Region): unknown[];
}

/**
 * Loads regions that rows are joined to by a property: packaged ones from our own server, others from a host of the
 * account.
 *
 * @throws {@link MapProblem} for a host that the account does not list, a file that does not arrive or holds no
 * regions, a property that none of them has
 */
export async function loadRegions(source: string, property: string): Promise<RegionSource> {
  if (!isPackagedSource(source)) return loadCustom(source, property);
  const known = packagedPropertyOf(source, property);
  if (known === undefined)
    throw new MapProblem(
      'drawing',
      `There is no property ${property}; there are ${regionSources[source].join(', ')}`,
    );
  const packaged = readRegions(await loadAtlas(source), known)
    .filter((region) => source === 'world' || isOnMap(region))
    .map((region) => withCodes(region, source));
  return { regions: packaged, keysOf: keysBy(known, source === 'world') };
}

/** The projection of the states has no place for the territories, which have the numbers from 60 on. */
const isOnMap = ({ properties }: Region) => Number(properties['id']) < 60;

function withCodes(region: Region, source: keyof typeof regionSources): Region {
  const id = String(region.properties['id'] ?? '');
  const codes = source === 'world' ? countryCodes(id, region.name ?? '') : { postal: stateCode(id) };
  return { ...region, properties: { ...region.properties, ...codes } };
}

/** A country has more names than the atlas has. */
const keysBy =
  (property: string, isWorld: boolean) =>
  ({ properties }: Region): unknown[] => {
    const code = properties['iso_a2'];
    const others = isWorld && property === 'name' && typeof code === 'string';
    return [properties[property], ...(others ? countryNames(code, pageLanguage()) : [])];
  };

async function loadCustom(source: string, property: string): Promise<RegionSource> {
  const address = regionAddressOf(source);
  if (!address)
    throw new MapProblem('mapSource', `The source is no address that begins with https://: ${source}`);
  if (!isImageAllowed(address.href, pageConfig().imageHosts ?? []))
    throw new MapProblem('mapHost', `${address.host} is not among the hosts of the account`);
  const regions = readRegions(await keptFile(address), property);
  if (!regions.some(({ properties }) => Object.hasOwn(properties, property)))
    throw new MapProblem(
      'drawing',
      `No region has a property ${property}; there are ${propertiesOf(regions)}`,
    );
  return { regions, keysOf: ({ properties }) => [properties[property]] };
}

const propertiesOf = (regions: readonly Region[]) =>
  [...new Set(regions.flatMap(({ properties }) => Object.keys(properties)))].slice(0, 20).join(', ');

const files = new Map<string, Promise<unknown>>();

/** A file once for each page; one that failed is asked for again. */
function keptFile(address: URL): Promise<unknown> {
  const kept = files.get(address.href);
  if (kept) return kept;
  const asked = fetchFile(address);
  const [oldest] = files.keys();
  if (files.size >= MAX_KEPT && oldest !== undefined) files.delete(oldest);
  files.set(address.href, asked);
  asked.catch(() => files.delete(address.href));
  return asked;
}

/** Without credentials, and from that host alone: where it would send us on may be a host that nobody has listed. */
async function fetchFile(address: URL): Promise<unknown> {
  const options = { credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error' } as const;
  const response = await fetch(address, options).catch((error: unknown) => {
    throw new MapProblem(
      'mapSource',
      `${address.href} does not answer, or not to this page: ${String(error)}`,
    );
  });
  if (!response.ok) throw new MapProblem('mapSource', `${address.href} answers ${response.status}`);
  const text = await readBounded(response, address);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new MapProblem('mapSource', `${address.href} is no JSON`);
  }
}

async function readBounded(response: Response, address: URL): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return text + decoder.decode();
    size += chunk.value.length;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      throw new MapProblem('mapSource', `${address.href} has more than ${MAX_BYTES} bytes`);
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
}
