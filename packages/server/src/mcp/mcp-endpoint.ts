import { bearerChallenge, tokenErrorsOf } from '../http/caller/bearer-challenge.ts';
import type { OwnAddress } from '../http/transport/own-address.ts';
import { limits, refuse, type Access } from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { checkCall } from '../access/may.ts';
import { userOf } from '../access/principal.ts';
import type { Db } from '../db/database.ts';
import type { Authenticate } from '../http/caller/authentication.ts';
import type { Stopping } from '../http/listening/stopping.ts';
import { issuerOf } from '../oauth/issuer.ts';
import { API_SCOPES } from '../oauth/scopes.ts';
import { createMcpServer } from './mcp-server.ts';
import type { McpSession, McpTools } from './mcp-tools.ts';

/** Where the server of the protocol is, below the address of an account. */
const MCP_PATH = '/mcp';
/** Where clients learn who gives tokens for it. @see RFC 9728, section 3.1 */
const MCP_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;

const ACCESS: Access = { principals: ['user'], role: 'Viewer' };

/** What the endpoint is made of. */
interface McpEndpointOptions {
  readonly db: Db;
  readonly authenticate: Authenticate;
  readonly tools: McpTools;
  readonly stopping: Stopping;
  baseUrlOf(request: FastifyRequest): string;
  readonly ownAddress: Pick<OwnAddress, 'find'>;
}

/**
 * Serves the Model Context Protocol over streamable HTTP, without sessions: every request carries its credential, an
 * API key or an OAuth access token, and is authenticated by itself. The cookie of the console is not taken, and no page
 * of another origin is answered. The library is loaded with the first request.
 *
 * @see https://modelcontextprotocol.io/specification
 */
export async function registerMcp(app: FastifyInstance, options: McpEndpointOptions): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parseJson = app.getDefaultJsonParser('error', 'error');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson);
    scope.addHook('onRequest', async (request) => {
      checkOrigin(request);
      request.authentication = await authenticateHeader(request, options);
    });
    scope.addHook('onSend', async (request, reply) => tellWhereTokensAre(request, reply, options));
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: MCP_PATH,
      bodyLimit: limits.MAX_BODY_BYTES,
      handler: createHandler(options),
    });
  });
}

/**
 * @throws `csrf_refused` for a page of another origin: a name that leads here today may have been one of its own
 * yesterday
 */
function checkOrigin({ headers, host }: FastifyRequest): void {
  if (headers.origin !== undefined && URL.parse(headers.origin)?.host !== host) throw refuse('csrf_refused');
}

/**
 * @throws `unauthenticated` where there is no credential in the header; `insufficient_scope` for a token without a
 * scope of the API
 */
async function authenticateHeader(request: FastifyRequest, { authenticate }: McpEndpointOptions) {
  if (request.headers.authorization === undefined) throw refuse('unauthenticated');
  const authentication = await authenticate(request, ACCESS);
  checkCall(authentication.principal, ACCESS);
  if (userOf(authentication.principal).narrowing?.tags?.length === 0)
    throw refuse('insufficient_scope', {
      reason: `The token has no scope of the API: ${API_SCOPES.join(', ')}`,
    });
  return authentication;
}

/** @see RFC 9728, section 5.1; RFC 6750, section 3.1 */
async function tellWhereTokensAre(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, ownAddress }: McpEndpointOptions,
): Promise<void> {
  const { statusCode } = reply;
  const challenge = reply.getHeader('www-authenticate');
  if (statusCode !== 401 && (statusCode !== 403 || challenge === undefined)) return;
  const ownUrl = await ownAddress.find(request);
  // Nobody is sent to a host that was made up.
  if (ownUrl === undefined) return;
  const issuer = await issuerOf(db, { host: request.host, ownUrl });
  const parts = [
    ...(statusCode === 403 ? ['error="insufficient_scope"'] : tokenErrorsOf(request)),
    `resource_metadata="${issuer}${MCP_METADATA_PATH}"`,
    `scope="${API_SCOPES.join(' ')}"`,
  ];
  reply.header('www-authenticate', bearerChallenge(parts));
}

function createHandler({ tools, stopping, baseUrlOf }: McpEndpointOptions) {
  let loading:
    | Promise<(request: Request, session: McpSession, body: unknown) => Promise<Response>>
    | undefined;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const serve = await (loading ??= createMcpServer(tools));
    const controller = new AbortController();
    const forget = stopping.cancelWith(controller);
    reply.raw.once('close', () => {
      forget();
      controller.abort();
    });
    const baseUrl = baseUrlOf(request);
    const session = sessionOf(request, baseUrl);
    const answer = await serve(toWebRequest(request, baseUrl, controller.signal), session, request.body);
    return sendWebResponse(reply, answer);
  };
}

function sessionOf(request: FastifyRequest, baseUrl: string): McpSession {
  const { id: requestId, ip: clientAddress, log } = request;
  return { principal: userOf(request.authentication.principal), requestId, clientAddress, baseUrl, log };
}

/**
 * The request as the library takes it; its body has been read, and its credential is none of the library's business.
 */
function toWebRequest(request: FastifyRequest, baseUrl: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const name of [
    'accept',
    'content-type',
    'mcp-protocol-version',
    'mcp-session-id',
    'mcp-method',
    'mcp-name',
  ]) {
    const { [name]: value } = request.headers;
    if (typeof value === 'string') headers.set(name, value);
  }
  const hasBody = request.method === 'POST';
  return new Request(`${baseUrl}${MCP_PATH}`, {
    method: request.method,
    headers,
    signal,
    ...(hasBody && { body: JSON.stringify(request.body) }),
  });
}

function sendWebResponse(reply: FastifyReply, answer: Response): FastifyReply {
  reply.code(answer.status).header('cache-control', 'no-store');
  for (const name of ['content-type', 'allow', 'mcp-session-id']) {
    const value = answer.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  // The two declarations of web streams are of the same class.
  return reply.send(answer.body ? Readable.fromWeb(answer.body as ReadableStream) : undefined);
}
