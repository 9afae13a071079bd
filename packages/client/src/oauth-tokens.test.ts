import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, createOAuthTokens, OAuthError, type OAuthTokens } from './index.ts';
import { sendJson, startServer, type TestRequest } from './test/http-server.ts';

const ended = (refreshToken?: string): OAuthTokens => ({ accessToken: 'at-0', expiresAt: 0, refreshToken });
const lasting = (refreshToken?: string): OAuthTokens => ({
  accessToken: 'at-0',
  expiresAt: Date.now() + 3_600_000,
  refreshToken,
});

/** A store in memory, with all that was written. */
function keep(tokens: OAuthTokens) {
  const written: OAuthTokens[] = [];
  return {
    written,
    read: () => written.at(-1) ?? tokens,
    write: (next: OAuthTokens) => void written.push(next),
  };
}

/** A server that takes the newest access token alone, and rotates refresh tokens; one that is sent twice is refused. */
async function startRotation(accepted = 'at-1') {
  const refreshes: URLSearchParams[] = [];
  let next = 0;
  const server = await startServer((response, { url, headers, body }) => {
    if (url !== '/oauth/token')
      return sendJson(response, headers.authorization === `Bearer ${accepted}` ? 200 : 401, {});
    const form = new URLSearchParams(String(body));
    refreshes.push(form);
    if (form.get('refresh_token') !== `rt-${next}`)
      return sendJson(response, 400, { error: 'invalid_grant', error_description: 'It was used' });
    next += 1;
    const answer = { access_token: `at-${next}`, expires_in: 3600, refresh_token: `rt-${next}` };
    return sendJson(response, 200, answer);
  });
  const callsOf = ({ requests }: { requests: readonly TestRequest[] }) =>
    requests.filter(({ url }) => url !== '/oauth/token').map(({ headers }) => headers.authorization);
  return { url: server.url, refreshes, calls: () => callsOf(server) };
}

const connect = (url: string, store: ReturnType<typeof keep>, clientSecret?: string) =>
  createClient({
    baseUrl: url,
    ...createOAuthTokens({ tokenEndpoint: `${url}/oauth/token`, clientId: 'cli', clientSecret, store }),
  });

test('a token that has ended is refreshed before it is sent, and kept before it is used', async () => {
  const server = await startRotation();
  const store = keep(ended('rt-0'));
  await connect(server.url, store).call('getCurrentUser', {});
  assert.deepEqual(server.calls(), ['Bearer at-1']);
  assert.deepEqual(Object.fromEntries(server.refreshes[0] ?? []), {
    grant_type: 'refresh_token',
    refresh_token: 'rt-0',
    client_id: 'cli',
  });
  const [{ accessToken, refreshToken, expiresAt } = ended()] = store.written;
  assert.deepEqual([accessToken, refreshToken], ['at-1', 'rt-1']);
  assert.ok(expiresAt > Date.now() + 3_000_000);
});

test('requests at once wait for one refresh', async () => {
  const server = await startRotation();
  const client = connect(server.url, keep(ended('rt-0')));
  await Promise.all(Array.from({ length: 8 }, () => client.call('getCurrentUser', {})));
  assert.equal(server.refreshes.length, 1);
  assert.deepEqual(new Set(server.calls()), new Set(['Bearer at-1']));
});

test('a token that the server refuses is refreshed, whatever the clock says, and the request sent once more', async () => {
  const server = await startRotation();
  const store = keep(lasting('rt-0'));
  const client = connect(server.url, store);
  await client.call('createApiKey', { body: { name: 'Nightly' } });
  assert.deepEqual(server.calls(), ['Bearer at-0', 'Bearer at-1']);
  assert.equal(store.written.length, 1);
});

test('tokens that another process has refreshed meanwhile are taken, and not refreshed again', async () => {
  const server = await startRotation();
  const tokens = keep(ended('rt-0'));
  const store = {
    ...tokens,
    async exclusively<T>(work: () => Promise<T>) {
      tokens.write({ ...lasting('rt-1'), accessToken: 'at-1' });
      return work();
    },
  };
  await connect(server.url, store).call('getCurrentUser', {});
  assert.deepEqual([server.refreshes.length, server.calls()], [0, ['Bearer at-1']]);
});

test('a refusal stands where a new token is refused, too', async () => {
  const server = await startRotation('none');
  const client = connect(server.url, keep(lasting('rt-0')));
  await assert.rejects(client.call('getCurrentUser', {}), { status: 401 });
  assert.deepEqual(server.calls(), ['Bearer at-0', 'Bearer at-1']);
});

test('a refusal stands where there is nothing to refresh with', async () => {
  const server = await startRotation();
  await assert.rejects(connect(server.url, keep(ended())).call('getCurrentUser', {}), { status: 401 });
  assert.deepEqual([server.refreshes.length, server.calls()], [0, ['Bearer at-0']]);
});

test('a login that has ended fails the call with the code of the protocol, and nothing is sent', async () => {
  const server = await startRotation();
  await assert.rejects(
    connect(server.url, keep(ended('old'))).call('getCurrentUser', {}),
    (error: unknown) => {
      assert.ok(error instanceof OAuthError);
      assert.deepEqual(
        [error.code, error.status, error.message],
        ['invalid_grant', 400, 'It was used (invalid_grant)'],
      );
      return true;
    },
  );
  assert.deepEqual(server.calls(), []);
});

test('a refresh without an answer is not sent again', async () => {
  let count = 0;
  const server = await startServer((response) => {
    count += 1;
    response.destroy();
  });
  await assert.rejects(connect(server.url, keep(ended('rt-0'))).call('getCurrentUser', {}), TypeError);
  assert.equal(count, 1);
});

test('a refresh token is not taken elsewhere by a redirect', async () => {
  const other = await startRotation();
  const server = await startServer((response) => {
    response.writeHead(307, { location: `${other.url}/oauth/token` }).end();
  });
  await assert.rejects(connect(server.url, keep(ended('rt-0'))).call('getCurrentUser', {}), TypeError);
  assert.equal(other.refreshes.length, 0);
});

test('an answer that is none of the protocol is a refusal, and the tokens stay', async () => {
  const server = await startServer((response) => sendJson(response, 200, { hello: 'world' }));
  const store = keep(ended('rt-0'));
  await assert.rejects(connect(server.url, store).call('getCurrentUser', {}), { code: 'invalid_response' });
  assert.deepEqual(store.written, []);
});

test('a confidential client says its secret in the header, encoded', async () => {
  const server = await startServer((response) =>
    sendJson(response, 200, { access_token: 'a', expires_in: 60 }),
  );
  const store = keep(ended('rt-0'));
  await connect(server.url, store, 's:1 &').call('getCurrentUser', {});
  const basic = server.requests[0]?.headers.authorization ?? '';
  assert.equal(Buffer.from(basic.slice('Basic '.length), 'base64').toString(), 'cli:s%3A1+%26');
  assert.equal(store.written[0]?.refreshToken, 'rt-0');
});
