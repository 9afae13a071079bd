import {
  entriesOf,
  exampleOf,
  namedSchemas,
  operations,
  refusalsOf,
  toJsonSchema,
  type Operation,
} from '@oriel/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkOpenApi, readOpenApi } from '../../test/requests/openapi-checks.ts';
import { createPartCheck } from '../requests/validation.ts';

const document = readOpenApi({ version: '1.2.3' });

test('describes every operation of the contract once', () => {
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  assert.deepEqual(ids.sort(), Object.keys(operations).sort());
});

test('is a document of OpenAPI 3.1, with everything in it described', () => checkOpenApi(document));

test('a document that is none is found out', async () => {
  const broken = readOpenApi({ version: '1.2.3' });
  const [first] = Object.values(broken.paths['/api/v1/app-config'] ?? {});
  first?.parameters.push({ name: 'x', in: 'nowhere' });
  await assert.rejects(() => checkOpenApi(broken));
});

test('every named schema is one by JSON Schema itself', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const [name, schema] of namedSchemas) assert.ok(ajv.validateSchema(toJsonSchema(schema)), name);
});

test('shows an example that is valid by its schema of every named schema', () => {
  for (const [name, schema] of namedSchemas)
    assert.doesNotThrow(() => createPartCheck('body', schema)(exampleOf(schema)), name);
});

test('shows an example that is valid by its schema of every body and answer', () => {
  const valid = ({ body, answers }: Operation) => {
    if (body) createPartCheck('body', body.schema)(exampleOf(body.schema));
    for (const answer of Object.values(answers))
      if (answer.mediaType) createPartCheck('body', answer.schema)(exampleOf(answer.schema));
  };
  for (const [id, operation] of entriesOf(operations)) assert.doesNotThrow(() => valid(operation), id);
});

test('lists the refusals of every operation by status, with their codes', () => {
  for (const [id, operation] of entriesOf(operations)) {
    const { responses } = document.paths[operation.path]?.[operation.method.toLowerCase()] ?? {};
    const listed = Object.values(responses ?? {}).flatMap(({ description = '' }) =>
      [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code ?? ''),
    );
    for (const code of refusalsOf(operation)) assert.ok(listed.includes(code), `${id} ${code}`);
  }
});
