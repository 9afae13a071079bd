import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse, View, type Spec } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { QueryResult } from '../../query/load-batch.ts';
import '../charts/rare-transforms.ts';
import '../charts/vega-parts.ts';
import { clusterPoints } from './cluster-points.ts';
import { joinRegions, normalizeKey } from './join-regions.ts';
import { CLUSTER, pointsDocument, regionsDocument, SIGNALS, SOURCES } from './map-document.ts';
import {
  boxOf,
  fitFrame,
  limitsOf,
  moveFrame,
  NO_MARGIN,
  placeFrame,
  zoomFrame,
  type Box,
} from './map-frame.ts';
import { boxOfRegions, project, STATES, unproject, WORLD } from './projections.ts';
import { countryCodes, countryNames, stateCode } from './region-codes.ts';
import { readRegions } from './regions.ts';

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(import.meta.resolve(name)), 'utf8'));
const world = readRegions(read('world-atlas/countries-50m.json'), 'name');
const states = readRegions(read('us-atlas/states-10m.json'), 'name');

const colors = {
  text: '#000000',
  muted: '#666666',
  grid: '#eeeeee',
  surface: '#ffffff',
  series: ['#3657d6'],
  font: 'x',
};
const columns: QueryResult['columns'] = {
  'a.lat': { kind: 'dimension', type: 'number' },
  'a.lon': { kind: 'dimension', type: 'number' },
  'a.state': { kind: 'dimension', type: 'string', shortTitle: 'State' },
  'a.count': { kind: 'measure', type: 'number', shortTitle: 'Count', format: 'percent' },
};
const setting = { colors, columns, projection: 'mercator', hasLegend: true, width: 300 } as const;
const points = { mode: 'points', latitude: 'a.lat', longitude: 'a.lon' } as const;
const regions = {
  mode: 'regions',
  source: 'us-states',
  property: 'postal',
  dimension: 'a.state',
  measure: 'a.count',
} as const;

/** What a document draws of rows, in a view without a page. */
async function draw(
  document: object,
  data: Record<string, object[]>,
  place = { scale: 100, x: 150, y: 100 },
) {
  const compiled = compile({ ...document, width: 300, height: 200 } as unknown as TopLevelSpec).spec as Spec;
  const view = new View(parse(compiled), { renderer: 'none' });
  for (const [name, rows] of Object.entries(data)) view.data(name, rows);
  view.signal(SIGNALS.scale, place.scale).signal(SIGNALS.x, place.x).signal(SIGNALS.y, place.y);
  await view.runAsync();
  const items: Record<string, unknown>[] = [];
  const visit = (node: { items?: object[]; marktype?: string; role?: string }, kind?: string) => {
    if (/legend/.test(node.role ?? '')) return;
    if (kind === 'symbol' || kind === 'shape' || kind === 'text') items.push(node as Record<string, unknown>);
    for (const item of node.items ?? []) visit(item, node.marktype);
  };
  visit((view.scenegraph() as unknown as { root: object }).root);
  view.finalize();
  return items;
}

test('points lie where the projection puts them, with area by size and colour by category', async () => {
  const rows = [
    { a__lat: 0, a__lon: 0, a__state: 'CA', a__count: 1 },
    { a__lat: 0, a__lon: 57.29577951308232, a__state: 'WA', a__count: 4 },
  ];
  const document = pointsDocument({ ...points, size: 'a.count', color: 'a.state' }, setting);
  const [first, second] = await draw(document, { [SOURCES.points]: rows });
  assert.equal(Math.round(Number(first?.['x'])), 150);
  assert.equal(Math.round(Number(second?.['x'])), 250);
  assert.ok(Number(second?.['size']) > Number(first?.['size']));
  assert.notEqual(first?.['fill'], second?.['fill']);
});

test('a colour is one, where no column has its name', async () => {
  const rows = { [SOURCES.points]: [{ a__lat: 0, a__lon: 0 }] };
  const [red] = await draw(pointsDocument({ ...points, color: '#ff0000' }, setting), rows);
  assert.equal(red?.['fill'], '#ff0000');
  const [plain] = await draw(pointsDocument(points, setting), rows);
  assert.equal(plain?.['fill'], '#3657d6');
});

test('groups are drawn with their number', async () => {
  const cluster = {
    [CLUSTER.longitude]: 0,
    [CLUSTER.latitude]: 0,
    [CLUSTER.area]: 400,
    [CLUSTER.caption]: '12',
  };
  const items = await draw(pointsDocument({ ...points, cluster: true }, setting), {
    [SOURCES.clusters]: [cluster],
  });
  assert.deepEqual(items.map((item) => item['text']).filter(Boolean), ['12']);
  assert.equal(items[0]?.['size'], 400);
});

test('regions have the colours of a palette, and a legend in the format of the measure', async () => {
  const shape = (a__count: number, at: number) => ({
    type: 'Feature',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [at, 0],
          [at, 9],
          [at + 9, 9],
          [at, 0],
        ],
      ],
    },
    a__count,
  });
  const document = regionsDocument({ ...regions, palette: ['#000000', '#ffffff'] }, setting);
  const items = await draw(document, {
    [SOURCES.regions]: [shape(0, 0), shape(1, 20)],
    [SOURCES.land]: [shape(0, 40)],
  });
  assert.deepEqual(
    items.map((item) => item['fill']),
    ['#dedede', 'rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
  );
  assert.match(JSON.stringify(document), /"format":"\.1%"/);
});

test('a column that is not there, or has no numbers, is told', () => {
  const refused = (spec: object) => () => pointsDocument({ ...points, ...spec }, setting);
  assert.throws(refused({ latitude: 'a.north' }), { kind: 'drawing', message: /no column a\.north/ });
  assert.throws(refused({ size: 'a.state' }), { message: /a\.state has no numbers/ });
  assert.throws(refused({ color: 'a.nothing' }), { message: /no column a\.nothing/ });
  assert.throws(() => regionsDocument({ ...regions, measure: 'a.state' }, setting), {
    message: /has no numbers/,
  });
});

const BOX: Box = [
  [-1, -0.5],
  [1, 0.5],
];

test('what lies below the pointer stays there while a map is zoomed, and nothing leaves it', () => {
  const size = { width: 400, height: 200 };
  const frame = fitFrame(BOX, size, NO_MARGIN);
  assert.deepEqual(frame, { center: [0, 0], scale: 200 });
  const limits = limitsOf(BOX, WORLD, size, NO_MARGIN);
  const at = [300, 150] as const;
  const before = [
    (at[0] - placeFrame(frame, size).x) / frame.scale,
    (at[1] - placeFrame(frame, size).y) / frame.scale,
  ];
  const near = zoomFrame(frame, 4, at, size, limits);
  const placed = placeFrame(near, size);
  assert.deepEqual([(at[0] - placed.x) / placed.scale, (at[1] - placed.y) / placed.scale], before);
  assert.equal(zoomFrame(frame, 1e9, at, size, limits).scale, limits.maxScale);
  assert.equal(zoomFrame(frame, 1e-9, at, size, limits).scale, limits.minScale);
  assert.deepEqual(moveFrame(frame, [-1e9, 1e9], limits).center, [Math.PI, -2.3]);
  assert.equal(boxOf([]), undefined);
  const point: Box = [project(0, 0), project(0, 0)];
  assert.ok(fitFrame(point, { width: 0, height: 0 }, { around: 20, below: 48 }).scale > 0);
});

test('the legend has its place below what is shown first', () => {
  const frame = fitFrame(BOX, { width: 400, height: 260 }, { around: 0, below: 60 });
  assert.deepEqual(frame, { center: [0, 0.15], scale: 200 });
});

test('groups hold every point once, none further than the radius, and part when the scale grows', () => {
  const placed = Array.from({ length: 2000 }, (_, index) => ({
    datum: index,
    at: [Math.sin(index * 12.9898), Math.cos(index * 78.233)] as const,
  }));
  for (const scale of [50, 500]) {
    const groups = clusterPoints(placed, scale);
    const members = groups.flatMap((group) => group.members);
    assert.deepEqual(
      members.map(({ datum }) => datum).toSorted((a, b) => a - b),
      placed.map(({ datum }) => datum),
    );
    for (const {
      members: [start, ...others],
    } of groups)
      for (const { at } of others)
        assert.ok(Math.hypot(at[0] - (start?.at[0] ?? 9), at[1] - (start?.at[1] ?? 9)) * scale <= 36.000_001);
  }
  assert.ok(clusterPoints(placed, 500).length > clusterPoints(placed, 50).length);
});

const rowsOf = (values: unknown[]): QueryResult => ({
  columns,
  rows: values.map((value, index) => ({ 'a.state': value as string, 'a.count': index })),
});

test('rows are joined whatever their case, accents and zeros; others and second ones are told', () => {
  const source = { regions: states, keysOf: ({ properties }: (typeof states)[number]) => [properties['id']] };
  const join = joinRegions(source, rowsOf(['06', '6', 6, '53', 'Atlantis', null]), {
    dimension: 'a.state',
    measure: 'a.count',
  });
  assert.deepEqual(
    join.matched.map(({ regionName }) => regionName),
    ['California', 'Washington'],
  );
  assert.deepEqual(join.repeated, ['6', 6]);
  assert.deepEqual(join.unmatched, ['Atlantis', null]);
  assert.equal(join.blank.length, states.length - 2);
  assert.equal(normalizeKey('  Côte d’Ivoire '), normalizeKey("cote d'ivoire"));
  assert.equal(normalizeKey('The Bahamas'), 'bahamas');
  assert.equal(normalizeKey('000'), '0');
});

test('every country of the atlas with a number has the codes of the country of its name', () => {
  const named = world.filter(({ properties }) => properties['id'] !== undefined);
  assert.ok(named.length > 230);
  const plain = (text: string) =>
    normalizeKey(text).replaceAll(/\b(and|of|the|is|islands|st|saint|sint)\b|\W/g, '');
  const odd = named.filter(({ name = '', properties }) => {
    const { iso_a2: code } = countryCodes(String(properties['id']), name);
    if (code === undefined) return true;
    const known = countryNames(code, 'en').map(plain);
    return !known.some((text) => text.slice(0, 3) === plain(name).slice(0, 3));
  });
  // Abbreviated in the atlas, another name, or a part of a country that has its number.
  assert.deepEqual(
    odd.map(({ name }) => name).join('; '),
    'N. Mariana Is.; S. Geo. and the Is.; S. Sudan; W. Sahara; Macedonia; Fr. Polynesia; Fr. S. Antarctic Lands; Eq. Guinea; ' +
      'Faeroe Is.; Cabo Verde; Ashmore and Cartier Is.',
  );
});

test('a state has the code of the post, and every one of the fifty is there', () => {
  const codes = states.map(({ properties }) => stateCode(String(properties['id'])));
  assert.equal(new Set(codes).size, states.length);
  assert.equal(stateCode('06'), 'CA');
});

test('files that are no regions are told', () => {
  for (const file of [
    null,
    1,
    'x',
    [],
    {},
    { type: 'FeatureCollection' },
    { type: 'Topology', objects: {} },
    { type: 'FeatureCollection', features: [] },
  ])
    assert.throws(() => readRegions(file, 'name'), { kind: 'mapSource' });
  const point = { type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] }, properties: {} };
  assert.throws(() => readRegions({ type: 'FeatureCollection', features: [point] }, 'name'), /no polygons/);
  const bad = {
    type: 'Feature',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          ['x', 'y'],
          [{}, null],
        ],
      ],
    },
    properties: {},
  };
  for (const coordinates of [
    bad.geometry.coordinates,
    [[[1000, 2]]],
    [],
    [1],
    [[1]],
    null,
    'x',
    [[['1', '2']]],
  ]) {
    const file = {
      type: 'FeatureCollection',
      features: [{ ...bad, geometry: { type: 'Polygon', coordinates } }],
    };
    assert.throws(
      () => boxOfRegions(readRegions(file, 'name')),
      { kind: 'mapSource' },
      JSON.stringify(coordinates),
    );
  }
});

test('places and the box of the states are those of the chart library', async () => {
  const data = { [SOURCES.regions]: states.filter(({ properties }) => Number(properties['id']) < 60) };
  const features = data[SOURCES.regions].map(({ geometry }) => ({ type: 'Feature', geometry, a__count: 1 }));
  const place = { scale: 1000, x: 0, y: 0 };
  const document = regionsDocument(regions, { ...setting, projection: 'albersUsa' });
  const items = await draw(document, { [SOURCES.regions]: features }, place);
  const bounds = items.map((item) => item['bounds'] as { x1: number; y1: number; x2: number; y2: number });
  const box = [
    [Math.min(...bounds.map(({ x1 }) => x1)), Math.min(...bounds.map(({ y1 }) => y1))],
    [Math.max(...bounds.map(({ x2 }) => x2)), Math.max(...bounds.map(({ y2 }) => y2))],
  ];
  for (const [side, point] of box.entries())
    for (const [axis, pixels] of point.entries())
      assert.ok(Math.abs(pixels / 1000 - Number(STATES[side]?.[axis])) < 0.005, JSON.stringify(box));
  const [drawn] = await draw(
    pointsDocument(points, setting),
    { [SOURCES.points]: [{ a__lat: 52.5, a__lon: 13.4 }] },
    place,
  );
  const [x, y] = project(13.4, 52.5);
  assert.ok(
    Math.abs(Number(drawn?.['x']) - x * 1000) < 0.001 && Math.abs(Number(drawn?.['y']) - y * 1000) < 0.001,
  );
  const [longitude, latitude] = unproject([x, y]);
  assert.ok(Math.abs(longitude - 13.4) < 1e-9 && Math.abs(latitude - 52.5) < 1e-9);
});
