import { trino } from '@oriel/semantic';
import { createSemaphore } from '../connection/semaphore.ts';
import type { TrinoSourceConfig } from '../connection/source-config.ts';
import type { Source } from '../connection/source.ts';
import { createUserSources } from '../connection/user-sources.ts';
import type { TrinoLogin } from './trino-headers.ts';
import { createTrinoHttp } from './trino-http.ts';
import { createRun } from './trino-run.ts';
import { checkIsSelect } from './trino-statement-check.ts';

const MAX_CONNECTIONS = 8;
/** A dashboard asks several queries at once. */
const CONNECTIONS_OF_USER = 4;
/** As the language's refresh keys have it where a model has none. */
const CURRENT_FOR_MS = 10_000;

/** Speaks with a Trino when the first statement comes. Statements can only read. */
export function openTrinoSource(config: TrinoSourceConfig): Source {
  const { userToken, ...service } = config;
  const { user, password, token } = service;
  const shared = openAs(service, { user, password, token: token === undefined ? token : () => token });
  if (!userToken) return shared;
  const maxConnections = Math.min(shared.slots, CONNECTIONS_OF_USER);
  const users = createUserSources({
    config: userToken,
    maxUsers: shared.slots,
    shared,
    open: ({ user: name, password: ownToken }) =>
      openAs({ ...service, maxConnections }, { user: name, token: ownToken }),
  });
  return {
    ...shared,
    forUser: users.find,
    async read(statement, options) {
      // Without a caller it is nobody's turn, unless there is a user for everybody.
      await users.find(undefined).read(statement, options);
    },
    async close() {
      await Promise.all([shared.close(), users.close()]);
    },
  };
}

function openAs(config: TrinoSourceConfig, login: TrinoLogin): Source {
  const { maxConnections = MAX_CONNECTIONS } = config;
  const http = createTrinoHttp(config);
  const run = createRun(http, config, login);
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
    // Data may change at any time, and nothing tells when.
    version: async () => 'unknown',
    currentForMs: config.currentForMs ?? CURRENT_FOR_MS,
    async close() {
      await Promise.allSettled(running);
      http.close();
    },
  };
}
