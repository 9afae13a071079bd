import { ApiError } from '@oriel/client';
import type { QueryClient } from '@tanstack/react-query';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryRefused } from '../../query/load-batch.ts';
import { createConsoleQueryClient } from './session.ts';

const signedOut = new ApiError({ status: 401, code: 'unauthenticated' });
const forbidden = new ApiError({ status: 403, code: 'forbidden' });

/** How often the end of the session was noticed, after something was tried that fails with each of the errors. */
async function noticed(
  attempt: (client: QueryClient, error: Error) => Promise<unknown>,
  ...errors: Error[]
): Promise<number> {
  let count = 0;
  const client = createConsoleQueryClient(() => (count += 1));
  for (const error of errors) await assert.rejects(attempt(client, error));
  client.clear();
  return count;
}

const query = (client: QueryClient, error: Error) =>
  client.query({ queryKey: [error.message], queryFn: () => Promise.reject(error), retry: false });
const mutation = (client: QueryClient, error: Error) =>
  client
    .getMutationCache()
    .build(client, { mutationFn: () => Promise.reject(error) })
    .execute(undefined);

test('a query that finds the session ended is noticed, whichever API refused it', async () => {
  assert.equal(await noticed(query, signedOut), 1);
  assert.equal(await noticed(query, new QueryRefused('Who are you?', 'unauthenticated')), 1);
});

test('a mutation that finds the session ended is noticed', async () => {
  assert.equal(await noticed(mutation, signedOut), 1);
});

test('other refusals and a broken connection are not the end of the session', async () => {
  const others = [
    forbidden,
    new TypeError('network error'),
    new QueryRefused('No such member', 'invalid_query'),
  ];
  assert.equal(await noticed(query, ...others), 0);
  assert.equal(await noticed(mutation, ...others), 0);
});

test('what was read is forgotten when it is gone or withdrawn, and kept while the server fails', async () => {
  const gone = new ApiError({ status: 404, code: 'workbook_not_found' });
  const failed = new ApiError({ status: 500, code: 'internal' });
  for (const [error, kept] of [
    [gone, undefined],
    [forbidden, undefined],
    [failed, 'read'],
    [new TypeError('network error'), 'read'],
  ] as const) {
    const client = createConsoleQueryClient(() => {});
    const queryKey = ['item'];
    client.setQueryData(queryKey, 'read');
    const queryFn = () => Promise.reject(error);
    await assert.rejects(client.query({ queryKey, queryFn, retry: false, staleTime: 0 }));
    assert.equal(client.getQueryData(queryKey), kept, error.message);
    assert.equal(client.getQueryState(queryKey)?.status, 'error');
    client.clear();
  }
});

/** How often a query is asked for that fails so. */
async function attempts(error: Error): Promise<number> {
  let count = 0;
  const client = createConsoleQueryClient(() => {});
  const queryFn = () => {
    count += 1;
    return Promise.reject(error);
  };
  await assert.rejects(client.query({ queryKey: ['attempts'], queryFn, retryDelay: 1 }));
  client.clear();
  return count;
}

test('a refusal is not asked for again, by whichever status', async () => {
  for (const status of [400, 401, 403, 404, 409, 413, 422, 429])
    assert.equal(await attempts(new ApiError({ status })), 1, String(status));
  assert.equal(await attempts(new QueryRefused('No such member', 'invalid_query')), 1);
});

test('a fault of the server and a broken connection are tried twice more', async () => {
  for (const error of [
    new ApiError({ status: 500 }),
    new ApiError({ status: 502 }),
    new TypeError('network error'),
  ])
    assert.equal(await attempts(error), 3, error.message);
});
