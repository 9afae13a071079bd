import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createElement, Suspense, type FunctionComponent } from 'react';
import { renderToReadableStream, renderToString } from 'react-dom/server';
import { createClient, type Client } from '../index.ts';
import {
  createApiQueries,
  PlatformClientProvider,
  usePlatformLazyQuery,
  usePlatformMutation,
  usePlatformPages,
  usePlatformQuery,
  usePlatformSuspenseQuery,
} from '../react-query.ts';
import { sendJson, startServer } from '../test/http-server.ts';

const input = { params: { deploymentId: 7 } };
const answer = { items: [{ id: 1, name: 'Quarterly' }], pageInfo: { hasNextPage: false } };

async function setup(): Promise<{ client: Client; queryClient: QueryClient }> {
  const server = await startServer((response) => sendJson(response, 200, answer));
  return { client: createClient({ baseUrl: server.url }), queryClient: new QueryClient() };
}

/** The component inside its providers. */
const within = (client: Client, queryClient: QueryClient, component: FunctionComponent) =>
  createElement(
    QueryClientProvider,
    { client: queryClient },
    createElement(PlatformClientProvider, { client }, createElement(component)),
  );

test('a read, its pages and what is not asked yet are shown by the cache of the page', async () => {
  const { client, queryClient } = await setup();
  const queries = createApiQueries(client);
  await queryClient.fetchQuery(queries.read('getFolders', input));
  await queryClient.fetchInfiniteQuery(queries.pages('getFolders', input));
  const page = within(client, queryClient, () => {
    const read = usePlatformQuery('getFolders', input);
    const pages = usePlatformPages('getFolders', input);
    const [, lazy] = usePlatformLazyQuery('getFolders');
    const names = pages.data?.pages.flatMap(({ items }) => items.map(({ name }) => name));
    return `${read.data?.items[0]?.name}, ${names?.join()}, ${lazy.fetchStatus}`;
  });
  assert.equal(renderToString(page), 'Quarterly, Quarterly, idle');
});

test('a read under Suspense is drawn once it is there', async () => {
  const { client, queryClient } = await setup();
  const Folders = () => usePlatformSuspenseQuery('getFolders', input).data.items[0]?.name;
  const page = within(client, queryClient, () =>
    createElement(Suspense, { fallback: 'Loading' }, createElement(Folders)),
  );
  const stream = await renderToReadableStream(page);
  await stream.allReady;
  assert.match(await new Response(stream).text(), /Quarterly/);
});

test('a change is sent by its hook', async () => {
  const { client, queryClient } = await setup();
  let send: (() => Promise<unknown>) | undefined;
  const page = within(client, queryClient, () => {
    const { mutateAsync } = usePlatformMutation('createFolder');
    send = () => mutateAsync({ ...input, body: { name: 'Quarterly' } });
    return null;
  });
  renderToString(page);
  assert.deepEqual(await send?.(), answer);
});

test('a hook outside of the provider says so', () => {
  const page = createElement(
    QueryClientProvider,
    { client: new QueryClient() },
    createElement(() => usePlatformQuery('getCurrentUser', {}).status),
  );
  assert.throws(() => renderToString(page), /no PlatformClientProvider/);
});
