import fastifyCors from '@fastify/cors';
import { queryOperations, refuse, type Bytes, type Dashboard, type Reply } from '@oriel/contract';
import {
  CACHE_MODES,
  type AnswerTiming,
  type CacheMode,
  type EncodedAnswer,
  type Engine,
  type LoadRequest,
  type RuntimeTarget,
} from '@oriel/engine';
import type { FastifyInstance } from 'fastify';
import { may } from '../access/may.ts';
import type { Principal } from '../access/principal.ts';
import { inexactNumber } from '../http/requests/exact-numbers.ts';
import type { CallContext, Handlers } from '../http/handler.ts';
import { registerOperations, type OperationsOptions } from '../http/operations.ts';
import { answerChunks } from './answer-chunks.ts';
import { authenticateForBranch } from './branch-address.ts';
import { withinScopes } from './query-scopes.ts';
import { queryCallerOf } from './query-caller.ts';
import { answerBatch } from './load-batch.ts';
import type { CredentialFinder } from './credential-finder.ts';
import type { SecurityContextReader } from './security-context.ts';

/** What queries are answered with. */
interface QueryHandlerOptions {
  engine: Engine;
  readSecurityContext: SecurityContextReader;
  /** Default: nobody has credentials of their own. */
  credentialsOf?: CredentialFinder | undefined;
  /**
   * @throws `dashboard_not_found`, `embedding_not_allowed` where the published dashboard may not be shown to the caller
   */
  checkDashboard(
    principal: Principal,
    dashboard: Pick<Dashboard, 'deploymentId' | 'publicId'>,
  ): Promise<void>;
  /** After so long `/load` tells its caller to ask again; default 5 seconds, as clients of this protocol expect. */
  loadWaitMs?: number | undefined;
}

interface QueryApiOptions extends OperationsOptions {
  handlers: Handlers<typeof queryOperations>;
}

const PREFIX = '/deployments/{deploymentId}/cubejs-api/v1';
/** The same of one branch; slashes of its name are escaped. */
const BRANCH_PREFIX = '/deployments/:deploymentId/dev-mode/:branchName/cubejs-api/v1';

/**
 * Serves the query API of each deployment and of each branch of its model, in the protocol that existing clients speak.
 * It never looks into a result: bytes go through.
 */
export async function registerQueryApi(app: FastifyInstance, options: QueryApiOptions): Promise<void> {
  await registerAt(app, PREFIX.replace(/\{(\w+)\}/, ':$1'), options);
  const authenticate = authenticateForBranch(options.authenticate);
  await registerAt(app, BRANCH_PREFIX, { ...options, authenticate });
}

async function registerAt(app: FastifyInstance, prefix: string, options: QueryApiOptions): Promise<void> {
  await app.register(
    async (api) => {
      // Tokens are sent by hand, so any page may ask; cookies do not come along.
      await api.register(fastifyCors, {
        origin: '*',
        methods: ['GET', 'POST', 'OPTIONS'],
        allowedHeaders: '*',
        exposedHeaders: ['retry-after', 'server-timing'],
        maxAge: 600,
      });
      registerOperations(api, queryOperations, options.handlers, {
        ...options,
        prefix: PREFIX,
      });
    },
    { prefix },
  );
}

/** Makes the handlers of the query API, each for those alone who may ask for what it gives. */
export function createQueryHandlers(options: QueryHandlerOptions): Handlers<typeof queryOperations> {
  return withinScopes(createQueryRoutes(options));
}

/** What queries are answered with, defaults put in. */
type QueryNeeds = QueryHandlerOptions & { readonly loadWaitMs: number };

/** The call of an operation. */
type CallOf<Name extends keyof typeof queryOperations> = Parameters<
  Handlers<typeof queryOperations>[Name]
>[0];

function createQueryRoutes(options: QueryHandlerOptions): Handlers<typeof queryOperations> {
  const needs = { ...options, loadWaitMs: options.loadWaitMs ?? 5_000 };
  return {
    load: (call) => load(needs, call, call.body),
    loadByAddress: (call) => load(needs, call, call.query),
    compileSql: (call) => explain('sql', needs, call, call.body),
    compileSqlByAddress: (call) => explain('sql', needs, call, call.query),
    dryRun: (call) => explain('dryRun', needs, call, call.body),
    dryRunByAddress: (call) => explain('dryRun', needs, call, call.query),
    meta: (call) => describeMeta(needs, call),
    loadBatch: (call) => loadBatch(needs, call),
    checkSources: async (call) => toReply(await needs.engine.checkSources(targetOf(call))),
  };
}

function targetOf({ deployment }: CallContext): RuntimeTarget {
  return { deploymentId: deployment.id, branch: deployment.deployBranch };
}

async function load(needs: QueryNeeds, call: CallContext, source: QuerySource) {
  return toReply(
    await needs.engine.load(
      targetOf(call),
      {
        ...readLoad(source),
        securityContext: await needs.readSecurityContext(call.principal),
        caller: queryCallerOf(call.principal),
        seesModel: mayReadModel(call),
        waitMs: needs.loadWaitMs,
      },
      { signal: call.signal, findCredential: needs.credentialsOf?.(call.principal) },
    ),
  );
}

async function explain(kind: 'sql' | 'dryRun', needs: QueryNeeds, call: CallContext, source: QuerySource) {
  return toReply(
    await needs.engine[kind](
      targetOf(call),
      {
        query: readLoad(source).query,
        securityContext: await needs.readSecurityContext(call.principal),
        caller: queryCallerOf(call.principal),
        seesModel: mayReadModel(call),
      },
      { findCredential: needs.credentialsOf?.(call.principal) },
    ),
  );
}

async function describeMeta(needs: QueryNeeds, call: CallOf<'meta'>) {
  const { extended, onlyViews } = call.query;
  const isExtended = extended !== undefined && extended !== 'false';
  if (isExtended && !mayReadModel(call))
    throw refuse('forbidden', { reason: 'Definitions of a data model are for its developers' });
  const securityContext = await needs.readSecurityContext(call.principal);
  const described = { isExtended, onlyViews: onlyViews === 'true' };
  const seesModel = mayReadModel(call);
  const findCredential = needs.credentialsOf?.(call.principal);
  const request = { securityContext, seesModel, options: described };
  return toReply(await needs.engine.meta(targetOf(call), request, { findCredential }));
}

async function loadBatch(needs: QueryNeeds, call: CallOf<'loadBatch'>) {
  const { queries, cache, dashboard } = call.body;
  if (dashboard != null)
    await needs.checkDashboard(call.principal, { deploymentId: call.deployment.id, publicId: dashboard });
  const securityContext = await needs.readSecurityContext(call.principal);
  const seesModel = mayReadModel(call);
  const caller = queryCallerOf(call.principal);
  const findCredential = needs.credentialsOf?.(call.principal);
  const shared = {
    queryType: 'multi',
    securityContext,
    caller,
    seesModel,
    ...(cache != null && { cache }),
  } as const;
  const body = await answerBatch(queries, call.signal, (query, signal) =>
    needs.engine.load(targetOf(call), { ...shared, query }, { signal, findCredential }),
  );
  return { status: 200 as const, body, headers: { 'cache-control': 'no-store' } };
}

function mayReadModel({ principal, deployment }: CallContext): boolean {
  return may(principal, 'SchemaRead', { deploymentId: deployment.id });
}

/** What a query comes in: the body, or the address with texts alone. */
interface QuerySource {
  query?: unknown;
  queryType?: string | undefined;
  cache?: string | undefined;
}

function readLoad({
  query,
  queryType,
  cache,
}: QuerySource): Pick<LoadRequest, 'query' | 'queryType' | 'cache'> {
  if (query === undefined) throw refuse('invalid_request', { reason: 'Query param is required' });
  return {
    query: typeof query === 'string' ? parseJson(query) : query,
    ...(queryType === 'multi' && { queryType }),
    ...(cache !== undefined && { cache: cacheMode(cache) }),
  };
}

function parseJson(text: string): unknown {
  const inexact = inexactNumber(text);
  if (inexact !== undefined) throw refuse('invalid_request', { reason: inexact });
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

function cacheMode(value: string): CacheMode {
  const mode = CACHE_MODES.find((known) => known === value);
  if (!mode)
    throw refuse('invalid_request', {
      reason: `cache is one of ${CACHE_MODES.join(', ')}, not ${JSON.stringify(value)}`,
    });
  return mode;
}

function toReply(answer: EncodedAnswer): Reply<200, Bytes> {
  const { status, body, rest, retryAfterSeconds, timing } = answer;
  const [only] = body;
  const content = body.length === 1 && only && !rest ? only : answerChunks(answer);
  // The engine answers what it refuses by itself, with the statuses that the operation declares for refusals.
  return {
    status: status as 200,
    body: content,
    headers: { 'retry-after': retryAfterSeconds, 'server-timing': timing && serverTiming(timing) },
  };
}

/** @see https://www.w3.org/TR/server-timing/ */
function serverTiming({ queuedMs, executedMs }: AnswerTiming): string {
  return `queue;dur=${queuedMs.toFixed(1)}, execute;dur=${executedMs.toFixed(1)}`;
}
