import { limits } from '@oriel/contract';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { limitConnections, serverTimeouts, type ConnectionLimits } from './connection-limits.ts';
import { createConnectionProblems } from './connection-problems.ts';
import { createRouterErrorAnswer } from '../problems/problem.ts';
import { toOriginForm } from './request-target.ts';

/** How an application is reached. */
interface ListeningSettings {
  /** Undefined: plain HTTP. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  /** Proxies with headers that are believed. */
  readonly trustedProxies: readonly string[];
  readonly connectionLimits: ConnectionLimits;
}

/** Makes an application without routes, which listens nowhere yet. */
export function createFastify(
  { tls, trustedProxies, connectionLimits }: ListeningSettings,
  logger: FastifyBaseLogger,
): FastifyInstance {
  const connectionProblems = createConnectionProblems(logger);
  // A request without a host is refused as every other, by the hook of `installProblemAnswers`.
  const server = {
    maxHeaderSize: limits.MAX_HEADER_BYTES,
    requireHostHeader: false,
    ...serverTimeouts(connectionLimits),
  };
  const options = {
    loggerInstance: logger,
    bodyLimit: limits.MAX_BODY_BYTES,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: () => randomUUID(),
    rewriteUrl: toOriginForm,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: false, maxParamLength: 2048 },
    forceCloseConnections: 'idle',
    requestTimeout: connectionLimits.requestMs,
    keepAliveTimeout: connectionLimits.idleMs,
    // Ours says what every other refusal says.
    return503OnClosing: false,
    frameworkErrors: createRouterErrorAnswer(trustedProxies),
    clientErrorHandler: connectionProblems.answer,
  } as const;
  // The two differ only in the type of their raw server, which nothing of ours looks at.
  const app = tls
    ? (Fastify({ ...options, https: { ...server, ...tls } }) as unknown as FastifyInstance)
    : Fastify({ ...options, http: server });
  connectionProblems.watch(app.server);
  limitConnections(app.server, connectionLimits);
  return app;
}
