import type { OwnAddress } from './transport/own-address.ts';
import {
  brandPath,
  entriesOf,
  isReading,
  takesIdempotencyKey,
  type Operation,
  type ServerBrand,
} from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkCall } from '../access/may.ts';
import { callerNameOf } from '../access/caller-name.ts';
import { checkInPerson, checkNarrowing, checkScope } from '../access/scope.ts';
import { auditCallerOf } from './caller/audit-caller.ts';
import { runInContext, type RequestContext } from '../db/request-context.ts';
import type { Db } from '../db/database.ts';
import type { Storage } from '../db/storage.ts';
import type { Authenticate } from './caller/authentication.ts';
import { createBrandTranslation, createSpellingTranslation } from './answers/brand-translation.ts';
import type { AnyHandler, CallContext, Handlers, OperationTable } from './handler.ts';
import { IDEMPOTENCY_KEY, type Idempotency } from './idempotency/idempotency.ts';
import { createEntityTags } from './answers/entity-tags.ts';
import type { AnswerTurns } from './answers/answer-turns.ts';
import { createReply } from './answers/reply.ts';
import { checkMediaType, installMultipartParser, readBody } from './requests/request-body.ts';
import { createChallengeCookie, createDeviceCookie, createSessionCookie } from './caller/session-cookie.ts';
import { refuseStopping, type Stopping } from './listening/stopping.ts';
import { checkStorage, storesContent } from './health/storage-check.ts';
import { createRequestCheck } from './requests/validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The id of the operation that the route serves, and the operation. */
    operation?: { readonly id: string; readonly operation: Operation };
  }
}

export interface OperationsOptions {
  /** The names that callers use. */
  brand: ServerBrand;
  authenticate: Authenticate;
  /** Entity tags are read from it; without it there are none. */
  db?: Db;
  /** Where clients reach the server, without a slash at the end. */
  baseUrlOf(request: FastifyRequest): string;
  readonly ownAddress: Pick<OwnAddress, 'vouched'>;
  /** Waited for before what may have written is answered, so that the next request sees all that it has done. */
  onWritten(): Promise<void>;
  /** Looked at before something is stored. */
  storage: Storage;
  stopping: Stopping;
  /** Of the batches of large answers, for the whole server. */
  answerTurns: AnswerTurns;
  /** Runs requests with an `Idempotency-Key` once; absent: the header is ignored. */
  idempotency?: Idempotency;
  /** What the paths begin with where the routes are registered; default nothing. */
  prefix?: string;
}

/**
 * Registers a route for each operation of a table. Every request goes the same way: authenticate, find the deployment,
 * check who may call, validate, one call of the handler, answer.
 */
export function registerOperations<Table extends OperationTable>(
  app: FastifyInstance,
  table: Table,
  handlers: Handlers<Table>,
  options: OperationsOptions,
): void {
  const register = (scope: FastifyInstance, [id, operation]: readonly [string, Operation]) => {
    // Keys and types of the two tables are the same; of one entry alone the compiler cannot see it.
    const handler = (handlers as unknown as Record<string, AnyHandler | undefined>)[id];
    if (!handler) throw new Error(`The operation ${id} has no handler`);
    registerOperation(scope, id, operation, handler, options);
  };
  const entries = entriesOf(table);
  const forms = entries.filter(([, { body }]) => body?.mediaType === 'multipart/form-data');
  for (const entry of entries) if (!forms.includes(entry)) register(app, entry);
  if (forms.length === 0) return;
  void app.register(async (scope) => {
    await installMultipartParser(scope);
    for (const entry of forms) register(scope, entry);
  });
}

function registerOperation(
  app: FastifyInstance,
  id: string,
  operation: Operation,
  handler: AnyHandler,
  options: OperationsOptions,
): void {
  const read = createPartsReader(operation, options.brand);
  const send = createReply(operation, { brand: options.brand, turns: options.answerTurns });
  const tags = createEntityTags(options.db, operation);
  const takesKey = takesIdempotencyKey(operation);
  const changes = !isReading(operation);
  app.route({
    method: operation.method,
    url: routeOf(operation, options),
    config: { operation: { id, operation } },
    ...(operation.body && { bodyLimit: operation.body.maxBytes }),
    // Authentication comes before the body is read, so that a stranger's body costs nothing.
    onRequest: createAdmission(id, operation, options),
    handler: async (request, reply) => {
      const parts = await read(request);
      // Not spread, which would ask for every getter.
      const principal = tags.withCondition(request, request.authentication.principal);
      const call = Object.assign(contextOf(request, reply, options), parts, { principal });
      const handle = () => tags.answer(reply, principal, () => handler(call));
      const answer = <T>(work: () => Promise<T>) => settle(work, operation, options);
      const caller = callerNameOf(principal);
      if (!changes) return send(reply, await answer(handle), caller);
      const context = contextFor(id, request);
      const key = takesKey ? request.headers[IDEMPOTENCY_KEY] : undefined;
      if (typeof key !== 'string' || !options.idempotency)
        return send(reply, await runInContext(context, () => answer(handle)), caller);
      const keyed = { principal: call.principal, key, operation, said: [request.url, parts.body] };
      const { idempotency } = options;
      // What the handler changes is committed together with the answer, and waited for after that.
      const run = () => idempotency.run(keyed, context, handle);
      const { answer: result, isReplay } = await answer(run);
      if (isReplay) reply.header('idempotent-replayed', 'true');
      return send(reply, result, caller);
    },
  });
}

/** The address of an operation, as its scope has it. */
function routeOf({ path }: Operation, { brand, prefix }: OperationsOptions): string {
  return brandPath(path, brand)
    .slice(prefix?.length ?? 0)
    .replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Makes what finds out who calls an operation, and checks that they may. */
function createAdmission(id: string, operation: Operation, options: OperationsOptions) {
  const needsRoom = storesContent(id, operation);
  return async (request: FastifyRequest): Promise<void> => {
    request.authentication = await options.authenticate(request, operation.access);
    const { principal, deployment } = request.authentication;
    checkCall(principal, operation.access, deployment && { deploymentId: deployment.id });
    checkScope(principal, operation);
    checkNarrowing(principal, operation);
    checkInPerson(principal, operation);
    checkMediaType(request, operation);
    if (needsRoom) await checkStorage(options.storage, request.log);
  };
}

/** Makes what reads the parts of a request and checks them; the body is in the words of the contract. */
function createPartsReader(operation: Operation, brand: OperationsOptions['brand']) {
  const check = createRequestCheck(operation, brand);
  const translateBody = operation.body && createBrandTranslation(operation.body.schema, brand, 'fromBrand');
  const translateSpelling = operation.body && createSpellingTranslation(operation.body.schema, brand);
  return async (request: FastifyRequest) => {
    const parts = {
      params: request.params,
      query: request.query,
      headers: request.headers,
      body: await readBody(request, operation),
    };
    if (translateSpelling) parts.body = translateSpelling(parts.body);
    check(parts);
    if (translateBody) parts.body = translateBody(parts.body);
    return parts;
  };
}

/** What is told to the database of whatever the request writes. */
function contextFor(operation: string, request: FastifyRequest): RequestContext {
  const { principal, deployment } = request.authentication;
  const caller = auditCallerOf(principal, {
    operation,
    requestId: request.id,
    clientAddress: request.ip,
    ...(deployment && { deploymentId: deployment.id }),
  });
  return { caller: JSON.stringify(caller) };
}

/** Settles when the work of a request has, and this server sees all that it has changed. */
async function settle<T>(
  work: () => Promise<T>,
  operation: Operation,
  { onWritten, stopping }: OperationsOptions,
): Promise<T> {
  try {
    const answer = await work();
    // The engine answers what is cancelled; it was not its caller who did.
    if (stopping.hasGivenUp && operation.problems === 'query') throw refuseStopping();
    return answer;
  } finally {
    if (!isReading(operation)) await onWritten();
  }
}

function contextOf(request: FastifyRequest, reply: FastifyReply, options: OperationsOptions): CallContext {
  const { principal, deployment } = request.authentication;
  let signal: AbortSignal | undefined;
  return {
    principal,
    get deployment() {
      if (!deployment) throw new Error('The operation has no deployment in its path');
      return deployment;
    },
    requestId: request.id,
    log: request.log,
    clientAddress: request.ip,
    userAgent: request.headers['user-agent'],
    // Few operations ask for what follows.
    get baseUrl() {
      return options.baseUrlOf(request);
    },
    linkUrl: () => options.ownAddress.vouched(request),
    get host() {
      return request.host;
    },
    get sessionCookie() {
      return createSessionCookie(request, reply);
    },
    get deviceCookie() {
      return createDeviceCookie(request, reply);
    },
    get challengeCookie() {
      return createChallengeCookie(request, reply);
    },
    get signal() {
      return (signal ??= signalOf(reply, options.stopping));
    },
  };
}

/** Aborted when the connection closes before the answer is out, or when the server stops and cannot wait for it. */
function signalOf(reply: FastifyReply, stopping: Stopping): AbortSignal {
  const controller = new AbortController();
  const forget = stopping.cancelWith(controller);
  reply.raw.once('close', () => {
    forget();
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
