import type { Engine } from '@oriel/engine';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';

/** `/healthz` says that the process lives, `/readyz` that it can serve, `/metrics` how it does (Prometheus text). */
export function registerHealth(app: FastifyInstance, database: Database, engine: Engine): void {
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
  const metrics = createMetrics(database, engine);
  app.addHook('onResponse', async (request, reply) => {
    metrics.record(request.routeOptions.url ?? 'unmatched', reply.statusCode, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4').send(metrics.text()),
  );
}

function createMetrics(database: Database, engine: Engine) {
  const requests = new Map<string, { count: number; seconds: number }>();
  return {
    record(route: string, status: number, seconds: number): void {
      const key = `route=${JSON.stringify(route)},status="${status}"`;
      const entry = requests.get(key) ?? { count: 0, seconds: 0 };
      requests.set(key, { count: entry.count + 1, seconds: entry.seconds + seconds });
    },
    text(): string {
      const lines = [
        '# TYPE oriel_http_requests_total counter',
        '# TYPE oriel_http_request_seconds_total counter',
      ];
      for (const [key, { count, seconds }] of requests) {
        lines.push(
          `oriel_http_requests_total{${key}} ${count}`,
          `oriel_http_request_seconds_total{${key}} ${seconds.toFixed(6)}`,
        );
      }
      lines.push(
        '# TYPE oriel_database_connections gauge',
        `oriel_database_connections ${database.pool.totalCount}`,
      );
      lines.push('# TYPE oriel_runtimes gauge', `oriel_runtimes ${engine.runtimes().length}`);
      lines.push(
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
      );
      return `${lines.join('\n')}\n`;
    },
  };
}
