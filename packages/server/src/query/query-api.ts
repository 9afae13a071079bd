import fastifyCors from '@fastify/cors';
import { refuse, Refusal, type Access, type ServerBrand } from '@oriel/contract';
import {
  CACHE_MODES,
  type CacheMode,
  type EncodedAnswer,
  type Engine,
  type LoadRequest,
  type RuntimeTarget,
} from '@oriel/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Database } from '../db/database.ts';
import { addressOf, type Authenticate } from '../http/authentication.ts';
import { isAtLeast } from '../access/principal.ts';
import { answerPieces } from './answer-pieces.ts';
import { readBatch, writeBatch } from './load-batch.ts';
import { checkDataToken } from './data-token.ts';
import { createSecurityContextReader } from './security-context.ts';

export interface QueryApiOptions {
  database: Database;
  engine: Engine;
  authenticate: Authenticate;
  brand: ServerBrand;
}

/** Who asks: the runtime that answers, and what row-level policies look at. */
interface QueryCaller {
  target: RuntimeTarget;
  securityContext: Record<string, unknown>;
  /** Whether the caller may see what the model is made of. */
  mayReadModel: boolean;
}

/** After so long `/load` tells its caller to ask again, as clients of this protocol expect. */
const WAIT_MS = 5_000;
const access: Access = { principals: ['user', 'embed'], role: 'Viewer' };

/**
 * The query API of each deployment, in the protocol that existing clients speak: `/load`, `/sql`, `/dry-run` and `/meta`,
 * with `/load-batch` for pages that show many results and `/readyz` for whether the data sources answer. It never looks into a result: bytes go through.
 */
export function registerQueryApi(app: FastifyInstance, options: QueryApiOptions): void {
  void app.register(
    async (api) => {
      // Tokens are sent by hand, so any page may ask; cookies do not come along.
      await api.register(fastifyCors, {
        origin: '*',
        methods: ['GET', 'POST', 'OPTIONS'],
        allowedHeaders: '*',
        exposedHeaders: ['retry-after'],
        maxAge: 600,
      });
      api.setErrorHandler((error, request, reply) => sendError(error, request, reply));
      const identify = createIdentify(options);
      const { engine } = options;

      for (const method of ['GET', 'POST'] as const) {
        api.route({
          method,
          url: '/load',
          handler: async (request, reply) => {
            const { target, securityContext } = await identify(request);
            const signal = signalOf(reply);
            return sendAnswer(
              reply,
              await engine.load(
                target,
                { ...readLoad(request), securityContext, waitMs: WAIT_MS },
                { signal },
              ),
            );
          },
        });
        for (const [path, kind] of [
          ['/sql', 'sql'],
          ['/dry-run', 'dryRun'],
        ] as const) {
          api.route({
            method,
            url: path,
            handler: async (request, reply) => {
              const { target, securityContext } = await identify(request);
              return sendAnswer(
                reply,
                await engine[kind](target, { query: readLoad(request).query, securityContext }),
              );
            },
          });
        }
      }
      api.get('/meta', async (request, reply) => {
        const { target, securityContext, mayReadModel } = await identify(request);
        const options = readMeta(request);
        if (options.isExtended && !mayReadModel)
          throw refuse('forbidden', { reason: 'Definitions of a data model are for its developers' });
        return sendAnswer(reply, await engine.meta(target, { securityContext, options }));
      });
      api.get('/readyz', async (request, reply) => {
        const { target } = await identify(request);
        return sendAnswer(reply, await engine.checkSources(target));
      });
      api.post('/load-batch', async (request, reply) => {
        const { target, securityContext } = await identify(request);
        const { queries, cache } = readBatch(request.body);
        return writeBatch(reply, queries, (query, signal) =>
          engine.load(
            target,
            {
              query,
              queryType: 'multi',
              securityContext,
              ...(cache !== undefined && { cache: cacheMode(cache) }),
            },
            { signal },
          ),
        );
      });
    },
    { prefix: '/deployments/:deploymentId/cubejs-api/v1' },
  );
}

/** Finds out who asks. A data token is a JWT, with or without a scheme before it; the rest is as in the management API. */
function createIdentify({ database, authenticate, brand }: QueryApiOptions) {
  const readSecurityContext = createSecurityContextReader(database, brand);
  return async (request: FastifyRequest): Promise<QueryCaller> => {
    const addressed = addressOf(request);
    const { deploymentId } = addressed;
    if (deploymentId === undefined) throw refuse('not_found');
    const token = dataTokenOf(request);
    if (token !== undefined) {
      const claims = await checkDataToken(database, token, { host: addressed.host, deploymentId });
      return { ...claims, mayReadModel: false };
    }
    const { principal, deployment } = await authenticate(request, access, { needsPolicyContext: true });
    if (principal.kind === 'anonymous' || !deployment) throw refuse('unauthenticated');
    const securityContext = await readSecurityContext(principal);
    const mayReadModel = principal.kind === 'user' && isAtLeast(principal.role, 'Developer');
    return { target: { deploymentId, branch: deployment.deployBranch }, securityContext, mayReadModel };
  };
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

function dataTokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization ?? request.headers['x-cube-authorization'];
  if (typeof header !== 'string') return undefined;
  const words = header.trim().split(/\s+/);
  const [first = '', second] = words;
  if (words.length === 1) return first;
  return first.toLowerCase() !== 'embed-token' && second !== undefined && JWT.test(second)
    ? second
    : undefined;
}

/** `?extended` asks for definitions as well, `?onlyViews=true` leaves cubes out. */
function readMeta({ query }: FastifyRequest): { isExtended: boolean; onlyViews: boolean } {
  const { extended, onlyViews } = query as { extended?: unknown; onlyViews?: unknown };
  return { isExtended: extended !== undefined && extended !== 'false', onlyViews: onlyViews === 'true' };
}

/** `query` comes as JSON text in the address, or as JSON in a body. */
function readLoad(request: FastifyRequest): Pick<LoadRequest, 'query' | 'queryType' | 'cache'> {
  const source = (request.method === 'POST' ? request.body : request.query) as
    | Record<string, unknown>
    | null
    | undefined;
  const { query, queryType, cache } = source ?? {};
  if (query === undefined) throw refuse('invalid_request', { reason: 'Query param is required' });
  return {
    query: typeof query === 'string' ? parseJson(query) : query,
    ...(queryType === 'multi' && { queryType }),
    ...(cache !== undefined && { cache: cacheMode(cache) }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refuse(
      'invalid_request',
      { reason: `Unable to decode query param as JSON, error: ${(cause as Error).message}` },
      { cause },
    );
  }
}

function cacheMode(value: unknown): CacheMode {
  const mode = CACHE_MODES.find((known) => known === value);
  if (!mode)
    throw refuse('invalid_request', {
      reason: `cache is one of ${CACHE_MODES.join(', ')}, not ${JSON.stringify(value)}`,
    });
  return mode;
}

/** Where rows fail to come after the first of them are out, the connection is cut: a whole answer would be taken for true. */
function sendAnswer(reply: FastifyReply, answer: EncodedAnswer): FastifyReply {
  const { status, body, rest } = answer;
  const [only] = body;
  const content = body.length === 1 && !rest ? only : Readable.from(answerPieces(answer));
  return reply.code(status).type('application/json; charset=utf-8').send(content);
}

/** Aborted when the connection closes before the answer is out. */
function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Refusals in the words of this protocol; a credential that is missing or wrong is 403 here. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) {
    const status = error.status === 401 ? 403 : error.status;
    const message =
      error.code === 'unauthenticated' && request.headers.authorization === undefined
        ? "Authorization header isn't set"
        : error.message;
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
    return reply
      .code(status)
      .send({ error: message, code: error.code, ...(status === 400 && { type: 'UserError' }) });
  }
  const { statusCode, message } = error as { statusCode?: number; message: string };
  if (statusCode !== undefined && statusCode < 500)
    return reply.code(statusCode).send({ error: message, type: 'UserError' });
  request.log.error({ err: error }, 'The query API failed');
  return reply.code(500).send({
    error: `Something went wrong on the server; its log has the details under ${request.id}`,
    code: 'internal',
  });
}
