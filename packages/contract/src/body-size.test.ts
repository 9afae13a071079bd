import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyBytesOf } from './body-size.ts';
import { entriesOf, operations } from './index.ts';
import {
  MAX_APP_BODY_BYTES,
  MAX_BODY_BYTES,
  MAX_DOCUMENT_BODY_BYTES,
  MAX_MANIFEST_BYTES,
  MAX_MODEL_BODY_BYTES,
  MAX_QUERY_BODY_BYTES,
} from './limits.ts';

const text = { type: 'string', maxLength: 10_000 };

test('a body takes what its schema can hold, in every script', () => {
  const bounded = (maxItems: number) => ({
    type: 'object',
    properties: { items: { type: 'array', maxItems, items: text } },
    additionalProperties: false,
  });
  assert.equal(bodyBytesOf(bounded(30)), MAX_BODY_BYTES);
  assert.equal(bodyBytesOf(bounded(40)), MAX_DOCUMENT_BODY_BYTES);
});

test('what a schema leaves open is a document', () => {
  const recursive: { type: string; properties: Record<string, object> } = { type: 'object', properties: {} };
  recursive.properties['next'] = { anyOf: [recursive, { type: 'null' }] };
  for (const field of [{}, { type: 'string' }, { type: 'array', items: text }, { type: 'object' }, recursive])
    assert.equal(
      bodyBytesOf({ type: 'object', properties: { field } }),
      MAX_DOCUMENT_BODY_BYTES,
      JSON.stringify(Object.keys(field)),
    );
  for (const field of [
    { type: 'integer' },
    { type: ['string', 'null'], maxLength: 3 },
    { enum: ['a', null] },
  ])
    assert.equal(bodyBytesOf({ type: 'object', properties: { field } }), MAX_BODY_BYTES);
});

test('no operation takes a JSON body beyond what holds documents, a dashboard app, the files of a data model, or a manifest of dbt', () => {
  for (const [id, { body }] of entriesOf(operations))
    if (body?.mediaType === 'application/json')
      assert.ok(
        [
          MAX_APP_BODY_BYTES,
          MAX_BODY_BYTES,
          MAX_QUERY_BODY_BYTES,
          MAX_DOCUMENT_BODY_BYTES,
          MAX_MODEL_BODY_BYTES,
          MAX_MANIFEST_BYTES,
        ].includes(body.maxBytes),
        `${id}: ${body.maxBytes}`,
      );
});
