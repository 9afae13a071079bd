import type { Engine } from '@oriel/engine';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { writeMetrics, type Metric, type MetricSource } from './metrics.ts';

/** What the health paths look at. */
export interface HealthOptions {
  readonly database: Database;
  readonly engine: Engine;
  /** What other parts of the server show in `/metrics`. */
  readonly metrics: readonly MetricSource[];
}

/** `/healthz` says that the process lives, `/readyz` that it can serve, `/metrics` how it does (Prometheus text). */
export function registerHealth(app: FastifyInstance, { database, engine, metrics }: HealthOptions): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      await database.pool.query('select 1');
      return { status: 'ready' };
    } catch (error) {
      request.log.error({ err: error }, 'The database does not answer');
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
  const requests = createRequestCounters();
  app.addHook('onResponse', async (request, reply) => {
    requests.record(request.routeOptions.url ?? 'unmatched', reply.statusCode, reply.elapsedTime / 1000);
  });
  const sources: MetricSource[] = [requests.metrics, () => processMetrics(database, engine), ...metrics];
  app.get('/metrics', async (request, reply) => {
    const parts = await Promise.allSettled(sources.map(async (source) => source()));
    for (const part of parts)
      if (part.status === 'rejected') request.log.error({ err: part.reason }, 'Some metrics are missing');
    const found = parts.flatMap((part) => (part.status === 'fulfilled' ? part.value : []));
    return reply.type('text/plain; version=0.0.4').send(writeMetrics(found));
  });
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
