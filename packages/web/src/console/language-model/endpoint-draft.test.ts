import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOf, isChanged, isComplete, isKeyElsewhere, toInput } from './endpoint-draft.ts';

const stored = {
  provider: 'openai-compatible',
  baseUrl: 'https://models.example.com/v1',
  model: 'large-1',
  hasApiKey: true,
} as const;
const draft = draftOf(stored);

test('a form that nobody has touched is not changed, and sends no key', () => {
  assert.equal(isChanged(draft, stored), false);
  const { hasApiKey: _, ...place } = stored;
  assert.deepEqual(toInput(draft), place);
  assert.equal(isComplete(draftOf(null)), false);
});

test('a key that was entered goes before the wish to remove the stored one', () => {
  assert.equal(toInput({ ...draft, removesKey: true }).apiKey, null);
  assert.equal(toInput({ ...draft, removesKey: true, apiKey: 'k' }).apiKey, 'k');
  for (const change of [{ removesKey: true }, { apiKey: 'k' }, { model: 'x' }])
    assert.equal(isChanged({ ...draft, ...change }, stored), true);
});

test('the stored key stays with its origin and format, whatever the path', () => {
  const elsewhere = (change: object, endpoint: typeof stored | null = stored) =>
    isKeyElsewhere({ ...draft, ...change }, endpoint);
  assert.equal(elsewhere({ baseUrl: 'https://models.example.com/v2' }), false);
  assert.equal(elsewhere({ baseUrl: 'https://other.example.com/v1' }), true);
  assert.equal(elsewhere({ baseUrl: 'https://models.example.com:8443/v1' }), true);
  assert.equal(elsewhere({ provider: 'anthropic' }), true);
  assert.equal(elsewhere({ baseUrl: 'not yet' }), false);
  assert.equal(elsewhere({ baseUrl: 'https://other.example.com' }, null), false);
});
