import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelFaults, QueryError } from '@oriel/semantic';
import { encodeError } from './encode-error.ts';
import { engineError, engineErrors } from '../errors/errors.ts';

/** The status and the very text of the body. */
function answerTo(error: unknown, seesModel = true): [status: number | undefined, body: string] {
  const answer = encodeError(error, seesModel);
  return [answer?.status, Buffer.concat(answer?.body ?? []).toString()];
}

test('what is wrong with a query is the fault of its author, with the part where it is known', () => {
  assert.deepEqual(answerTo(new QueryError('invalid_query', 'A "quoted" word')), [
    400,
    String.raw`{"error":"A \"quoted\" word","type":"UserError","plainError":"A \"quoted\" word","code":"invalid_query"}`,
  ]);
  const [, body] = answerTo(new QueryError('wrong_kind', 'a.b is a measure', 'a.b', 'filters[0].member'));
  assert.equal(JSON.parse(body).path, 'filters[0].member');
});

test('the failure of a source is marked as such, what the engine says is not', () => {
  assert.deepEqual(answerTo(engineError('query.failed', { reason: 'no such table' })), [
    400,
    '{"error":"Error: no such table","code":"query.failed"}',
  ]);
  assert.deepEqual(answerTo(engineError('model.broken', { reason: 'The model has a problem' })), [
    500,
    '{"error":"The model has a problem","code":"model.broken"}',
  ]);
});

test('neither the member nor the cause of a failure is told beyond its message', () => {
  const error = engineError(
    'source.unavailable',
    { reason: 'ECONNREFUSED' },
    { cause: new Error('10.0.0.7:5432'), member: 'orders.total' },
  );
  const [, body] = answerTo(error);
  assert.equal(
    body,
    '{"error":"Error: The database cannot be reached: ECONNREFUSED","code":"source.unavailable"}',
  );
});

test('a caller without the right to read the model learns nothing of its insides', () => {
  const secrets = ['orders.secret', '10.0.0.7', 'Could not convert "12345"'];
  const errors = [
    engineError('query.failed', { reason: secrets.join() }, { member: 'orders.secret' }),
    engineError('source.unavailable', { reason: secrets.join() }),
    engineError('model.broken', { reason: secrets.join() }),
    ...[...modelFaults].map((code) => new QueryError(code, secrets.join())),
  ];
  for (const error of errors) {
    const [, body] = answerTo(error, false);
    assert.ok(!secrets.some((secret) => body.includes(secret)), body);
    assert.equal(JSON.parse(body).code, error.code);
    assert.ok(answerTo(error, true)[1].includes('orders.secret'));
  }
});

test('a bug has no answer', () => {
  assert.equal(encodeError(new TypeError('x is undefined'), true), undefined);
  assert.equal(encodeError('a text', true), undefined);
});

test('every code that is worth another try says when', () => {
  for (const [code, { status, retryAfterSeconds }] of Object.entries(engineErrors))
    assert.equal(retryAfterSeconds !== undefined, status === 503 || status === 429, code);
  assert.equal(
    encodeError(engineError('engine.runtime_lost', { reason: 'it ended' }), false)?.retryAfterSeconds,
    5,
  );
});
