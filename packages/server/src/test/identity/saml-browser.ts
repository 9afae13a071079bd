import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import assert from 'node:assert/strict';
import { readSamlRequest, type SamlRequest } from './saml-provider.ts';

/** A browser that signs in by SAML: it keeps cookies, and sends none with a form of another site. */
export interface SamlBrowser {
  readonly cookies: Map<string, string>;
  /** Opens the start of a sign-in; answers with the request that the provider would get. */
  start(slug: string, query?: string): Promise<SamlRequest>;
  /** Sends a response as the form of the provider does; answers with where it leads. */
  post(response: string, relayState?: string, app?: FastifyInstance): Promise<string>;
  /** Opens an address of ours, as a link of another site does; answers with where it leads. */
  open(path: string, app?: FastifyInstance): Promise<string>;
  /** The person of the session; undefined for none. */
  whoAmI(): Promise<{ id: number; email: string; samlId: string | null } | undefined>;
}

/** Makes a browser without cookies. */
export function makeSamlBrowser(app: FastifyInstance): SamlBrowser {
  const cookies = new Map<string, string>();
  const keep = (answer: LightMyRequestResponse) => {
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  const cookieHeader = () => ({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') });
  const get = async (path: string, on = app) =>
    keep(
      await on.inject({
        url: path,
        headers: { ...cookieHeader(), 'sec-fetch-site': 'cross-site', accept: 'text/html' },
      }),
    );
  const locationOf = (answer: LightMyRequestResponse) => {
    assert.equal(answer.statusCode, 303, answer.body);
    return String(answer.headers.location);
  };
  return {
    cookies,
    async start(slug, query = '') {
      return readSamlRequest(locationOf(await get(`/api/v1/sso/${slug}/start${query}`)));
    },
    async post(response, relayState, on = app) {
      const form = new URLSearchParams({ SAMLResponse: response });
      if (relayState !== undefined) form.set('RelayState', relayState);
      const answer = await on.inject({
        method: 'POST',
        url: '/api/v1/sso/saml/callback',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'cross-site',
          origin: 'https://idp.example.com',
        },
        payload: form.toString(),
      });
      return locationOf(keep(answer));
    },
    open: async (path, on) => locationOf(await get(path, on)),
    async whoAmI() {
      const answer = await app.inject({ url: '/api/v1/users/me', headers: cookieHeader() });
      if (answer.statusCode === 401) return undefined;
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json<{ id: number; email: string; samlId: string | null }>();
    },
  };
}
