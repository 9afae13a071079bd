import type {
  ErrorCode,
  UserAttribute,
  UserAttributesListResponse,
  UserAttributeValue,
} from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createModelEngine,
  createTestApp,
  createWorkspaceCalls,
  type TestApp,
  type TestCall,
} from '../../test/index.ts';

const model = `
cubes:
  - name: orders
    sql: "SELECT region FROM (VALUES ('north'), ('south'), ('west')) AS t(region)"
    dimensions: [{ name: region, sql: region, type: string }]
    access_policy:
      - group: "*"
        row_level: { filters: [{ member: region, operator: equals, values: "{ userAttributes.regions }" }] }
`;

let app: TestApp;
let engine: Engine;
before(async () => {
  engine = createModelEngine([{ path: 'model/orders.yml', content: model }]);
  app = await createTestApp({ engine });
});
after(async () => {
  await app.close();
  await engine.close();
});

const attributes = '/api/v1/user-attributes';
const values = '/api/v1/user-attribute-values';
type Options = Pick<TestCall, 'key' | 'body'>;

async function ok<T>(method: TestCall['method'], path: string, options: Options = {}): Promise<T> {
  const answer = await app.call({ method, path, ...options });
  assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.statusCode} ${answer.body}`);
  return answer.json() as T;
}

async function refused(call: TestCall, status: number, code: ErrorCode): Promise<void> {
  const answer = await app.call(call);
  assert.equal(answer.statusCode, status, answer.body);
  assert.equal((answer.json() as { code: string }).code, code);
}

const create = (body: object) => ok<UserAttribute>('POST', attributes, { body });
const put = (userId: number, { id }: UserAttribute, value: unknown) =>
  ok<UserAttributeValue>('POST', values, {
    body: { userId: String(userId), userAttributeId: String(id), value },
  });

/** Values of each type, texts that are defaults of it, and what neither is. */
const types = {
  string: { values: ['north', ''], defaults: ['north', '12'], no: [1, true, ['a']], noDefaults: [] },
  number: {
    values: [1.5, -3],
    defaults: ['1.5', ' -3 ', '1e3'],
    no: ['1', true],
    noDefaults: ['', 'x', 'NaN'],
  },
  boolean: { values: [true, false], defaults: ['true', 'FALSE'], no: ['true', 0], noDefaults: ['1', 'yes'] },
  string_array: {
    values: [['a', 'b'], []],
    defaults: ['["a", "b"]', 'a, b'],
    no: ['a', [1]],
    noDefaults: ['[1]', '["a"'],
  },
  number_array: {
    values: [[1, 2.5]],
    defaults: ['[1, 2]', '1, 2'],
    no: [1, ['1']],
    noDefaults: ['["1"]', 'a, b', '1,'],
  },
} as const;

for (const [type, { values: good, defaults, no, noDefaults }] of Object.entries(types))
  test(`an attribute of the type ${type} takes its values and defaults and no others`, async () => {
    const attribute = await create({ name: `of ${type}`, type });
    for (const value of good) {
      const set = await put(app.adminId, attribute, value);
      assert.deepEqual([set.value, set.type], [value, type]);
    }
    for (const value of no) {
      const body = { userId: String(app.adminId), userAttributeId: String(attribute.id), value };
      await refused({ method: 'POST', path: values, body }, 400, 'attribute_type_mismatch');
    }
    const path = `${attributes}/${attribute.id}`;
    for (const defaultValue of defaults)
      assert.equal(
        (await ok<UserAttribute>('PUT', path, { body: { defaultValue } })).defaultValue,
        defaultValue,
      );
    for (const defaultValue of noDefaults)
      await refused({ method: 'PUT', path, body: { defaultValue } }, 400, 'attribute_type_mismatch');
  });

test('an attribute is created once, its texts change, and lists find it', async () => {
  const made = await create({
    name: ' cost_centre ',
    type: 'number',
    displayName: 'Cost centre',
    defaultValue: '7',
  });
  assert.equal(made.name, 'cost_centre');
  const post = (body: object) => ({ method: 'POST', path: attributes, body }) as const;
  await refused(post({ name: 'cost_centre', type: 'string' }), 409, 'attribute_name_taken');
  await refused(post({ name: 'odd', type: 'number', defaultValue: 'x' }), 400, 'attribute_type_mismatch');
  await refused(post({ name: 'odd', type: 'date' }), 400, 'validation_failed');
  await refused(post({ name: '', type: 'string' }), 400, 'validation_failed');
  const path = `${attributes}/${made.id}`;
  const changed = await ok<UserAttribute>('PUT', path, {
    body: { description: 'Who pays', displayName: null },
  });
  assert.deepEqual(changed, { ...made, description: 'Who pays', displayName: null });
  await refused({ method: 'PUT', path, body: { type: 'string' } }, 400, 'validation_failed');
  await refused({ method: 'PUT', path: `${attributes}/900123`, body: {} }, 404, 'user_attribute_not_found');
  const found = await ok<UserAttributesListResponse>('GET', `${attributes}?name=COST&type=number`);
  assert.deepEqual([found.items, found.data, found.count], [[changed], [changed], 1]);
  const newest = await ok<UserAttributesListResponse>('GET', `${attributes}?limit=1`);
  const older = await ok<UserAttributesListResponse>(
    'GET',
    `${attributes}?limit=1&after=${newest.pageInfo?.endCursor}`,
  );
  assert.deepEqual(newest.items, [changed]);
  assert.ok((older.items[0]?.id ?? Infinity) < changed.id);
  assert.deepEqual(
    (await ok<UserAttributesListResponse>('GET', `${attributes}?limit=1&offset=1`)).items,
    older.items,
  );
});

test('ids of a value are numbers or, of older clients, texts', async () => {
  const attribute = await create({ name: 'by_number', type: 'string' });
  for (const toId of [Number, String]) {
    const body = { userId: toId(app.adminId), userAttributeId: toId(attribute.id), value: 'north' };
    assert.equal((await ok<UserAttributeValue>('POST', values, { body })).value, 'north');
  }
  for (const userId of [-1, 1.5, true, '1.5', '', null])
    await refused(
      { method: 'POST', path: values, body: { userId, userAttributeId: attribute.id, value: 'x' } },
      400,
      'validation_failed',
    );
  for (const userId of [2 ** 31, 1e300])
    await refused(
      { method: 'POST', path: values, body: { userId, userAttributeId: attribute.id, value: 'x' } },
      404,
      'user_not_found',
    );
});

test('users see their own values, and administrators those of everybody', async () => {
  const attribute = await create({ name: 'team', type: 'string_array', defaultValue: 'a, b' });
  const { id, key } = await createWorkspaceCalls(app).makePerson('Viewer');
  const teamOf = async (asked = key) =>
    (await ok<UserAttributeValue[]>('GET', `${values}/${id}`, { key: asked })).find(
      ({ name }) => name === 'team',
    );
  assert.deepEqual([(await teamOf())?.value, (await teamOf())?.formattedValue], [null, 'a, b']);
  await put(id, attribute, ['c']);
  assert.deepEqual([(await teamOf(app.adminKey))?.value, (await teamOf())?.formattedValue], [['c'], 'c']);
  assert.equal((await put(id, attribute, null)).value, null);
  await refused({ method: 'GET', path: `${values}/${app.adminId}`, key }, 403, 'forbidden');
  await refused({ method: 'GET', path: `${values}/900123` }, 404, 'user_not_found');
  const body = (userId: string, userAttributeId: string) => ({ userId, userAttributeId, value: 'x' });
  const call = { method: 'POST', path: values } as const;
  await refused({ ...call, body: body('900123', String(attribute.id)) }, 404, 'user_not_found');
  await refused({ ...call, body: body(String(id), '900123') }, 404, 'user_attribute_not_found');
  await refused({ ...call, body: body('me', '1') }, 400, 'validation_failed');
  await refused({ ...call, body: body(String(id), String(attribute.id)), key }, 403, 'admin_only');
});

test('values and defaults reach the policies of queries, from the next query on', async () => {
  const attribute = await create({ name: 'regions', type: 'string_array', defaultValue: 'north' });
  const { id, key } = await createWorkspaceCalls(app).makePerson('Viewer');
  const session = await ok<{ sessionId: string }>('POST', '/api/v1/embed/generate-session', {
    body: { deploymentId: app.deploymentId, externalId: 'viewer' },
  });
  const rowsBy = async (headers: Record<string, string>) => {
    const answer = await app.call({
      method: 'POST',
      path: `/deployments/${app.deploymentId}/cubejs-api/v1/load`,
      key: '',
      headers,
      body: { query: { dimensions: ['orders.region'], order: { 'orders.region': 'asc' } } },
    });
    const { data } = answer.json() as { data: { 'orders.region': string }[] };
    return data.map((row) => row['orders.region']);
  };
  const regions = () => rowsBy({ authorization: `Bearer ${key}` });
  assert.deepEqual(await regions(), ['north']);
  await put(id, attribute, ['south', 'west']);
  assert.deepEqual(await regions(), ['south', 'west']);
  await put(id, attribute, null);
  await ok('PUT', `${attributes}/${attribute.id}`, { body: { defaultValue: '["west"]' } });
  assert.deepEqual(await regions(), ['west']);
  const { token } = await ok<{ token: string }>('POST', '/api/v1/embed/session/token', {
    key: '',
    body: session,
  });
  assert.deepEqual(await rowsBy({ authorization: `Embed-Token ${token}` }), ['north']);
});
