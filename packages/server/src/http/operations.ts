import { operations, refuse, type Operation, type OperationId } from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticate, Authentication } from './authentication.ts';
import type { Call, Handler, Handlers } from './handler.ts';
import { isAtLeast, type Principal } from '../access/principal.ts';
import { createSerializer } from './serialization.ts';
import { createSessionCookie } from './session-cookie.ts';
import { createPartCheck } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of the contract that the route serves. */
    operationId?: OperationId;
  }
}

export interface OperationsOptions {
  handlers: Handlers;
  authenticate: Authenticate;
  /** Where clients reach the server, without a slash at the end. */
  baseUrlOf(request: FastifyRequest): string;
  /** Waited for before what may have written is answered, so that the next request sees all that it has done. */
  onWritten(): Promise<void>;
}

/**
 * Registers a route for each operation of the contract. Every request goes the same way: authenticate, find the
 * deployment, check who may call, validate, one call of the handler, serialise.
 */
export function registerOperations(app: FastifyInstance, options: OperationsOptions): void {
  for (const id of Object.keys(operations) as OperationId[]) {
    // The table's entries have schemas of their own types; here they are only carried.
    const operation = operations[id] as unknown as Operation;
    const handler = options.handlers[id] as Handler<OperationId> | undefined;
    if (!handler) throw new Error(`The operation ${id} has no handler`);
    registerOperation(app, id, operation, handler, options);
  }
}

function registerOperation(
  app: FastifyInstance,
  id: OperationId,
  operation: Operation,
  handler: Handler<OperationId>,
  options: OperationsOptions,
): void {
  const check = {
    params: createPartCheck('params', operation.params),
    query: createPartCheck('query', operation.query),
    body: createPartCheck('body', operation.body),
  };
  const takesBody = operation.method !== 'GET' && (operation.body as { type?: string }).type !== 'null';
  const serialize = createSerializer(operation.answer);
  const answerTo = async (call: Call<OperationId>): Promise<unknown> => {
    try {
      return await handler(call);
    } finally {
      if (operation.method !== 'GET') await options.onWritten();
    }
  };

  app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operationId: id },
    // Authentication comes before the body is read, so that a stranger's body costs nothing.
    onRequest: async (request) => {
      request.authentication = await options.authenticate(request, operation.access);
      authorize(operation, request.authentication);
    },
    handler: async (request, reply) => {
      check.params(request.params);
      check.query(request.query);
      const body = takesBody ? bodyOf(request, operation) : undefined;
      if (takesBody) check.body(body);
      const answer = await answerTo(toCall(request, reply, body, options));
      return send(reply, operation, serialize, answer);
    },
  });
}

/** @throws 401 for nobody, 403 for somebody who may not. */
function authorize(operation: Operation, { principal }: Authentication): void {
  const { access } = operation;
  if (!(access.principals as readonly Principal['kind'][]).includes(principal.kind)) {
    throw principal.kind === 'anonymous'
      ? refuse('unauthenticated')
      : refuse('forbidden', { reason: 'This kind of credential may not call this operation' });
  }
  if (principal.kind !== 'user' || isAtLeast(principal.role, access.role)) return;
  if (access.role === 'Admin') throw refuse('admin_only');
  throw refuse('forbidden', { reason: `This needs the role ${access.role} or higher` });
}

/** A body that may be left out arrives as an empty object. */
function bodyOf(request: FastifyRequest, operation: Operation): unknown {
  if (request.body === undefined || request.body === null) {
    if (operation.bodyOptional) return {};
    throw refuse('malformed_request', { reason: 'a JSON body is needed' });
  }
  return request.body;
}

function toCall(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  options: OperationsOptions,
): Call<OperationId> {
  const { principal, deployment } = request.authentication;
  const call = {
    principal,
    params: request.params,
    query: request.query,
    body,
    get deployment() {
      if (!deployment) throw new Error('The operation has no deployment in its path');
      return deployment;
    },
    requestId: request.id,
    clientAddress: request.ip,
    baseUrl: options.baseUrlOf(request),
    sessionCookie: createSessionCookie(request, reply),
    get signal() {
      return signalOf(reply);
    },
  };
  // Params, query and body have just been checked against the operation's schemas.
  return call as unknown as Call<OperationId>;
}

/** Aborted when the connection closes before the answer is out. */
function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

function send(
  reply: FastifyReply,
  operation: Operation,
  serialize: (answer: unknown) => string,
  answer: unknown,
): FastifyReply {
  if (operation.status === 204) return reply.code(204).send();
  return reply.code(operation.status).type('application/json; charset=utf-8').send(serialize(answer));
}
