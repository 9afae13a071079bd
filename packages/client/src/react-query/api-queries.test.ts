import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, isApiError } from '../index.ts';
import { createApiQueries } from '../react-query.ts';
import { sendJson, startServer, type TestRequest } from '../test/http-server.ts';

const inDeployment = (deploymentId: number) => ({ params: { deploymentId } });
const folder = { params: { deploymentId: 7, folderId: 1 } };

/** A server with a list of three pages, a query cache, and what was asked so far. */
async function setup() {
  const server = await startServer((response, { method, url }) => {
    const after = /after=(\d)/.exec(url)?.[1] ?? '0';
    const page = { hasNextPage: Number(after) < 2, endCursor: String(Number(after) + 1) };
    if (url.includes('/folders/404'))
      sendJson(response, 404, { status: 404, code: 'folder_not_found', message: 'There is no folder 404' });
    else
      sendJson(response, method === 'DELETE' ? 204 : 200, { items: [{ id: Number(after) }], pageInfo: page });
  });
  const queryClient = new QueryClient();
  const queries = createApiQueries(createClient({ baseUrl: server.url }));
  const asked = () => server.requests.map(({ method, url }: TestRequest) => `${method} ${url}`);
  return { queryClient, queries, asked };
}

/** Runs a change as `useMutation` does. */
function change<Input>(
  queryClient: QueryClient,
  options: { mutationFn?: unknown; mutationKey?: readonly unknown[] },
  input: Input,
) {
  return queryClient
    .getMutationCache()
    .build<unknown, Error, Input, unknown>(queryClient, options as object)
    .execute(input);
}

/** Shows a read, as a page that is open does. */
function show(queryClient: QueryClient, options: ReturnType<ReturnType<typeof createApiQueries>['read']>) {
  return new QueryObserver(queryClient, { ...options, staleTime: Infinity } as never).subscribe(() => {});
}

test('a read has a key of its operation and its parameters, and answers what the operation does', async () => {
  const { queryClient, queries, asked } = await setup();
  const options = queries.read('getFolders', { ...inDeployment(7), query: { first: 5 } });
  assert.deepEqual(options.queryKey, ['oriel', 'getFolders', { deploymentId: 7 }, { first: 5 }]);
  const { items } = await queryClient.fetchQuery(options);
  assert.equal(items[0]?.id, 0);
  assert.equal(queryClient.getQueryData(options.queryKey)?.items[0]?.id, 0);
  assert.deepEqual(asked(), ['GET /api/v1/deployments/7/folders?first=5']);
});

test('a refusal is an error of the API, and is asked for once', async () => {
  const { queryClient, queries, asked } = await setup();
  const read = queryClient.fetchQuery(
    queries.read('getFolder', { params: { deploymentId: 7, folderId: 404 } }),
  );
  await assert.rejects(read, (error: Error) => isApiError(error, 'folder_not_found'));
  assert.equal(asked().length, 1);
});

test('a list is read page by page, by its cursors, to its end', async () => {
  const { queryClient, queries, asked } = await setup();
  const options = queries.pages('getFolders', { ...inDeployment(7), query: { first: 1 } });
  const observer = new InfiniteQueryObserver(queryClient, options);
  await observer.refetch();
  while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
  const ids = observer.getCurrentResult().data?.pages.flatMap(({ items }) => items.map(({ id }) => id));
  assert.deepEqual(ids, [0, 1, 2]);
  assert.deepEqual(
    asked().map((line) => line.split('?')[1]),
    ['first=1', 'first=1&after=1', 'first=1&after=2'],
  );
});

test('a change has the reads of its deployment and of the account asked for again, and no other', async () => {
  const { queryClient, queries, asked } = await setup();
  const reads = [
    queries.read('getFolders', inDeployment(7)),
    queries.read('getFolders', inDeployment(8)),
    queries.read('getCurrentUser', {}),
  ];
  for (const read of reads) await queryClient.fetchQuery(read as never);
  const ends = reads.map((read) => show(queryClient, read as never));
  const before = asked().length;
  await change(queryClient, queries.change('deleteFolder'), folder);
  assert.deepEqual(asked().slice(before).sort(), [
    'DELETE /api/v1/deployments/7/folders/1',
    'GET /api/v1/deployments/7/folders',
    'GET /api/v1/users/me',
  ]);
  for (const end of ends) end();
});

test('a change says itself what it makes stale, and is told of before that is asked for again', async () => {
  const { queryClient, queries, asked } = await setup();
  const folders = queries.read('getFolders', inDeployment(7));
  const user = queries.read('getCurrentUser', {});
  for (const read of [folders, user]) await queryClient.fetchQuery(read as never);
  const ends = [show(queryClient, folders as never), show(queryClient, user as never)];
  const before = asked().length;
  const seen: number[] = [];
  const options = queries.change('deleteFolder', {
    invalidates: ['getFolders'],
    onSuccess: (_answer, { params }) => seen.push(params.folderId, asked().length),
  });
  await change(queryClient, options, folder);
  assert.deepEqual(seen, [1, before + 1]);
  assert.deepEqual(asked().slice(before + 1), ['GET /api/v1/deployments/7/folders']);
  await change(queryClient, queries.change('deleteFolder', { invalidates: 'nothing' }), folder);
  assert.equal(asked().length, before + 3);
  for (const end of ends) end();
});

/** What must not compile; never run. */
export function typesOfQueries() {
  const queries = createApiQueries(createClient({ baseUrl: '' }));
  // @ts-expect-error an operation that changes something is no read
  queries.read('deleteFolder', folder);
  // @ts-expect-error a read is no change
  queries.change('getFolders');
  // @ts-expect-error a single record has no pages
  queries.pages('getFolder', folder);
  // @ts-expect-error a path parameter is missing
  queries.read('getFolder', inDeployment(7));
  // @ts-expect-error what is not read cannot be stale
  queries.change('deleteFolder', { invalidates: ['deleteFolder'] });
}
