import type { OwnAddress } from '../http/transport/own-address.ts';
import { operations, type Access } from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { checkCall } from '../access/may.ts';
import { checkNarrowing, checkScope, unscopedUserOf } from '../access/scope.ts';
import type { AuditCaller } from '../db/audit-caller.ts';
import type { Database } from '../db/database.ts';
import { runInContext } from '../db/request-context.ts';
import { auditCallerOf } from '../http/caller/audit-caller.ts';
import type { Authenticate } from '../http/caller/authentication.ts';
import { securityHeaders } from '../http/problems/security-headers.ts';
import { readSessionCookie } from '../http/caller/session-cookie.ts';
import { isEncrypted } from '../http/transport/transport-security.ts';
import type { SigningKeys } from '../signing-keys/signing-keys.ts';
import { faultOf, isFault, readRegistration, writeRegistration } from './clients/dynamic-registration.ts';
import type { OAuthClientService } from './clients/oauth-client-service.ts';
import { endSession } from './end-session.ts';
import { issuerOf } from './issuer.ts';
import {
  END_SESSION_PATH,
  PROTECTED_RESOURCE_PATH,
  REGISTRATION_PATH,
  resourceMetadata,
  serverMetadata,
} from './metadata.ts';
import { oauthPaths } from './provider/create-provider.ts';
import { errorPage } from './provider/error-page.ts';
import { createProviders } from './provider/providers.ts';
import { findConsoleUser, type ConsoleUser } from './requests/console-user.ts';
import { createTicketStore } from './requests/ticket-store.ts';

/** What the endpoints of the protocol are made of. */
interface OAuthEndpointsOptions {
  readonly database: Database;
  readonly authenticate: Authenticate;
  readonly signingKeys: SigningKeys;
  readonly clients: OAuthClientService;
  readonly accessTokenSeconds: number;
  readonly ownAddress: Pick<OwnAddress, 'vouched'>;
}

const ANYONE: Access = { principals: ['anonymous'], role: 'Viewer' };

/**
 * Serves the protocol: OAuth 2.1 and OpenID Connect. Requests go to the library as they came, with their body unread;
 * what it is told beside them is who is signed in to the console, and under which address the server is reached.
 */
export async function registerOAuthEndpoints(
  app: FastifyInstance,
  options: OAuthEndpointsOptions,
): Promise<void> {
  await app.register(async (scope) => registerProtocol(scope, options));
  registerMetadata(app, options);
  await app.register(async (scope) => registerRegistration(scope, options));
  registerEndSession(app, options);
}

/** A request at its issuer. */
interface OAuthCall {
  readonly tenantId: number;
  readonly issuer: string;
  readonly user: ConsoleUser | undefined;
}

async function readCall(
  request: FastifyRequest,
  { database: { db }, authenticate, ownAddress }: OAuthEndpointsOptions,
): Promise<OAuthCall> {
  // Counts who calls.
  const { principal } = await authenticate(request, ANYONE);
  const cookie = readSessionCookie(request);
  const ownUrl = await ownAddress.vouched(request);
  const [issuer, user] = await Promise.all([
    issuerOf(db, { host: request.host, ownUrl }),
    cookie === undefined ? undefined : findConsoleUser(db, request.hostname.toLowerCase(), cookie),
  ]);
  return { tenantId: principal.tenantId, issuer, user };
}

function registerProtocol(scope: FastifyInstance, options: OAuthEndpointsOptions): void {
  const { database } = options;
  const users = new WeakMap<IncomingMessage, ConsoleUser>();
  const providers = createProviders({
    ...options,
    logger: scope.log,
    userOf: (request) => users.get(request),
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const call = await readCall(request, options);
    const provider = await providers.get(call.tenantId, call.issuer);
    if (call.user) users.set(request.raw, call.user);
    tellAddress(request, call.issuer);
    const headers = securityHeaders(request.id, isEncrypted(request));
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    reply.hijack();
    const caller = JSON.stringify(callerOf(request, call));
    await runInContext({ caller }, () => provider.callback()(request.raw, reply.raw));
  };
  scope.get(oauthPaths.authorization, serve);
  scope.get(`${oauthPaths.authorization}/:uid`, async (request, reply) => {
    const call = await readCall(request, options);
    const { uid } = request.params as { uid: string };
    if (await isOfAnother(database, call, uid)) return sendForeignAnswer(reply);
    return serve(request, reply);
  });
  const { token, userinfo, revocation, introspection, device_authorization } = oauthPaths;
  scope.get(userinfo, serve);
  for (const path of [token, userinfo, revocation, introspection, device_authorization]) {
    scope.post(path, serve);
    scope.options(path, serve);
  }
}

/** Says where a request came from and went to, as the server has found it out, in the place of what its headers say. */
function tellAddress(request: FastifyRequest, issuer: string): void {
  const { protocol, host } = new URL(issuer);
  Object.assign(request.raw.headers, {
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-host': host,
    'x-forwarded-for': request.ip,
  });
}

/** Whether the user who has answered a request is another than the one of the browser that goes on with it. */
async function isOfAnother(
  { db }: Pick<Database, 'db'>,
  { tenantId, user }: OAuthCall,
  uid: string,
): Promise<boolean> {
  const ticket = await createTicketStore(db, tenantId).findInteraction(uid);
  const result = ticket?.payload['result'] as { login?: { accountId?: string } } | undefined;
  return result?.login !== undefined && result.login.accountId !== String(user?.userId);
}

function sendForeignAnswer(reply: FastifyReply): FastifyReply {
  const error_description = 'Another user has answered the request of the application';
  return reply
    .code(403)
    .type('text/html; charset=utf-8')
    .send(errorPage({ error: 'access_denied', error_description }));
}

function callerOf(request: FastifyRequest, { tenantId, user }: OAuthCall): AuditCaller {
  const where = {
    tenantId,
    operation: `OAuth ${request.routeOptions.url ?? ''}`,
    requestId: request.id,
    clientAddress: request.ip,
  };
  return user
    ? { ...where, kind: 'user', credential: 'console-session', userId: user.userId, userEmail: user.email }
    : { ...where, kind: 'anonymous', credential: 'none' };
}

const MAX_AGE_SECONDS = 300;

function registerMetadata(app: FastifyInstance, options: OAuthEndpointsOptions): void {
  const serve = (path: string, write: (issuer: string, request: FastifyRequest) => object) =>
    app.get(path, async (request, reply) => {
      const { issuer } = await readCall(request, options);
      return reply
        .header('access-control-allow-origin', '*')
        .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
        .type('application/json')
        .send(JSON.stringify(write(issuer, request)));
    });
  serve('/.well-known/openid-configuration', serverMetadata);
  serve('/.well-known/oauth-authorization-server', serverMetadata);
  serve(PROTECTED_RESOURCE_PATH, (issuer) => resourceMetadata(issuer, ''));
  serve(`${PROTECTED_RESOURCE_PATH}/mcp`, (issuer) => resourceMetadata(issuer, '/mcp'));
  serve(`${PROTECTED_RESOURCE_PATH}/api/v1/deployments/:deploymentId`, (issuer, request) => {
    const { deploymentId } = request.params as { deploymentId: string };
    return resourceMetadata(issuer, `/api/v1/deployments/${encodeURIComponent(deploymentId)}`);
  });
}

const REGISTRATION_BYTES = 64 * 1024;

/** Clients are registered with the key of an administrator. @see RFC 7591 */
function registerRegistration(app: FastifyInstance, options: OAuthEndpointsOptions): void {
  const { authenticate, clients } = options;
  const { createOAuthClient: operation } = operations;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );
  app.post(
    REGISTRATION_PATH,
    {
      bodyLimit: REGISTRATION_BYTES,
      onRequest: async (request) => {
        request.authentication = await authenticate(request, operation.access);
        const { principal } = request.authentication;
        checkCall(principal, operation.access);
        checkScope(principal, operation);
        checkNarrowing(principal, operation);
      },
    },
    async (request, reply) => {
      const { principal } = request.authentication;
      const body = request.body;
      const isObject = typeof body === 'object' && body !== null;
      const read = readRegistration(isObject ? (body as Readonly<Record<string, unknown>>) : {});
      if (isFault(read)) return reply.code(400).send(read);
      const where = { operation: 'createOAuthClient', requestId: request.id, clientAddress: request.ip };
      const caller = JSON.stringify(auditCallerOf(principal, where));
      try {
        const created = await runInContext({ caller }, () =>
          clients.create(unscopedUserOf(principal), read, true),
        );
        return await reply.code(201).send(writeRegistration(created));
      } catch (error) {
        const fault = faultOf(error);
        if (!fault) throw error;
        return reply.code(400).send(fault);
      }
    },
  );
}

function registerEndSession(app: FastifyInstance, options: OAuthEndpointsOptions): void {
  const { database, signingKeys } = options;
  app.get(END_SESSION_PATH, async (request, reply) => {
    const call = await readCall(request, options);
    const query = request.query as Readonly<Record<string, unknown>>;
    const textOf = (name: string) => (typeof query[name] === 'string' ? query[name] : undefined);
    const caller = JSON.stringify(callerOf(request, call));
    const target = await runInContext({ caller }, () =>
      endSession(
        {
          idTokenHint: textOf('id_token_hint'),
          postLogoutRedirectUri: textOf('post_logout_redirect_uri'),
          state: textOf('state'),
        },
        { ...call, db: database.db, signingKeys },
      ),
    );
    await database.credentialChanges.catchUpOwn();
    return reply.redirect(target, 303);
  });
}
