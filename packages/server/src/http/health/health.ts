import type { Engine } from '@oriel/engine';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { Storage } from '../../db/storage.ts';
import type { Stopping } from '../listening/stopping.ts';
import { createMetricsCheck } from './metrics-access.ts';
import { writeMetrics, type Metric, type MetricSource } from './metrics.ts';

/** What the health paths look at. */
interface HealthOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly storage: Storage;
  readonly stopping: Stopping;
  /** Each says why the server serves only in part, if it does. */
  readonly limitations: readonly (() => Promise<string | undefined>)[];
  /** What other parts of the server show in `/metrics`. */
  readonly metrics: readonly MetricSource[];
  /** What `/metrics` is asked with; undefined: nothing, on the machine itself. */
  readonly metricsToken: string | undefined;
}

/** `/healthz` says that the process lives, `/readyz` that it can serve, `/metrics` how it does (Prometheus text). */
export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  const { database, engine, metrics, metricsToken } = options;
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    const readiness = await readinessOf(options);
    if (readiness.cause !== undefined)
      request.log.error({ err: readiness.cause }, 'The database does not answer');
    const { status, reason } = readiness;
    return reply.code(isServing[status] ? 200 : 503).send({ status, ...(reason && { reason }) });
  });
  const requests = createRequestCounters();
  app.addHook('onResponse', async (request, reply) => {
    requests.record(request.routeOptions.url ?? 'unmatched', reply.statusCode, reply.elapsedTime / 1000);
  });
  const sources: MetricSource[] = [requests.metrics, () => processMetrics(database, engine), ...metrics];
  const checkReader = createMetricsCheck(metricsToken);
  app.get('/metrics', { onRequest: async (request) => checkReader(request) }, async (request, reply) => {
    const parts = await Promise.allSettled(sources.map(async (source) => source()));
    for (const part of parts)
      if (part.status === 'rejected') request.log.error({ err: part.reason }, 'Some metrics are missing');
    const found = parts.flatMap((part) => (part.status === 'fulfilled' ? part.value : []));
    return reply.type('text/plain; version=0.0.4').send(writeMetrics(found));
  });
}

/** What `/readyz` says of the server, and whether it serves then. */
const isServing = { ready: true, degraded: true, unavailable: false, stopping: false };

interface Readiness {
  readonly status: keyof typeof isServing;
  readonly reason?: string;
  readonly cause?: unknown;
}

async function readinessOf({ database, storage, stopping, limitations }: HealthOptions): Promise<Readiness> {
  if (stopping.hasBegun) return { status: 'stopping', reason: 'The server stops' };
  try {
    // Who checks does not wait for a short outage to pass, as other requests do.
    if (database.outage) throw database.outage;
    await database.pool.query('select 1');
  } catch (cause) {
    return { status: 'unavailable', reason: 'The database does not answer', cause };
  }
  // Taking the server away would end reading as well.
  if ((await storage.fullReason()) !== undefined)
    return {
      status: 'degraded',
      reason: 'The disk is full: reading goes on, and changes are refused with 507',
    };
  for (const limitation of limitations) {
    const reason = await limitation();
    if (reason !== undefined) return { status: 'degraded', reason };
  }
  return { status: 'ready' };
}

function createRequestCounters() {
  const requests = new Map<
    string,
    { labels: { route: string; status: number }; count: number; seconds: number }
  >();
  return {
    record(route: string, status: number, seconds: number): void {
      const key = `${status} ${route}`;
      const entry = requests.get(key) ?? { labels: { route, status }, count: 0, seconds: 0 };
      entry.count += 1;
      entry.seconds += seconds;
      requests.set(key, entry);
    },
    metrics(): Metric[] {
      const all = [...requests.values()];
      return [
        {
          name: 'oriel_http_requests_total',
          type: 'counter',
          help: 'Requests that were answered.',
          samples: all.map(({ labels, count }) => ({ labels, value: count })),
        },
        {
          name: 'oriel_http_request_seconds_total',
          type: 'counter',
          help: 'Seconds that these requests took.',
          samples: all.map(({ labels, seconds }) => ({ labels, value: seconds })),
        },
      ];
    },
  };
}

function processMetrics(database: Database, engine: Engine): Metric[] {
  const gauge = (name: string, help: string, value: number): Metric => ({
    name,
    type: 'gauge',
    help,
    samples: [{ value }],
  });
  return [
    gauge('oriel_database_connections', 'Connections to the database.', database.pool.totalCount),
    gauge('oriel_runtimes', 'Runtimes of deployments that are up.', engine.runtimes().length),
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', process.memoryUsage.rss()),
  ];
}
