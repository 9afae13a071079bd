import { exportJWK, generateKeyPair } from 'jose';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A person at the provider: the claims of their ID token, beside `sub`. */
type ForeignPerson = Readonly<Record<string, unknown>>;

/** A foreign OpenID provider on the loopback interface. It signs every browser in as the same person. */
export interface ForeignProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Signs in as this person from now on. */
  become(subject: string, person: ForeignPerson): void;
  close(): Promise<void>;
}

const INTERACTION = '/interaction/';
/** In seconds. */
const HOUR = 3600;

/** @param redirectUri where the client has people come back to */
export async function startForeignProvider(redirectUri: string): Promise<ForeignProvider> {
  const people = new Map<string, ForeignPerson>();
  let current = '';
  const clientId = 'oriel';
  const clientSecret = 'a secret that both sides know';
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['signs the cookies of a test'] },
    claims: {
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'groups'],
    },
    conformIdTokenClaims: false,
    ttl: { AccessToken: HOUR, Grant: HOUR, IdToken: HOUR, Interaction: HOUR, Session: HOUR },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `${INTERACTION}${uid}` },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...people.get(subject) }),
    }),
    // Nobody is asked what the client may have.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId,
        ...(oidc.session?.accountId !== undefined && { accountId: oidc.session.accountId }),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const isInteraction = request.url?.startsWith(INTERACTION) ?? false;
    const work = isInteraction
      ? provider.interactionFinished(request, response, { login: { accountId: current, remember: false } })
      : answer(request, response);
    work.catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  return {
    issuer,
    clientId,
    clientSecret,
    become(subject, person) {
      people.set(subject, person);
      current = subject;
    },
    close: () => closeServer(server),
  };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
