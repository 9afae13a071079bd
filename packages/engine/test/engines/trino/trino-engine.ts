import { createEngine, type Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TrinoWorld } from './trino-world.ts';

const target = { deploymentId: 1, branch: 'master' };
/** Texts that end a literal, a name or a statement, or stand for something in a pattern. */
const HOSTILE = ["O'Hara", "'; DROP TABLE people; --", '"', '?', '\\', '100%', 'a_b', '😀', '$1', '/*', "''"];
const PEOPLE = HOSTILE.map((name, id) => `(${id}, '${name.replaceAll("'", "''")}')`);
const model = `
cubes:
  - name: people
    sql: ${JSON.stringify(`SELECT * FROM (VALUES ${PEOPLE.join(', ')}) AS t(id, name)`)}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: name, sql: name, type: string }
      - { name: born_at, sql: "date_add('hour', id, TIMESTAMP '2024-01-31 20:00:00 UTC')", type: time }
    measures:
      - { name: count, type: count }
      - { name: average, type: avg, sql: "CAST(id AS DECIMAL(10, 1))" }
  - name: lines
    sql: SELECT n, DECIMAL '90071992547409930000' + n AS exact FROM UNNEST(sequence(1, 5)) AS t(n)
    dimensions:
      - { name: n, sql: n, type: number }
      - { name: exact, sql: exact, type: number }
    access_policy:
      - group: "*"
        row_level: { filters: [{ member: n, operator: gt, values: [3] }] }
`;

const FINDS = {
  equals: (text: string) => (name: string) => name === text,
  contains: (text: string) => (name: string) => name.includes(text),
  startsWith: (text: string) => (name: string) => name.startsWith(text),
};

/** A model over Trino, from the query of a caller to the rows. */
export function testEngine(world: () => TrinoWorld): void {
  describe('a model', () => {
    let engine: Engine;
    before(() => {
      const source = {
        modelVersion: 'one',
        files: [{ path: 'people.yml', content: model }],
        sources: { default: world().config },
        brandKey: 'svcCloud',
      };
      engine = createEngine({ resolve: async () => source, queryTimeoutMs: 60_000 });
    });
    after(() => engine.close());

    const request = (query: object) =>
      ({ query, securityContext: {}, seesModel: true, queryType: 'multi' }) as const;
    const rowsOf = async (query: object): Promise<unknown> => {
      const answer = await engine.load(target, request(query));
      const body = Buffer.concat(answer.body).toString();
      assert.equal(answer.status, 200, body);
      return JSON.parse(body).results[0].data;
    };

    test('is answered with rows', async () => {
      const byDay = { dimension: 'people.born_at', granularity: 'day' };
      const query = { measures: ['people.count'], timeDimensions: [byDay], timezone: 'Europe/Berlin' };
      const rows = await rowsOf({ ...query, order: { 'people.born_at': 'asc' } });
      assert.deepEqual(rows, [
        {
          'people.born_at.day': '2024-01-31T00:00:00.000',
          'people.born_at': '2024-01-31T00:00:00.000',
          'people.count': '3',
        },
        {
          'people.born_at.day': '2024-02-01T00:00:00.000',
          'people.born_at': '2024-02-01T00:00:00.000',
          'people.count': '8',
        },
      ]);
      assert.deepEqual(await rowsOf({ measures: ['people.average'] }), [{ 'people.average': 5 }]);
    });

    test('is told as the SQL of Trino', async () => {
      const answer = await engine.sql(target, request({ dimensions: ['people.id'], limit: 2, offset: 1 }));
      const body = Buffer.concat(answer.body).toString();
      assert.match(body, /OFFSET 1 LIMIT 2/);
    });

    for (const text of HOSTILE)
      test(`finds ${text} and nothing else`, async () => {
        for (const operator of ['equals', 'contains', 'startsWith'] as const) {
          const filters = [{ member: 'people.name', operator, values: [text] }];
          const found = HOSTILE.filter(FINDS[operator](text));
          const rows = await rowsOf({
            dimensions: ['people.name'],
            filters,
            order: { 'people.name': 'asc' },
          });
          found.sort();
          assert.deepEqual(
            rows,
            found.map((name) => ({ 'people.name': name })),
            operator,
          );
        }
      });

    test('shows the rows of a policy alone, and numbers with every digit', async () => {
      const dimensions = ['lines.n', 'lines.exact'];
      assert.deepEqual(await rowsOf({ dimensions, order: { 'lines.n': 'asc' } }), [
        { 'lines.n': '4', 'lines.exact': '90071992547409930004' },
        { 'lines.n': '5', 'lines.exact': '90071992547409930005' },
      ]);
    });
  });
}
