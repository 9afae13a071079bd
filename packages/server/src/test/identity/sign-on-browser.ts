import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import { toBlockList } from '@oriel/engine/address-list';
import { FAKE_CLIENT, type FakeIssuer } from './fake-issuer.ts';
import { createTestApp, type TestApp } from '../test-app.ts';

/** A browser that signs in by identity providers, with its cookies. */
interface SignOnBrowser {
  readonly cookies: Map<string, string>;
  get(path: string): Promise<LightMyRequestResponse>;
  /** Begins a sign-in and answers with what the provider is asked. */
  start(slug: string, query?: string): Promise<URLSearchParams>;
  /** Comes back from a provider. Answers with the path that it is sent to. */
  comeBack(parameters: Record<string, string>): Promise<string>;
}

/** An application that reaches providers on the loopback interface. */
export function createSignOnApp(): Promise<TestApp> {
  return createTestApp({ outboundNetworks: toBlockList(['127.0.0.0/8']), baseUrl: 'http://localhost' });
}

/** Opens a browser without cookies. It names the site that requests come from, as browsers do. */
export function openSignOnBrowser({ app }: Pick<TestApp, 'app'>): SignOnBrowser {
  const cookies = new Map<string, string>();
  const get = async (path: string) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.inject({
      method: 'GET',
      url: path,
      headers: { host: 'localhost', 'sec-fetch-site': 'cross-site', ...(cookie !== '' && { cookie }) },
    });
    for (const { name, value } of answer.cookies) cookies.set(name, value);
    return answer;
  };
  return {
    cookies,
    get,
    async start(slug, query = '') {
      const answer = await get(`/api/v1/sso/${slug}/start${query}`);
      assert.equal(answer.statusCode, 303, answer.body);
      return new URL(answer.headers.location ?? '').searchParams;
    },
    async comeBack(parameters) {
      const answer = await get(`/api/v1/sso/oidc/callback?${new URLSearchParams(parameters)}`);
      assert.equal(answer.statusCode, 303, answer.body);
      return answer.headers.location ?? '';
    },
  };
}

/** Creates a provider of an issuer. Answers with its id. */
export async function addProvider(
  { call }: Pick<TestApp, 'call'>,
  { issuer }: Pick<FakeIssuer, 'issuer'>,
  { slug, ...more }: { slug: string } & Record<string, unknown>,
): Promise<number> {
  const oidc = { issuer, ...FAKE_CLIENT };
  const body = { kind: 'OIDC', slug, name: slug, oidc, ...more };
  const made = await call({ method: 'POST', path: '/api/v1/identity-providers', body });
  assert.equal(made.statusCode, 201, made.body);
  return (made.json() as { id: number }).id;
}
