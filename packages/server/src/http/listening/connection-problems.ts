import { limits, refuse, type Refusal } from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { problemFormats } from '../problems/problem-formats.ts';
import { securityHeaders } from '../problems/security-headers.ts';

/** Answers what comes over a connection and never becomes a request. */
interface ConnectionProblems {
  /** For the server's `clientError`: what the parser of HTTP refuses, and what does not arrive in time. */
  answer(error: NodeJS.ErrnoException, socket: Duplex): void;
  /** Sees which answers are under way, and takes the requests that Node.js answers by itself. */
  watch(server: Server): void;
}

/** So long the rest of a refused request is read and thrown away: a client that still writes would lose the answer. */
const LINGER_MS = 1_000;

/**
 * Makes the answers to requests that cannot be read: in the words of every other refusal, with a code and the id under
 * which the log has them. The connection is closed afterwards, since nobody knows where the next request would begin.
 */
export function createConnectionProblems(logger: Pick<FastifyBaseLogger, 'info'>): ConnectionProblems {
  const answered = new WeakSet<Duplex>();
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refuseConnection = (socket: Duplex, refusal: Refusal) => {
    answered.add(socket);
    const requestId = randomUUID();
    logger.info({ reqId: requestId, err: refusal.cause }, 'A connection was refused for what came over it');
    socket.end(toHttp(refusal, requestId, socket instanceof TLSSocket));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
  return {
    answer(error, socket) {
      // The rest of what was refused is no request either.
      if (answered.has(socket)) return;
      const answer = latest.get(socket);
      const isAnswering = answer !== undefined && answer.headersSent && !answer.writableFinished;
      if (!socket.writable || isAnswering || error.code === 'ECONNRESET') socket.destroy();
      else refuseConnection(socket, refusalOf(error));
    },
    watch(server) {
      server.on('request', ({ socket }, response) => void latest.set(socket, response));
      server.on('connect', (_request, socket) =>
        refuseConnection(socket, refuse('method_not_allowed', { method: 'CONNECT' })),
      );
      // An expectation that is not known may be ignored (RFC 9110, section 10.1.1).
      server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    },
  };
}

function refusalOf(cause: NodeJS.ErrnoException & { reason?: string }): Refusal {
  switch (cause.code) {
    case 'HPE_HEADER_OVERFLOW':
      return refuse('headers_too_large', { maxBytes: limits.MAX_HEADER_BYTES }, { cause });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refuse('request_timeout', undefined, { cause });
    default:
      return refuse('malformed_request', { reason: cause.reason ?? 'it is no HTTP' }, { cause });
  }
}

function toHttp(refusal: Refusal, requestId: string, isEncrypted: boolean): string {
  const { mediaType, write } = problemFormats.oriel;
  const body = JSON.stringify(write(refusal, { id: requestId, headers: {} }));
  // To import the module would load all that it re-exports, with Node's client of HTTP.
  const { STATUS_CODES } = process.getBuiltinModule('node:http');
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    `content-type: ${mediaType}; charset=utf-8`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(securityHeaders(requestId, isEncrypted)).map(([name, text]) => `${name}: ${text}`),
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
