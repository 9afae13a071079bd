import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** What becomes of a code as soon as it is issued: as a person in a browser would. */
export type Decision = 'approve' | 'deny' | 'wait';

/** An installation that has nothing but an authorization server (oidc-provider) and one user. */
export interface ForeignInstallation {
  readonly url: string;
  /** Bodies of the requests to the token endpoint, oldest first. */
  readonly tokenRequests: readonly URLSearchParams[];
  /** The credentials that `/api/v1/users/me` was asked with. */
  readonly credentials: readonly string[];
  decision: Decision;
  /** The next polls that are told to slow down. */
  slowDowns: number;
  /** Ends every token, as a withdrawal in the console does. */
  withdraw(): Promise<void>;
  close(): Promise<void>;
}

const ACCOUNT = 'ada@example.com';
const SCOPES = ['offline_access', 'api:read', 'api:write'];

export async function startForeignInstallation({ codeTtlS = 600 } = {}): Promise<ForeignInstallation> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createProvider(url, codeTtlS);
  const installation = {
    url,
    tokenRequests: [] as URLSearchParams[],
    credentials: [] as string[],
    decision: 'approve' as Decision,
    slowDowns: 0,
    grantIds: new Set<string>(),
    async withdraw() {
      for (const grantId of installation.grantIds)
        await Promise.all(
          [provider.RefreshToken, provider.AccessToken].map((kind) => kind.revokeByGrantId(grantId)),
        );
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
  provider.use((context, next) => intervene(context, next, { provider, installation }));
  serve(server, provider, installation);
  return installation;
}

function createProvider(url: string, codeTtlS: number): Provider {
  const hour = 3600;
  return new Provider(url, {
    clients: [
      {
        client_id: 'oriel-cli',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
        redirect_uris: ['http://127.0.0.1/callback'],
      },
    ],
    scopes: SCOPES,
    features: {
      deviceFlow: { enabled: true },
      devInteractions: { enabled: false },
      revocation: { enabled: true },
    },
    rotateRefreshToken: true,
    findAccount: (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: hour,
      RefreshToken: hour,
      DeviceCode: codeTtlS,
      AuthorizationCode: 60,
      Grant: hour,
      Session: hour,
      Interaction: hour,
      IdToken: hour,
    },
    cookies: { keys: ['a key of a test'] },
  });
}

type Room = {
  provider: Provider;
  installation: {
    tokenRequests: URLSearchParams[];
    decision: Decision;
    slowDowns: number;
    grantIds: Set<string>;
  };
};

/** Decides on device codes, records what the token endpoint is asked, and has it ask for patience. */
async function intervene(
  context: { path: string; body: unknown },
  next: () => Promise<void>,
  { provider, installation }: Room,
): Promise<void> {
  await next();
  if (context.path === '/device/auth') {
    // The body that oidc-provider has just written.
    const body = context.body as { user_code: string; interval?: number };
    body.interval = 1;
    if (installation.decision !== 'wait') await decide(provider, body.user_code, installation);
  }
}

async function decide(
  provider: Provider,
  userCode: string,
  { decision, grantIds }: Room['installation'],
): Promise<void> {
  const code = await provider.DeviceCode.findByUserCode(userCode.replaceAll('-', ''));
  if (!code) throw new Error('There is no such code');
  if (decision === 'deny') Object.assign(code, { error: 'access_denied' });
  else {
    const grantId = await grant(provider);
    grantIds.add(grantId);
    Object.assign(code, {
      accountId: ACCOUNT,
      grantId,
      scope: SCOPES.join(' '),
      authTime: 1,
      sessionUid: 's',
      expiresWithSession: false,
    });
  }
  await code.save();
}

function grant(provider: Provider): Promise<string> {
  const made = new provider.Grant({ accountId: ACCOUNT, clientId: 'oriel-cli' });
  made.addOIDCScope(SCOPES.join(' '));
  return made.save();
}

function serve(
  server: Server,
  provider: Provider,
  installation: Room['installation'] & { credentials: string[] },
): void {
  const handle = provider.callback();
  server.on('request', (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const path = request.url ?? '';
    if (path === '/.well-known/oauth-authorization-server') request.url = '/.well-known/openid-configuration';
    if (path.startsWith('/interaction/')) return void approve(provider, installation, request, response);
    if (path === '/api/v1/users/me') {
      const credential = request.headers.authorization ?? '';
      installation.credentials.push(credential);
      return void provider.AccessToken.find(credential.replace('Bearer ', '')).then((token) =>
        token
          ? answer(200, { email: ACCOUNT, username: 'Ada', role: 'Viewer', tenantName: 'Example Ltd' })
          : answer(401, {
              status: 401,
              code: 'unauthenticated',
              message: 'It is not valid',
              requestId: 'r-1',
            }),
      );
    }
    if (path !== '/token') return void handle(request, response);
    // Read here, and handed on as a body that was parsed before.
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const form = new URLSearchParams(text);
      installation.tokenRequests.push(form);
      if (form.get('grant_type')?.endsWith('device_code') === true && installation.slowDowns > 0) {
        installation.slowDowns -= 1;
        return answer(400, { error: 'slow_down' });
      }
      void handle(Object.assign(request, { body: Object.fromEntries(form) }), response);
    });
  });
}

/** What the consent of a person comes to. */
async function approve(
  provider: Provider,
  { decision, grantIds }: Room['installation'],
  ...[request, response]: Parameters<Provider['interactionFinished']> extends [infer A, infer B, ...unknown[]]
    ? [A, B]
    : never
): Promise<void> {
  if (decision === 'deny')
    return provider.interactionFinished(request, response, {
      error: 'access_denied',
      error_description: 'Denied',
    });
  const grantId = await grant(provider);
  grantIds.add(grantId);
  await provider.interactionFinished(request, response, {
    login: { accountId: ACCOUNT },
    consent: { grantId },
  });
}
