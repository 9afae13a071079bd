import { Dataflow } from 'vega-dataflow';
import { MapProblem } from './map-problem.ts';

/** A place in degrees. */
export type Position = readonly [longitude: number, latitude: number, ...more: number[]];

/** A polygon, or several, as GeoJSON has them: rings of places. */
export type Polygons =
  | { type: 'Polygon'; coordinates: readonly (readonly Position[])[] }
  | { type: 'MultiPolygon'; coordinates: readonly (readonly (readonly Position[])[])[] };

interface Feature {
  id?: string | number;
  properties?: Readonly<Record<string, unknown>> | null;
  geometry?: { type?: unknown } | null;
}

/** A part of a TopoJSON file. */
interface TopologyObject extends Feature {
  geometries?: readonly TopologyObject[];
}

/** A part of the earth that a map may colour. */
export interface Region {
  geometry: Polygons;
  /** What rows may be joined by. */
  properties: Readonly<Record<string, unknown>>;
  /** What people call it; undefined where nothing says so. */
  name: string | undefined;
}

/** Regions that a map draws, each with time of the browser at every change of the view. */
const MAX_REGIONS = 20_000;

/**
 * The regions of a file: of a GeoJSON collection of features, or of the object of a TopoJSON file that has the
 * property, else the first. What is no polygon is left out.
 *
 * @throws {@link MapProblem} for what is neither, for one without polygons and for one with too many
 */
export function readRegions(file: unknown, property: string): Region[] {
  const features = featuresIn(file, property);
  const regions = features.flatMap(({ id, properties, geometry }) => {
    if (!isPolygon(geometry)) return [];
    const own = { ...(id !== undefined && { id }), ...properties };
    return [{ geometry, properties: own, name: nameIn(own) }];
  });
  if (regions.length === 0) throw new MapProblem('mapSource', 'The file has no polygons');
  if (regions.length > MAX_REGIONS)
    throw new MapProblem('mapSource', `The file has ${regions.length} regions; there may be ${MAX_REGIONS}`);
  return regions;
}

/** Places that are none are told where the box around them is looked for. */
const isPolygon = (geometry: Feature['geometry']): geometry is Polygons =>
  (geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon') && 'coordinates' in geometry;

function featuresIn(file: unknown, property: string): readonly Feature[] {
  // What is read of it is looked at where it is read.
  const { type, features, objects } = (file ?? {}) as {
    type?: unknown;
    features?: unknown;
    objects?: Record<string, TopologyObject>;
  };
  if (type === 'FeatureCollection' && Array.isArray(features)) return features.filter(isObject);
  if (type === 'Topology' && isObject(objects)) {
    const all = Object.entries(objects);
    const [name] = all.find(([, object]) => hasProperty(object, property)) ?? all[0] ?? [];
    if (name !== undefined) return readTopology(file, name);
  }
  throw new MapProblem('mapSource', 'The file is no GeoJSON FeatureCollection and no TopoJSON Topology');
}

/** The chart library reads TopoJSON, and answers with a list of features. */
function readTopology(file: unknown, name: string): Feature[] {
  try {
    return new Dataflow().parse(file, { type: 'topojson', feature: name }) as Feature[];
  } catch (error) {
    throw new MapProblem('mapSource', `The file is no TopoJSON: ${String(error)}`);
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const hasProperty = ({ geometries }: TopologyObject, property: string) =>
  Array.isArray(geometries) &&
  (geometries as readonly TopologyObject[]).some(
    ({ id, properties }) =>
      (property === 'id' && id !== undefined) || Object.hasOwn(properties ?? {}, property),
  );

function nameIn(properties: Readonly<Record<string, unknown>>): string | undefined {
  const key = ['name', 'NAME', 'Name', 'title', 'label'].find((key) => typeof properties[key] === 'string');
  return key === undefined ? undefined : String(properties[key]);
}
