import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryRefused } from '../../query/load-batch.ts';
import { isPassing, outageOf, problemOf } from './problems.ts';

test('what may pass is offered another try, a refusal is not', () => {
  const passing = [400, 403, 404, 408, 422, 429, 500, 503, 504].filter((status) =>
    isPassing(problemOf(status, '')),
  );
  assert.deepEqual(passing, [408, 429, 500, 503, 504]);
});

test('a batch that nobody answers is an outage, one that is refused says which', () => {
  const refused = (status: number) => outageOf(new QueryRefused('', undefined, status));
  assert.equal(outageOf(new TypeError('Failed to fetch')), 'unreachable');
  assert.deepEqual([429, 503].map(refused), ['unreachable', 'unreachable']);
  assert.deepEqual([401, 403, 400].map(refused), ['expired', 'refused', 'refused']);
  assert.equal(outageOf(new QueryRefused('', 'unauthenticated', 403)), 'expired');
  assert.equal(outageOf(new QueryRefused('', 'branch_not_found', 404)), 'missing');
  assert.equal(outageOf(new QueryRefused('', 'model_repository_lost', 500)), 'missing');
  assert.equal(refused(500), undefined);
  assert.equal(outageOf(new DOMException('', 'AbortError')), undefined);
});
