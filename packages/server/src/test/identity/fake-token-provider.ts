import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A provider of OAuth 2 on loopback, by RFC 6749, 7009 and 7636, that tests script. */
export interface FakeTokenProvider {
  readonly url: string;
  readonly clientSecret: string;
  /** Seconds that access tokens live. */
  tokenSeconds: number | undefined;
  /** Instead of an answer of the token endpoint, where it is set. */
  fault: ((request: URLSearchParams) => { status: number; body: string } | undefined) | undefined;
  /** Holds refreshes until it settles. */
  gate: Promise<void> | undefined;
  /** How often tokens were refreshed. */
  refreshes: number;
  readonly revoked: Set<string>;
  /** What was given out and holds. */
  readonly accessTokens: Set<string>;
  /** Agrees for a person, as their browser does: the parameters that they come back with. */
  agree(authorizationUrl: string): Record<string, string>;
  close(): Promise<void>;
}

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
}

/** Starts a provider that rotates refresh tokens and takes none twice. */
export async function startFakeTokenProvider(): Promise<FakeTokenProvider> {
  const codes = new Map<string, Grant>();
  const refreshTokens = new Set<string>();
  const clientSecret = `client-secret-${randomUUID()}`;
  const give = () => {
    const [accessToken, refreshToken] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    provider.accessTokens.add(accessToken);
    refreshTokens.add(refreshToken);
    const { tokenSeconds } = provider;
    return {
      access_token: accessToken,
      refresh_token: refreshToken,
      token_type: 'Bearer',
      ...(tokenSeconds !== undefined && { expires_in: tokenSeconds }),
    };
  };
  const exchange = async (form: URLSearchParams): Promise<object | undefined> => {
    if (form.get('client_secret') !== clientSecret) return undefined;
    if (form.get('grant_type') === 'refresh_token') {
      provider.refreshes += 1;
      await provider.gate;
      return refreshTokens.delete(form.get('refresh_token') ?? '') ? give() : undefined;
    }
    const code = form.get('code') ?? '';
    const grant = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri');
    return isRight ? give() : undefined;
  };
  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const form = new URLSearchParams(await text(request));
    const send = (status: number, body: string) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(body);
    if (request.url === '/revoke') {
      provider.revoked.add(form.get('token') ?? '');
      return send(200, '');
    }
    const fault = provider.fault?.(form);
    if (fault) return send(fault.status, fault.body);
    const given = await exchange(form);
    return given ? send(200, JSON.stringify(given)) : send(400, '{"error":"invalid_grant"}');
  };
  const server = createServer((request, reply) => void answer(request, reply));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  const provider: FakeTokenProvider = {
    url: `http://127.0.0.1:${port}`,
    clientSecret,
    tokenSeconds: 3_600,
    fault: undefined,
    gate: undefined,
    refreshes: 0,
    revoked: new Set(),
    accessTokens: new Set(),
    agree(authorizationUrl) {
      const { searchParams } = new URL(authorizationUrl);
      const code = randomUUID();
      const [challenge, redirectUri] = [searchParams.get('code_challenge'), searchParams.get('redirect_uri')];
      codes.set(code, { challenge: challenge ?? '', redirectUri: redirectUri ?? '' });
      return { code, state: searchParams.get('state') ?? '' };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}
