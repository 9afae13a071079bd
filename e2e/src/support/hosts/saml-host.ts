import {
  makeSamlProvider,
  readSamlRequest,
  type SamlPerson,
  type SamlProvider,
} from '@oriel/server/test/saml';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A SAML provider with a page, on the loopback interface. */
export interface SamlHost {
  readonly provider: SamlProvider;
  close(): Promise<void>;
}

/** Starts a provider that asks nothing but whether to go on, and signs one person in. */
export async function startSamlHost(person: SamlPerson): Promise<SamlHost> {
  let provider: SamlProvider | undefined;
  const server = createServer(({ url = '' }, response) => {
    if (!provider || !url.startsWith('/sso')) return void response.writeHead(404).end();
    const request = readSamlRequest(new URL(url, provider.signOnUrl).href);
    sendForm(response, request.callbackUrl, provider.answer(request, person));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  provider = makeSamlProvider(`http://127.0.0.1:${port}`);
  return {
    provider,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sendForm(response: ServerResponse, callbackUrl: string, field: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
    <title>Provider</title>
    <form method="post" action="${callbackUrl}">
      <input type="hidden" name="SAMLResponse" value="${field}">
      <button>Continue as this person</button>
    </form>`);
}
