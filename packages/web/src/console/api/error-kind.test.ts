import { ApiError } from '@oriel/client';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryRefused } from '../../query/load-batch.ts';
import { errorKind, issueOf, retryDelayMs } from './error-kind.ts';
import { sentenceOf } from './error-text.ts';

const api = (status: number, more = {}) => new ApiError({ status, message: 'In its own words', ...more });

test('a status says what a failure means', () => {
  const kinds = [400, 401, 403, 404, 409, 413, 429, 500, 502, 503, 504].map((status) =>
    errorKind(api(status)),
  );
  assert.deepEqual(kinds, [
    'invalid',
    'signedOut',
    'forbidden',
    'notFound',
    'conflict',
    'invalid',
    'busy',
    'failed',
    'unreachable',
    'unreachable',
    'unreachable',
  ]);
});

test('a refused query, a broken connection and a fault of the console are told apart', () => {
  assert.equal(errorKind(new QueryRefused('No such member', 'invalid_query')), 'refused');
  assert.equal(errorKind(new QueryRefused('Who are you?', 'unauthenticated')), 'signedOut');
  assert.equal(errorKind(new QueryRefused('No such place', 'unknown_member', 403)), 'refused');
  assert.equal(errorKind(new QueryRefused('Later', undefined, 429)), 'busy');
  assert.equal(errorKind(new QueryRefused('Not now', undefined, 503)), 'unreachable');
  assert.equal(errorKind(new TypeError('Failed to fetch')), 'unreachable');
  assert.equal(errorKind(new Error('No deployment is known here')), 'broken');
});

test('only what may pass by itself is tried again', () => {
  for (const status of [400, 401, 403, 404, 409, 429, 507])
    assert.equal(retryDelayMs(api(status), 0), undefined);
  assert.deepEqual([retryDelayMs(api(500), 0), retryDelayMs(api(503), 1)], [1000, 2000]);
  assert.equal(retryDelayMs(new TypeError('Failed to fetch'), 0), 1000);
  assert.equal(retryDelayMs(new QueryRefused('No such member'), 0), undefined);
});

test('a busy server is asked again when it says, where that is within a minute', () => {
  for (const status of [429, 503]) {
    assert.equal(retryDelayMs(api(status, { retryAfterMs: 1500 }), 1), 1500);
    assert.equal(retryDelayMs(api(status, { retryAfterMs: 61_000 }), 0), undefined);
  }
});

test('a refusal is told in the words of the server, a fault in ours', () => {
  assert.equal(sentenceOf(api(409)), 'In its own words');
  assert.match(sentenceOf(api(500)), /wrong on the server/);
  assert.match(sentenceOf(api(507)), /disk .* is full/);
  assert.match(sentenceOf(new TypeError('Failed to fetch')), /cannot be reached/);
  assert.equal(sentenceOf(new QueryRefused('No such member')), 'No such member');
  assert.match(sentenceOf(new QueryRefused('', undefined, 500)), /status 500 .* no reason/);
});

test('who has to wait is told how long, in whole seconds', () => {
  assert.match(sentenceOf(api(429, { retryAfterMs: 12_400 })), /in 13 seconds/);
  assert.match(sentenceOf(api(429, { retryAfterMs: 0 })), /in 1 second\./);
  assert.match(sentenceOf(api(429)), /in a little while/);
});

test('a field of a form finds what was said of it, and nothing else', () => {
  const error = api(400, { issues: [{ path: 'name', message: 'is too long' }] });
  assert.equal(issueOf(error, 'name'), 'is too long');
  assert.equal(issueOf(error, 'slug'), undefined);
  assert.equal(issueOf(new TypeError('Failed to fetch'), 'name'), undefined);
});
