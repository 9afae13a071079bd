import { operations } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildOpenApi } from './openapi.ts';

const document = JSON.parse(JSON.stringify(buildOpenApi({ version: '1.2.3' }))) as {
  paths: Record<string, Record<string, { operationId: string; parameters: { name: string; in: string }[] }>>;
  components: { schemas: Record<string, unknown> };
};

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (key === '$ref' ? [String(part)] : references(part)));
}

test('describes every operation of the contract once', () => {
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  assert.deepEqual(ids.sort(), Object.keys(operations).sort());
});

test('refers only to schemas that it holds', () => {
  for (const reference of references(document)) {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1];
    assert.ok(name !== undefined && name in document.components.schemas, reference);
  }
});

test('declares every parameter of a path', () => {
  for (const [path, item] of Object.entries(document.paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(item)) {
      const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      assert.deepEqual(declared.sort(), [...inPath].sort(), path);
    }
  }
});
