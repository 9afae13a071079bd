import assert from 'node:assert/strict';
import * as openid from 'openid-client';
import { hashSecret, makeSecret } from '../../identity/credentials/secrets.ts';
import type { TestApp } from '../test-app.ts';

/**
 * A browser at a server, with a user who is signed in to the console or nobody: it keeps cookies and follows no
 * redirect.
 */
export interface TestBrowser {
  readonly cookies: Map<string, string>;
  /** Opens an address as a person does, who came by a link of another site. */
  open(address: string | URL, init?: RequestInit): Promise<Response>;
  /** Calls the API as the console does. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
}

/** A server on the loopback interface, and clients of it. */
export interface OAuthCalls {
  readonly issuer: string;
  /** A browser of a user; of nobody without an id. */
  browser(userId?: number): Promise<TestBrowser>;
  /** Registers a client as the administrator. */
  register(body: object): Promise<{ id: number; clientId: string; secret: string | undefined }>;
  /** A client of the library of others. */
  configure(clientId: string, secret?: string): Promise<openid.Configuration>;
}

/** The address that clients of tests have their users sent back to; nobody listens there. */
export const CALLBACK = 'http://127.0.0.1:4321/callback';

/** Serves a test app on the loopback interface. It is closed with the app. */
export async function createOAuthCalls(testApp: TestApp): Promise<OAuthCalls> {
  const issuer = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  return {
    issuer,
    async browser(userId) {
      const cookies = new Map<string, string>();
      if (userId !== undefined) cookies.set('oriel_session', await signIn(testApp, userId));
      return createBrowser(issuer, cookies);
    },
    async register(body) {
      const answer = await testApp.call({
        method: 'POST',
        path: '/api/v1/oauth-clients',
        body: { name: 'Reports', redirectUris: [CALLBACK], ...body },
      });
      assert.equal(answer.statusCode, 201, answer.body);
      const { client, clientSecret } = answer.json<{
        client: { id: number; clientId: string };
        clientSecret: string | null;
      }>();
      return { ...client, secret: clientSecret ?? undefined };
    },
    configure: (clientId, secret) =>
      openid.discovery(
        new URL(issuer),
        clientId,
        undefined,
        secret === undefined ? openid.None() : openid.ClientSecretBasic(secret),
        { execute: [openid.allowInsecureRequests] },
      ),
  };
}

/** Begins a console session. @returns the value of its cookie */
export async function signIn({ database }: TestApp, userId: number): Promise<string> {
  const token = makeSecret();
  await database.db
    .insertInto('consoleSessions')
    .values({
      hash: hashSecret(token),
      userId,
      method: 'password',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    .execute();
  return token;
}

function createBrowser(issuer: string, cookies: Map<string, string>): TestBrowser {
  const send = async (address: string | URL, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie !== '') headers.set('cookie', cookie);
    const answer = await fetch(new URL(address, issuer), { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  return {
    cookies,
    open: (address, init = {}) => send(address, init),
    call: (method, path, body) =>
      send(path, {
        method,
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}

/** An authorization request of a client, with what the client has to remember of it. */
interface StartedRequest {
  readonly address: URL;
  readonly checks: openid.AuthorizationCodeGrantChecks;
}

/** Begins an authorization request with PKCE. */
export async function startRequest(
  config: openid.Configuration,
  parameters: Record<string, string>,
): Promise<StartedRequest> {
  // #region authorization-request
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedState = openid.randomState();
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    ...parameters,
  });
  // #endregion
  return { address, checks: { pkceCodeVerifier, expectedState } };
}

/** Opens the request in a browser, and approves it. @returns the address that the browser is sent back to */
export async function consent(
  browser: TestBrowser,
  address: URL,
  answer: { isRemembered?: boolean } = {},
): Promise<URL> {
  const asked = await browser.open(address);
  assert.equal(asked.status, 303, await asked.text());
  const uid = uidOf(asked);
  const approved = await browser.call('POST', `/api/v1/oauth-interactions/${uid}/approve`, answer);
  const text = await approved.text();
  assert.equal(approved.status, 200, text);
  const { redirectTo } = JSON.parse(text) as { redirectTo: string };
  const back = await browser.open(redirectTo);
  assert.equal(back.status, 303, await back.text());
  return new URL(back.headers.get('location') ?? '');
}

/** The id of the request on the page of the consent that a browser is sent to. */
export function uidOf(answer: Response): string {
  const [, uid] = /^\/oauth\/consent\/([\w-]+)$/.exec(answer.headers.get('location') ?? '') ?? [];
  assert.ok(uid, `no consent: ${answer.headers.get('location')}`);
  return uid;
}
