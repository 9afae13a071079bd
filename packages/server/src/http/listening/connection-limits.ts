import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client may take, in milliseconds, and how many connections there may be. */
export interface ConnectionLimits {
  /** For the head of a request, from the first byte or from when a new connection was made. */
  readonly headerMs: number;
  /** For a whole request to arrive, head and body. */
  readonly requestMs: number;
  /** Between two requests of one connection. */
  readonly idleMs: number;
  /** Without a byte of an answer being taken, while there are some to take. */
  readonly answerMs: number;
  /** Further connections are closed as they come. */
  readonly maxConnections: number;
}

/** The limits without settings. */
export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  headerMs: 15_000,
  requestMs: 60_000,
  // Longer than proxies keep theirs: who sends the next request must not find it closed.
  idleMs: 72_000,
  answerMs: 60_000,
  maxConnections: 10_000,
};

/** The share of connections in use from which idle ones are closed. */
const CROWDED = 0.9;
const MIN_CHECK_MS = 50;
const MAX_CHECK_MS = 2_000;

/** The options that servers of HTTP and HTTPS are made with. */
export function serverTimeouts({ headerMs, requestMs }: ConnectionLimits) {
  const shortest = Math.min(headerMs, requestMs);
  return {
    headersTimeout: Math.min(headerMs, requestMs),
    requestTimeout: requestMs,
    // Of TLS alone: before there is a request there is a handshake.
    handshakeTimeout: headerMs,
    connectionsCheckingInterval: Math.max(MIN_CHECK_MS, Math.min(MAX_CHECK_MS, shortest / 4)),
  };
}

/**
 * Bounds what connections cost that are there already: idle ones, slow readers, and too many of them. A
 * request that is being worked on is left alone, however long its answer takes.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const answering = new WeakMap<Socket, number>();
  let connections = 0;
  server.maxConnections = limits.maxConnections;
  server.keepAliveTimeout = limits.idleMs;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    socket.once('close', () => (connections -= 1));
    if (connections >= limits.maxConnections * CROWDED) server.closeIdleConnections();
  });
  server.on('request', ({ socket }, response) => {
    const change = (by: number) => answering.set(socket, (answering.get(socket) ?? 0) + by);
    change(1);
    response.once('close', () => change(-1));
  });
  // Of a connection over which nothing has gone for a while, in either direction. Requests that arrive too slowly are
  // refused by the server's own times.
  server.setTimeout(limits.answerMs, (socket) => {
    const isWorkedOn = (answering.get(socket) ?? 0) > 0 && socket.writableLength === 0;
    if (!isWorkedOn) socket.destroy();
  });
}
