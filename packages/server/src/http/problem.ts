import { refuse, Refusal, limits, type Problem } from '@oriel/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KnownMethods } from './known-methods.ts';

/**
 * The one place where what went wrong becomes an answer. A {@link Refusal} is told to the caller; anything else is a
 * bug, which the log has in full and the caller only by the request id. A path that is served by other methods than the
 * request's says by which.
 */
export function installProblemAnswers(app: FastifyInstance, knownMethods: KnownMethods): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal.status >= 500) request.log.error({ err: error }, 'The request failed');
    return sendProblem(request, reply, refusal);
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const methods = knownMethods(path);
    if (methods.length === 0) return sendProblem(request, reply, refuse('not_found'));
    reply.header('allow', methods.join(', '));
    return sendProblem(request, reply, refuse('method_not_allowed', { method: request.method }));
  });
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const problem: Problem = {
    status: refusal.status,
    code: refusal.code,
    message: refusal.message,
    requestId: request.id,
    ...(refusal.issues && { issues: [...refusal.issues] }),
  };
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(problem));
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return fromFramework(error as Partial<FastifyError>) ?? refuse('internal', undefined, { cause: error });
}

/** What the framework itself refuses before any code of ours runs. */
function fromFramework(error: Partial<FastifyError>): Refusal | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse('payload_too_large', { maxBytes: limits.MAX_BODY_BYTES });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refuse('unsupported_media_type', { type: mediaTypeIn(error.message) });
    default:
      return error.statusCode === 400
        ? refuse('malformed_request', { reason: error.message ?? 'bad syntax' })
        : undefined;
  }
}

function mediaTypeIn(message: string | undefined): string {
  return message?.split(': ').at(-1) ?? '';
}
