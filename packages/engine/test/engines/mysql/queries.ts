import { createEngine, type Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { MySqlWorld } from './mysql-world.ts';

const TABLE = `
  CREATE TABLE people (
    id BIGINT PRIMARY KEY, name VARCHAR(100), code INT, account BIGINT, price DECIMAL(10, 2), born DATE,
    is_active BOOLEAN, INDEX (name));
  INSERT INTO people VALUES
    (1, 'it''s', 0, 9007199254740993, 1.50, '2024-01-31', true),
    (2, 'back\\slash', 7, 9007199254740992, 2, NULL, false),
    (3, NULL, NULL, NULL, NULL, NULL, NULL), (4, ''' OR 1 = 1 -- ', 12, 3, 0, '0001-01-01', true)`;

const MODEL = `
cubes:
  - name: people
    sql_table: people
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: name, sql: name, type: string }
      - { name: code, sql: code, type: string }
      - { name: account, sql: account, type: string }
      - { name: price, sql: price, type: string }
      - { name: day, sql: born, type: string }
      - { name: born, sql: born, type: time }
      - { name: is_active, sql: is_active, type: boolean }
      - { name: broken, sql: no_such_column, type: string }
    measures:
      - { name: count, type: count }
      - { name: are_many, type: boolean, sql: '{count} > 2' }
  - name: mine
    extends: people
    access_policy:
      - group: '*'
        row_level: { filters: [{ member: name, operator: equals, values: '{ securityContext.names }' }] }
`;

/** Queries of a model through the engine, as clients ask them. */
export function testQueries(world: () => MySqlWorld): void {
  let engine: Engine;
  before(async () => {
    const { admin, config } = world();
    await admin.query(`SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'; ${TABLE}`);
    const source = {
      modelVersion: 'one',
      files: [{ path: 'people.yml', content: MODEL }],
      sources: { default: config },
      brandKey: 'svcCloud',
    };
    engine = createEngine({ resolve: async () => source, queryTimeoutMs: 30_000 });
  });
  after(() => engine.close());

  const target = { deploymentId: 1, branch: 'master' };
  const bodyOf = async (query: object, securityContext = {}) => {
    const request = { query, securityContext, seesModel: true, queryType: 'multi' as const };
    const answer = await engine.load(target, request);
    return JSON.parse(Buffer.concat(answer.body).toString());
  };
  const dataOf = async (query: object, securityContext = {}): Promise<Record<string, unknown>[]> =>
    (await bodyOf(query, securityContext)).results[0].data;
  const idsWith = async (member: string, operator: string, ...values: string[]) => {
    const filters = [{ member: `people.${member}`, operator, values }];
    const rows = await dataOf({ dimensions: ['people.id'], filters, order: { 'people.id': 'asc' } });
    return rows.map((row) => Number(row['people.id']));
  };

  test('rows come with an annotation, and truths are true and false', async () => {
    const { results } = await bodyOf({
      dimensions: ['people.is_active'],
      measures: ['people.count', 'people.are_many'],
      order: { 'people.is_active': 'asc' },
    });
    assert.deepEqual(
      results[0].data.map((row: object) => Object.values(row)),
      [
        [null, '1', false],
        [false, '1', false],
        [true, '2', false],
      ],
    );
    assert.equal(results[0].dbType, 'mysql');
    assert.equal(results[0].annotation.dimensions['people.is_active'].type, 'boolean');
  });

  test('the SQL of a query is told with its values apart', async () => {
    const { sql } = await bodyOfSql();
    assert.match(sql.sql[0], /^SELECT `people`\.id AS `people__id` FROM people AS `people` WHERE .* = \?/);
    assert.ok(sql.sql[1].includes("it's"));
  });
  const bodyOfSql = async () => {
    const query = {
      dimensions: ['people.id'],
      filters: [{ member: 'people.name', operator: 'equals', values: ["it's"] }],
    };
    const answer = await engine.sql(target, { query, securityContext: {}, seesModel: true });
    return JSON.parse(Buffer.concat(answer.body).toString());
  };

  test('a hostile text is a value and nothing else', async () => {
    assert.deepEqual(await idsWith('name', 'equals', "' OR 1 = 1 -- "), [4]);
    assert.deepEqual(await idsWith('name', 'equals', "it's", 'back\\slash'), [1, 2]);
    assert.deepEqual(await idsWith('name', 'contains', "' or"), [4]);
    assert.deepEqual(await idsWith('name', 'contains', '\\'), [2]);
    for (const text of [
      "x' OR '1'='1",
      '\\',
      "\\' OR 1=1 -- ",
      '%',
      '_',
      '` OR 1',
      '\u0000',
      '😀',
      ') OR (1=1',
    ])
      assert.deepEqual(await idsWith('name', 'equals', text), [], text);
    assert.deepEqual(await idsWith('name', 'notEquals', "it's"), [2, 3, 4]);
  });

  test('a text equals the values that it is, whatever their type', async () => {
    assert.deepEqual(await idsWith('code', 'equals', 'north'), []);
    assert.deepEqual(await idsWith('code', 'equals', '7th', '12 apples'), []);
    assert.deepEqual(await idsWith('code', 'equals', ''), []);
    assert.deepEqual(await idsWith('code', 'equals', '7', '0'), [1, 2]);
    assert.deepEqual(await idsWith('code', 'notEquals', 'north', '12'), [1, 2, 3]);
    assert.deepEqual(await idsWith('account', 'equals', '9007199254740993'), [1]);
    assert.deepEqual(await idsWith('account', 'equals', '9007199254740992'), [2]);
    assert.deepEqual(await idsWith('price', 'equals', '1.5'), [1]);
    assert.deepEqual(await idsWith('day', 'equals', '2024-01-31'), [1]);
    assert.deepEqual(await idsWith('day', 'equals', 'north'), []);
    assert.deepEqual(await idsWith('day', 'notEquals', 'north', '2024-01-31'), [2, 3, 4]);
  });

  test('the index of a column of texts can be used for a text', async () => {
    const { sql } = await bodyOfSql();
    const [rows] = await world().admin.execute(`EXPLAIN ${sql.sql[0]}`, sql.sql[1]);
    assert.match(JSON.stringify(rows), /"possible_keys":"[A-Z,]*name"/);
  });

  test('a policy shows the rows of its caller, whatever text that has', async () => {
    const seenBy = async (...names: string[]) => {
      const rows = await dataOf({ dimensions: ['mine.id'], order: { 'mine.id': 'asc' } }, { names });
      return rows.map((row) => Number(row['mine.id']));
    };
    assert.deepEqual(await seenBy("it's"), [1]);
    assert.deepEqual(await seenBy("' OR 1 = 1 -- "), [4]);
    assert.deepEqual(await seenBy("x' OR '1'='1", 'back\\slash'), [2]);
  });

  test('a column that there is not is told with its member', async () => {
    const { error } = await bodyOf({ dimensions: ['people.broken'] });
    assert.match(JSON.stringify(error), /no_such_column/);
  });
}
