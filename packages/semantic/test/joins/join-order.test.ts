import assert from 'node:assert/strict';
import { modelOf } from '../support/read-model.ts';
import { rowsOf } from '../support/query-rows.ts';
import { onEveryEngine } from '../support/test-engines.ts';

const test = onEveryEngine();

const trips = `cubes:
  - name: trip
    sql: "SELECT * FROM (VALUES (1,1,5,30),(2,2,5,40),(3,1,6,50)) v(id,bus,road,km)"
    joins:
      - {name: bus, relationship: many_to_one, sql: "{CUBE}.bus = {bus}.id"}
      - {name: road, relationship: many_to_one, sql: "{CUBE}.road = {road}.id"}
      - {name: toll, relationship: many_to_one, sql: "{bus.size} = {toll.size} AND {road.kind} = {toll.kind}"}
    dimensions: [{name: id, sql: id, type: number, primary_key: true}]
    measures: [{name: km, sql: km, type: sum}]
  - name: bus
    sql: "SELECT * FROM (VALUES (1,'small'),(2,'large')) v(id,size)"
    dimensions: [{name: id, sql: id, type: number, primary_key: true}, {name: size, sql: size, type: string}]
    segments: [{name: small, sql: "{CUBE}.size = 'small'"}]
  - name: road
    sql: "SELECT * FROM (VALUES (5,'fast'),(6,'slow')) v(id,kind)"
    dimensions: [{name: id, sql: id, type: number, primary_key: true}, {name: kind, sql: kind, type: string}]
  - name: toll
    sql: "SELECT * FROM (VALUES ('small','fast','low'),('large','fast','high'),('small','slow','none')) v(size,kind,price)"
    dimensions:
      - {name: key, sql: "concat({CUBE}.size, '/', {CUBE}.kind)", type: string, primary_key: true}
      - {name: size, sql: size, type: string}
      - {name: kind, sql: kind, type: string}
      - {name: price, sql: price, type: string}
views:
  - name: v
    cubes:
      - {join_path: trip.toll, includes: [price]}
      - {join_path: trip.road, includes: [kind]}
      - {join_path: trip.bus, includes: [size]}
      - {join_path: trip, includes: [km]}
`;

const permutations = (items: string[]): string[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((item) =>
        permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
      );

test('a join stands behind those it speaks of, in whatever order the dimensions are asked for', async (database) => {
  const names = { 'toll.price': 'v.price', 'road.kind': 'v.kind', 'bus.size': 'v.size' };
  const model = modelOf(trips);
  const shown = [
    ...permutations(Object.keys(names)),
    ...permutations(Object.values(names)),
    ['toll.price', 'bus.size'],
    ['toll.price'],
  ];
  for (const dimensions of shown) {
    const measure = dimensions[0]?.startsWith('v.') ? 'v.km' : 'trip.km';
    const rows = await rowsOf(database, model, { measures: [measure], dimensions });
    const price = dimensions.find((name) => name.endsWith('.price')) ?? '';
    assert.deepEqual(
      rows.map((row) => `${String(row[price])} ${String(row[measure])}`).toSorted(),
      ['high 40', 'low 30', 'none 50'],
      dimensions.join(),
    );
  }
  const small = { measures: ['trip.km'], dimensions: ['toll.price'], segments: ['bus.small'] };
  assert.deepEqual((await rowsOf(database, model, small)).map((row) => row['trip.km']).toSorted(), [30, 50]);
});
