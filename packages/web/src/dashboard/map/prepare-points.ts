import type { QueryResult } from '../../query/load-batch.ts';
import { pageLanguage } from '../../messages/language.ts';
import { t } from '../../messages/dashboard-texts.ts';
import { fieldOf, toChartRows } from '../formats/chart-fields.ts';
import { loadAtlas } from './atlas.ts';
import { clusterPoints, type Cluster, type Placed } from './cluster-points.ts';
import { areaOf, CLUSTER, pointsDocument, SOURCES, type PointsSpec } from './map-document.ts';
import { boxOf, type Box } from './map-frame.ts';
import type { MapSetting, PreparedMap } from './prepared-map.ts';
import { MAX_LATITUDE, project, unproject, WORLD } from './projections.ts';
import { readRegions, type Region } from './regions.ts';

type Row = Record<string, unknown>;

/** Points on land, by the coordinates of the rows. */
export async function preparePoints(
  spec: PointsSpec,
  result: QueryResult,
  setting: MapSetting,
): Promise<PreparedMap> {
  const placed = placeRows(spec, result);
  // A scale of no values has nothing to explain.
  const hasLegend = setting.hasLegend && placed.length > 0;
  const hasColors = result.columns[spec.color ?? ''] !== undefined;
  const explained = typeof spec.size === 'string' ? 'size' : hasColors ? 'color' : undefined;
  const document = pointsDocument(spec, { ...setting, hasLegend, projection: 'mercator' });
  const box = boxOf(placed.map(({ at }) => at)) ?? WORLD;
  const land = await loadLand(placed);
  const missing = result.rows.length - placed.length;
  let step: number | undefined;
  return {
    document,
    legend: hasLegend ? explained : undefined,
    box,
    world: WORLD,
    notes: missing > 0 ? [t('map.unplaced', { count: missing })] : [],
    labels: { hidden: new Set([spec.latitude, spec.longitude]) },
    fill(view, scale, isFirst) {
      if (isFirst) view.data(SOURCES.land, land.map(toFeature));
      if (!spec.cluster) {
        if (isFirst)
          view.data(
            SOURCES.points,
            placed.map(({ datum }) => datum),
          );
        return;
      }
      // Groups change at steps of the scale, so that they do not at every turn of the wheel.
      const next = Math.round(Math.log2(scale) * 2);
      if (next === step) return;
      step = next;
      const groups = clusterPoints(placed, 2 ** (next / 2));
      const isSingle = ({ members }: Cluster<Row>) => members.length === 1;
      view.data(
        SOURCES.points,
        groups.filter(isSingle).flatMap(({ members }) => members.map(({ datum }) => datum)),
      );
      view.data(SOURCES.clusters, groups.filter((group) => !isSingle(group)).map(toMark));
    },
  };
}

const toFeature = ({ geometry, name }: Region) => ({ type: 'Feature', geometry, landName: name });

/** The rows that have a place, the largest first, so that they lie below the others. */
function placeRows({ longitude, latitude, size }: PointsSpec, result: QueryResult): Placed<Row>[] {
  const placed = toChartRows(result).flatMap((row) => {
    const point = [numberIn(row[fieldOf(longitude)]), numberIn(row[fieldOf(latitude)])] as const;
    const [x, y] = point;
    if (x === undefined || y === undefined || Math.abs(x) > 180 || Math.abs(y) > MAX_LATITUDE) return [];
    return [{ datum: { ...row, [fieldOf(longitude)]: x, [fieldOf(latitude)]: y }, at: project(x, y) }];
  });
  if (typeof size !== 'string') return placed;
  const sizeIn = ({ datum }: Placed<Row>) => numberIn(datum[fieldOf(size)]) ?? 0;
  return placed.toSorted((one, other) => sizeIn(other) - sizeIn(one));
}

/** Coordinates come as texts where the model has no numbers. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function toMark({ members, at }: Cluster<Row>): Row {
  const [x, y] = unproject(at);
  const count = members.length;
  return {
    [CLUSTER.longitude]: x,
    [CLUSTER.latitude]: y,
    [CLUSTER.area]: areaOf(18 + 6 * Math.log10(count)),
    [CLUSTER.caption]: new Intl.NumberFormat(pageLanguage(), { notation: 'compact' }).format(count),
    [CLUSTER.count]: count,
  };
}

/** Countries, coarse where much of the world is seen; with its states where all points are in the United States. */
async function loadLand(placed: readonly Placed<Row>[]): Promise<Region[]> {
  const box = boxOf(placed.map(({ at }) => at));
  const countries = readRegions(await loadAtlas(isWide(box) ? 'coarse-world' : 'world'), 'name');
  if (!box || !isWithin(box, UNITED_STATES)) return countries;
  return [...countries, ...readRegions(await loadAtlas('us-states'), 'name')];
}

const isWide = (box: Box | undefined) => !box || box[1][0] - box[0][0] > Math.PI / 2;

const isWithin = ([[x0, y0], [x1, y1]]: Box, [[left, top], [right, bottom]]: Box) =>
  x0 >= left && y0 >= top && x1 <= right && y1 <= bottom;

/** From Alaska and Hawaii to Maine. */
const UNITED_STATES: Box = [project(-180, 72), project(-66, 18)];
