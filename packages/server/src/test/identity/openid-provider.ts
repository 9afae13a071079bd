import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FAKE_CLIENT } from './fake-issuer.ts';

/** A whole OpenID provider of another product, with pages on which people sign in by their name. */
export interface OpenIdProvider {
  readonly issuer: string;
  close(): Promise<void>;
}

/** Starts one on the loopback interface. Each person has a verified address at example.com. */
export async function startOpenIdProvider(callbackUrl: string): Promise<OpenIdProvider> {
  const { default: Provider } = await import('oidc-provider');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: FAKE_CLIENT.clientId,
        client_secret: FAKE_CLIENT.clientSecret,
        redirect_uris: [callbackUrl],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name'] },
    cookies: { keys: ['of the test'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true, given_name: id }),
    }),
  });
  const handle = provider.callback();
  server.on('request', (request, reply) => void handle(request, reply));
  return {
    issuer,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
