import { createEngine, type Engine, type SourceConfig } from '@oriel/engine';
import { writeDuckDbFile } from '@oriel/engine/test';
import { createDataDatabase } from '@oriel/server/test/database';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';

type EngineName = 'duckdb' | 'postgres';

/**
 * Types with two values, and the first in another spelling where there is one; texts are compared with columns of each.
 */
const types: Record<
  string,
  { values: [string, string]; also?: string; foreign: string[]; only?: EngineName }
> = {
  uuid: {
    values: ['6a1f0e9e-0000-4000-8000-00000000000a', '6a1f0e9e-0000-4000-8000-00000000000b'],
    also: '6A1F0E9E-0000-4000-8000-00000000000A',
    foreign: ['north', '', "it's $1", 'größer', '6a1f0e9e'],
  },
  date: { values: ['2024-01-05', '2024-02-05'], foreign: ['soon', '2024-13-45'] },
  timestamp: { values: ['2024-01-05 10:00:00', '2024-02-05 10:00:00'], foreign: ['soon', '2024-01-01 x/y'] },
  time: { values: ['10:00:00', '11:00:00'], foreign: ['noon', '26:00:00'] },
  integer: { values: ['5', '6'], also: '05', foreign: ['five', '99999999999999999999'] },
  boolean: { values: ['true', 'false'], foreign: ['maybe'] },
  mood: { values: ['calm', 'cross'], foreign: ['happy'] },
  varchar: { values: ['calm', 'cross'], foreign: ['happy', 'a\\b'] },
  'integer[]': { values: ['{1}', '{2}'], foreign: ['happy'], only: 'postgres' },
  inet: { values: ['10.0.0.1', '10.0.0.2'], foreign: ['localhost', '300.0.0.1'], only: 'postgres' },
  jsonb: { values: ['{"a": 1}', '[]'], also: '{"a":1}', foreign: ['{a}'], only: 'postgres' },
};
const typesOf = (name: EngineName) => Object.entries(types).filter(([, { only = name }]) => only === name);
const columnOf = (type: string) => `of_${type.replace('[]', 's')}`;

/** Rows 1 and 2 have the values, row 3 has nulls; each has an item that holds the uuid. */
const rowsFor = (name: EngineName) => {
  const row = (index: 0 | 1) =>
    typesOf(name).map(([type, { values }]) => `cast('${values[index]}' as ${type}) as ${columnOf(type)}`);
  const none = typesOf(name).map(([type]) => `cast(null as ${type}) as ${columnOf(type)}`);
  return `create type mood as enum ('calm', 'cross');
    create table things as select 1 as id, ${row(0).join(', ')} union all select 2, ${row(1).join(', ')} union all select 3, ${none.join(', ')};
    create table items as select id * 10 as id, id as thing, of_uuid as part from things;`;
};

const modelFor = (name: EngineName) => `
cubes:
  - name: things
    sql_table: things
    joins: [{ name: items, relationship: one_to_many, sql: '{CUBE}.id = {items}.thing' }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
${typesOf(name)
  .map(([type]) => `      - { name: ${columnOf(type)}, sql: ${columnOf(type)}, type: string }`)
  .join('\n')}
    measures:
      - { name: count, type: count }
      - { name: ids, type: sum, sql: id }
      - { name: first, type: string, sql: 'min({CUBE}.of_date)' }
  - name: items
    sql_table: items
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: part, sql: part, type: string }]
  - name: narrowed
    sql: "SELECT * FROM things WHERE {FILTER_PARAMS.narrowed.part.filter('of_uuid')}"
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: part, sql: of_uuid, type: string }]
    measures: [{ name: ids, type: sum, sql: id }]
  - name: guarded
    sql_table: things
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: part, sql: of_uuid, type: string }]
    measures: [{ name: ids, type: sum, sql: id }]
    access_policy:
      - { group: allowed, row_level: { filters: [{ member: part, operator: equals, values: ['{ userAttributes.parts }'] }] } }
      - { group: barred, row_level: { filters: [{ member: part, operator: notEquals, values: ['{ userAttributes.parts }'] }] } }
`;

let directory: string;
let database: Awaited<ReturnType<typeof createDataDatabase>>;
let engine: Engine;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oriel-texts-'));
  const path = join(directory, 'data.duckdb');
  await writeDuckDbFile(path, rowsFor('duckdb'));
  database = await createDataDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query(rowsFor('postgres'));
  await client.end();
  const sources: Record<EngineName, SourceConfig> = {
    duckdb: { type: 'duckdb', path },
    postgres: { type: 'postgres', ...database.connection },
  };
  engine = createEngine({
    resolve: async ({ branch }) => ({
      modelVersion: '1',
      files: [{ path: 'things.yml', content: modelFor(branch as EngineName) }],
      // The branch is the name of the engine here.
      sources: { default: sources[branch as EngineName] },
      brandKey: 'svcCloud',
    }),
  });
});
after(async () => {
  await engine.close();
  await database.drop();
  await rm(directory, { recursive: true, maxRetries: 10 });
});

interface Answer {
  readonly error?: string;
  readonly data: readonly Record<string, unknown>[];
}

async function ask(
  name: EngineName,
  query: object,
  securityContext: Record<string, unknown> = {},
): Promise<Answer> {
  const request = { query, securityContext, seesModel: true };
  const { body } = await engine.load({ deploymentId: 1, branch: name }, request);
  return JSON.parse(Buffer.concat(body).toString()) as Answer;
}

/** The ids of the rows that filters let through, one after another. */
async function idsOf(name: EngineName, filters: readonly object[]): Promise<string> {
  const { data, error } = await ask(name, {
    dimensions: ['things.id'],
    filters,
    order: { 'things.id': 'asc' },
  });
  return error ?? data.map((row) => row['things.id']).join('');
}

const filter = (member: string, operator: string, ...values: (string | null)[]) => ({
  member,
  operator,
  values,
});

for (const name of ['duckdb', 'postgres'] as const) {
  for (const [type, { values, also = values[0], foreign }] of typesOf(name))
    test(`a text that is no ${type} equals none of a column, on ${name}`, async () => {
      const member = `things.${columnOf(type)}`;
      for (const text of foreign) {
        const ids = (operator: string, ...given: (string | null)[]) =>
          idsOf(name, [filter(member, operator, ...given)]);
        const found = {
          equals: await ids('equals', text),
          'equals any': await ids('equals', text, also, `${text}!`),
          'equals null': await ids('equals', text, null),
          notEquals: await ids('notEquals', text),
          'notEquals any': await ids('notEquals', text, also),
          'notEquals null': await ids('notEquals', text, null),
          notContains: await ids('notContains', `${text}!`),
          contains: await ids('contains', `${text}!`),
        };
        assert.deepEqual(
          found,
          {
            equals: '',
            'equals any': '1',
            'equals null': '3',
            notEquals: '123',
            'notEquals any': '23',
            'notEquals null': '12',
            notContains: '123',
            contains: '',
          },
          text,
        );
      }
    });

  test(`in groups of filters the others hold, on ${name}`, async () => {
    const none = filter('things.of_uuid', 'equals', 'north');
    const second = filter('things.id', 'equals', '2');
    const all = filter('things.of_date', 'notEquals', 'soon');
    assert.equal(await idsOf(name, [{ or: [none, second] }]), '2');
    assert.equal(await idsOf(name, [{ and: [none, second] }]), '');
    assert.equal(await idsOf(name, [{ or: [none, { and: [all, second] }] }]), '2');
    assert.equal(await idsOf(name, [{ or: [none, all] }]), '123');
  });

  test(`so do filters on many-sides, on measures, and on what an author places, on ${name}`, async () => {
    const { data } = await ask(name, {
      measures: ['things.ids'],
      filters: [filter('items.part', 'equals', 'north', '6A1F0E9E-0000-4000-8000-00000000000B')],
    });
    assert.deepEqual(data.map(Object.values), [['2']]);
    const of = async (...filters: object[]) =>
      (await ask(name, { dimensions: ['things.id'], measures: ['things.count'], filters })).data.length;
    assert.equal(await of(filter('things.first', 'equals', 'soon')), 0);
    assert.equal(await of(filter('things.first', 'notEquals', 'soon')), 3);
    assert.equal(await of(filter('things.first', 'notEquals', 'soon', '2024-01-05')), 2);
    const narrowed = await ask(name, {
      measures: ['narrowed.ids'],
      filters: [filter('narrowed.part', 'notEquals', 'north')],
    });
    assert.deepEqual(narrowed.data.map(Object.values), [['6']]);
  });

  test(`a policy by such a text shows nothing, and one that excludes it everything, on ${name}`, async () => {
    const of = async (group: string) => {
      const context = { svcCloud: { groups: [group], userAttributes: { parts: ['north', 'south'] } } };
      const { data } = await ask(name, { measures: ['guarded.ids'] }, context);
      return data.map(Object.values);
    };
    assert.deepEqual(await of('allowed'), [[null]]);
    assert.deepEqual(await of('barred'), [['6']]);
  });

  test(`the total counts the same rows, on ${name}`, async () => {
    const query = {
      dimensions: ['things.id'],
      filters: [filter('things.of_uuid', 'notEquals', 'north')],
      limit: 1,
      total: true,
    };
    const { data, ...rest } = await ask(name, query);
    assert.deepEqual([data.length, (rest as { total?: number }).total], [1, 3]);
  });

  test(`many such texts are answered as well, on ${name}`, async () => {
    const texts = Array.from({ length: 100 }, (_, index) => `north ${index}`);
    assert.equal(await idsOf(name, [filter('things.of_uuid', 'notEquals', ...texts)]), '123');
  });

  test(`a column that cannot be read as what it is compared with still fails, on ${name}`, async () => {
    const { error } = await ask(name, {
      dimensions: ['things.id'],
      filters: [filter('things.of_date', 'gt', 'soon')],
    });
    assert.match(error ?? '', /^Error: /);
  });
}
