import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandPath, serverBrands } from './brand.ts';
import { brandSchema, createValueTranslation, type FindSchema } from './brand-schema.ts';

const { svc, cube } = serverBrands;

const action = { type: 'string', enum: ['svcNetworkConnect', 'ReportRead'] };
const node = {
  type: 'object',
  required: ['svcApiToken'],
  properties: {
    svcApiToken: { type: 'string' },
    actions: { type: 'array', items: { anyOf: [action, { type: 'null' }] } },
    children: { type: 'array', items: { $ref: 'Node#' } },
    free: { type: 'object', additionalProperties: true },
    byName: { type: 'object', additionalProperties: { $ref: 'Action#' } },
  },
};
/** Another object each time, as schemas are published. */
const find: FindSchema = (reference) => structuredClone(reference === 'Node#' ? node : action);
const translate = (direction: 'toBrand' | 'fromBrand', schema: object = node) =>
  createValueTranslation({ ...schema }, cube, { direction, find });

const value = {
  svcApiToken: 'svcNetworkConnect',
  actions: ['svcNetworkConnect', 'ReportRead', null],
  children: [{ svcApiToken: 'a', children: [{ svcApiToken: 'b' }] }],
  free: { svcApiToken: 'svcNetworkConnect' },
  byName: { constructor: 'svcNetworkConnect', svcApiToken: 'ReportRead' },
};

test('the default brand changes nothing', () => {
  assert.equal(brandSchema(node, svc), node);
  for (const direction of ['toBrand', 'fromBrand'] as const)
    assert.equal(createValueTranslation(node, svc, { direction, find }), undefined);
});

test('another brand has its own names of fields and values, and none of the default', () => {
  const schema = JSON.stringify(brandSchema({ allOf: [node, action] }, cube));
  assert.ok(!/svc/i.test(schema), schema);
  for (const name of ['cubeApiToken', 'CubeNetworkConnect']) assert.ok(schema.includes(name), schema);
});

test('a value is translated where its schema declares a name, and nowhere else', () => {
  assert.deepEqual(translate('toBrand')?.(value), {
    cubeApiToken: 'svcNetworkConnect',
    actions: ['CubeNetworkConnect', 'ReportRead', null],
    children: [{ cubeApiToken: 'a', children: [{ cubeApiToken: 'b' }] }],
    free: { svcApiToken: 'svcNetworkConnect' },
    byName: { constructor: 'CubeNetworkConnect', svcApiToken: 'ReportRead' },
  });
});

test('what is translated there and back is what it was', () => {
  assert.deepEqual(translate('fromBrand')?.(translate('toBrand')?.(value)), value);
});

test('a schema in which no name differs costs nothing', () => {
  const plain = { type: 'object', properties: { name: { type: 'string' }, constructor: { type: 'string' } } };
  assert.equal(translate('toBrand', plain), undefined);
  const list = { type: 'object', properties: { next: { $ref: 'List#' } } };
  const findList = () => structuredClone(list);
  assert.equal(createValueTranslation(list, cube, { direction: 'toBrand', find: findList }), undefined);
});

test('a brand has its own segments of paths', () => {
  const path = '/api/v1/gitprovider/status';
  assert.equal(brandPath(path, svc), path);
  assert.equal(brandPath(path, cube), '/api/v1/github/status');
  assert.equal(
    brandPath('/build/api/v1/deployments/{deploymentId}/transform-sync', cube),
    '/build/api/v1/deployments/{deploymentId}/dbt-sync',
  );
});
