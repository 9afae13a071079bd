import { trino } from '@oriel/semantic';
import { createHttpSender } from '../connection/http-sender.ts';
import { createSemaphore } from '../connection/semaphore.ts';
import { ageOf, createServerSource, MAX_CONNECTIONS } from '../connection/server-source.ts';
import type { TrinoSourceConfig } from '../connection/source-config.ts';
import type { Source } from '../connection/source.ts';
import type { UserLogin } from '../connection/user-sources.ts';
import { trinoLoginOf } from './trino-headers.ts';
import { createRun } from './trino-run.ts';
import { checkIsSelect } from './trino-statement-check.ts';

/** Speaks with a Trino when the first statement comes. Statements can only read. */
export function openTrinoSource(config: TrinoSourceConfig): Source {
  return createServerSource(config, openAs);
}

function openAs(config: TrinoSourceConfig, login: UserLogin | undefined): Source {
  const { maxConnections = MAX_CONNECTIONS, ssl } = config;
  const http = createHttpSender({ ...config, port: config.port ?? (ssl ? 443 : 8080) });
  const run = createRun(http, config, trinoLoginOf(config, login));
  const semaphore = createSemaphore(maxConnections);
  const running = new Set<Promise<void>>();
  return {
    dialect: trino,
    limits: config,
    slots: maxConnections,
    async read(statement, options) {
      checkIsSelect(statement.sql);
      await semaphore.use(async () => {
        const work = run(statement, options);
        running.add(work);
        await work.finally(() => running.delete(work));
      }, options.signal);
    },
    ...ageOf(config),
    async close() {
      await Promise.allSettled(running);
      http.close();
    },
  };
}
