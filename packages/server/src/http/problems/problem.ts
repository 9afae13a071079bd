import { bearerChallenge, tokenErrorsOf } from '../caller/bearer-challenge.ts';
import { refuse, Refusal, refusalsOf, limits } from '@oriel/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseAway, refusalOfDatabaseError } from '../../db/connection/database-refusals.ts';
import { findHostFault } from '../transport/host-header.ts';
import type { KnownMethods } from '../requests/known-methods.ts';
import { problemFormatAt, problemFormats } from './problem-formats.ts';
import { securityHeaders } from './security-headers.ts';
import { createEncryptionCheck } from '../transport/transport-security.ts';
import { logRefusal } from '../caller/security-log.ts';

/** Told of a refusal that the operation does not declare: the contract is wrong, or the service is. */
export type UndeclaredRefusal = (operationId: string, code: string) => void;

/**
 * The one place where what went wrong becomes an answer. A {@link Refusal} is told to the caller in the words of the
 * operation's family; anything else is a bug, which the log has in full and the caller only by the request id. A path
 * that is served by other methods than the request's says by which.
 */
export function installProblemAnswers(
  app: FastifyInstance,
  knownMethods: KnownMethods,
  onUndeclared: UndeclaredRefusal,
): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error, request.routeOptions.config.operation?.operation.body?.maxBytes);
    if (refusal.cause !== undefined && refusal.status < 500)
      request.log.info({ err: refusal.cause }, 'The request was refused for what it led to');
    // Requests during an outage of the database would fill the log with the same error.
    if (refusal.cause instanceof DatabaseAway) request.log.warn(refusal.cause.message);
    else if (isCancelled(error, reply))
      request.log.info('The client closed the connection before the answer; its work was stopped');
    else if (refusal.status >= 500) request.log.error({ err: error }, 'The request failed');
    logRefusal(request, refusal);
    noteUndeclared(request, refusal, onUndeclared);
    return sendProblem(request, reply, refusal);
  });
  app.addHook('onRequest', async (request, reply) => {
    const fault = findHostFault(request);
    // Nothing that an operation would have to declare: it is no request of HTTP/1.1.
    return fault === undefined
      ? undefined
      : sendProblem(request, reply, refuse('malformed_request', { reason: fault }));
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const methods = knownMethods(path);
    // With the method itself among them, the path has a part that is longer than any id.
    if (methods.length === 0 || methods.includes(request.method))
      return sendProblem(request, reply, refuse('not_found'));
    reply.header('allow', methods.join(', '));
    return sendProblem(request, reply, refuse('method_not_allowed', { method: request.method }));
  });
}

/**
 * Makes the answer to what the router itself refuses before there is a route, such as an address that cannot be
 * decoded.
 */
export function createRouterErrorAnswer(trustedProxies: readonly string[]) {
  const isEncrypted = createEncryptionCheck(trustedProxies);
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
    // No hook has run yet, and the request knows no proxy.
    reply.headers(securityHeaders(request.id, isEncrypted(request.raw)));
    sendProblem(request, reply, isTooLong ? refuse('not_found') : toRefusal(error));
  };
}

/** Whether work was stopped because its client had gone: nobody is there to read the answer, and nothing has failed. */
function isCancelled(error: unknown, { raw }: FastifyReply): boolean {
  const hasGone = raw.destroyed && !raw.writableFinished;
  return hasGone && error instanceof Error && error.name === 'AbortError';
}

/** Any operation may fail in these ways; they are declared nowhere. */
const ANYWHERE: ReadonlySet<string> = new Set([
  'internal',
  'unavailable',
  'insufficient_storage',
  'model_repository_lost',
]);

function noteUndeclared(request: FastifyRequest, { code }: Refusal, onUndeclared: UndeclaredRefusal): void {
  const { operation: declared } = request.routeOptions.config;
  if (!declared || ANYWHERE.has(code) || refusalsOf(declared.operation).includes(code)) return;
  request.log.warn({ operation: declared.id, code }, 'The operation does not declare this refusal');
  onUndeclared(declared.id, code);
}

/** Sends a refusal in the format of the operation that the request is for, or of the address that it was sent to. */
function sendProblem(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const declared = request.routeOptions.config?.operation?.operation.problems;
  const format = problemFormats[declared ?? problemFormatAt(request.url)];
  const status = format.statusOf?.(refusal) ?? refusal.status;
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  if (status === 401) reply.header('www-authenticate', bearerChallenge(tokenErrorsOf(request)));
  // RFC 6750, section 3.1.
  if (refusal.code === 'insufficient_scope')
    reply.header('www-authenticate', 'Bearer error="insufficient_scope"');
  return reply
    .code(status)
    .type(`${format.mediaType}; charset=utf-8`)
    .send(JSON.stringify(format.write(refusal, request)));
}

/** What went wrong, as it may be told. */
export function toRefusal(error: unknown, maxBytes?: number): Refusal {
  if (error instanceof Refusal) return error;
  return (
    fromFramework(error as Partial<FastifyError>, maxBytes) ??
    refusalOfDatabaseError(error) ??
    refuse('internal', undefined, { cause: error })
  );
}

/** What the framework itself refuses before any code of ours runs. */
function fromFramework(
  error: Partial<FastifyError>,
  maxBytes: number = limits.MAX_BODY_BYTES,
): Refusal | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
    case 'FST_FIELDS_LIMIT':
    case 'FST_FILES_LIMIT':
    case 'FST_PARTS_LIMIT':
      return refuse('payload_too_large', { maxBytes });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refuse('unsupported_media_type', { type: mediaTypeIn(error.message) });
    default:
      return refusalOfStatus(error);
  }
}

/**
 * What a part that is not ours says of the request by a status alone, such as the one that serves files. An address
 * that leads out of their folder has nothing at it.
 */
function refusalOfStatus({ statusCode, message = 'bad syntax' }: Partial<FastifyError>): Refusal | undefined {
  switch (statusCode) {
    case 403:
    case 404:
      return refuse('not_found');
    case 412:
      return refuse('precondition_failed');
    case 416:
      return refuse('range_not_satisfiable');
    default:
      return statusCode !== undefined && statusCode >= 400 && statusCode < 500
        ? refuse('malformed_request', { reason: message })
        : undefined;
  }
}

function mediaTypeIn(message: string | undefined): string {
  return message?.split(': ').at(-1) ?? '';
}
