import type { PackagedSource } from '@oriel/contract/map-sources';
import statesUrl from 'us-atlas/states-10m.json?url';
import coarseWorldUrl from 'world-atlas/countries-110m.json?url';
import worldUrl from 'world-atlas/countries-50m.json?url';

/** The atlases: countries with small islands, the same in few points, states. */
const ADDRESSES: Readonly<Record<PackagedSource | 'coarse-world', string>> = {
  world: worldUrl,
  'coarse-world': coarseWorldUrl,
  'us-states': statesUrl,
};

const loaded = new Map<string, Promise<unknown>>();

/**
 * A packaged file of regions, as TopoJSON, from our own server; once for each page.
 * @throws `TypeError` where it cannot be fetched
 */
export function loadAtlas(name: keyof typeof ADDRESSES): Promise<unknown> {
  const known = loaded.get(name);
  if (known) return known;
  const asked = fetchAtlas(ADDRESSES[name]);
  loaded.set(name, asked);
  asked.catch(() => loaded.delete(name));
  return asked;
}

async function fetchAtlas(address: string): Promise<unknown> {
  const response = await fetch(address);
  if (!response.ok) throw new TypeError(`The fetch of a map was answered ${response.status}`);
  return response.json();
}
