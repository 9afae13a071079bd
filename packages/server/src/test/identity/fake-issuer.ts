import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';
import type { KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A signing key of an issuer. */
interface IssuerKey {
  readonly kid: string;
  readonly privateKey: CryptoKey | KeyObject;
  readonly publicJwk: JWK;
}

/** An OpenID provider with tokens that a test forges. */
export interface FakeIssuer {
  readonly issuer: string;
  /** The current key. */
  key: IssuerKey;
  /** The keys that it publishes. */
  published: readonly JWK[];
  /** What its discovery document says beside the usual. */
  metadata: Record<string, unknown>;
  /** The ID token of the next code; tests set it. */
  idToken: string;
  /** What its userinfo endpoint says; undefined: the endpoint is not among its metadata. */
  userinfo: Record<string, unknown> | undefined;
  /** Bodies that its token endpoint was sent. */
  readonly exchanges: URLSearchParams[];
  /** The header `Authorization` of each of them. */
  readonly authorizations: (string | undefined)[];
  /** A signed token with usual claims and those that are given; undefined ones are left out. */
  sign(claims: JWTPayload, header?: Record<string, unknown>, key?: IssuerKey): Promise<string>;
  close(): Promise<void>;
}

/** The client that it knows. */
export const FAKE_CLIENT = { clientId: 'oriel', clientSecret: 'a secret of the client' };

/** Makes a signing key. */
export async function makeIssuerKey(kid: string): Promise<IssuerKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}

/** Starts one on the loopback interface. */
export async function startFakeIssuer(): Promise<FakeIssuer> {
  const key = await makeIssuerKey('first');
  const server = createServer((request, reply) => void answer(request, reply));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeIssuer = {
    issuer,
    key,
    published: [key.publicJwk],
    metadata: {},
    idToken: '',
    userinfo: undefined,
    exchanges: [],
    authorizations: [],
    sign: (claims, header = {}, by = fake.key) => {
      const now = Math.floor(Date.now() / 1_000);
      const usual = { iss: issuer, aud: FAKE_CLIENT.clientId, sub: 'ada', iat: now, exp: now + 300 };
      const all = Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== undefined);
      return new SignJWT(Object.fromEntries(all))
        .setProtectedHeader({ alg: 'RS256', kid: by.kid, ...header })
        .sign(by.privateKey);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const send = (body: unknown) =>
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return send(discoveryOf(fake));
      case '/jwks':
        return send({ keys: fake.published });
      case '/token':
        fake.authorizations.push(request.headers.authorization);
        fake.exchanges.push(new URLSearchParams(await text(request)));
        return send({ access_token: 'opaque', token_type: 'Bearer', id_token: fake.idToken });
      case '/userinfo':
        return send(fake.userinfo ?? {});
      default:
        return reply.writeHead(404).end();
    }
  };
  return fake;
}

function discoveryOf({ issuer, metadata, userinfo }: FakeIssuer): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...(userinfo && { userinfo_endpoint: `${issuer}/userinfo` }),
    ...metadata,
  };
}
