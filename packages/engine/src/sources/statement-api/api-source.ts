import { createSemaphore } from '../connection/semaphore.ts';
import { ageOf, createServerSource, MAX_CONNECTIONS, QUERY_TIMEOUT_MS } from '../connection/server-source.ts';
import type { ServerSourceConfig, SourceConfig } from '../connection/source-config.ts';
import { sourceDialects } from '../connection/source-dialects.ts';
import type { Source } from '../connection/source.ts';
import type { UserLogin } from '../connection/user-sources.ts';
import type { StatementApi } from './statement-api.ts';
import { createRun } from './statement-run.ts';

type ApiSourceConfig = SourceConfig & ServerSourceConfig;

/** What a source does its own way. */
interface ApiSourceOptions<Config> {
  /** What should answer there, such as `Snowflake`. */
  readonly product: string;
  /** Checks that a statement is one SELECT. @throws `query.sql_refused` */
  checkIsSelect(sql: string): void;
  /** Makes the API as a user, or without a login as the settings say. */
  open(config: Config, login: UserLogin | undefined, timeoutMs: number): StatementApi;
}

/** The source of an API that runs statements; it is spoken with when the first statement comes. */
export function openApiSource<Config extends ApiSourceConfig>(
  config: Config,
  { product, checkIsSelect, open }: ApiSourceOptions<Config>,
): Source {
  return createServerSource(config, (settings, login) => {
    const { maxConnections = MAX_CONNECTIONS, queryTimeoutMs: timeoutMs = QUERY_TIMEOUT_MS } = settings;
    const api = open(settings, login, timeoutMs);
    const run = createRun(api, { product, timeoutMs });
    const semaphore = createSemaphore(maxConnections);
    const running = new Set<Promise<void>>();
    return {
      dialect: sourceDialects[settings.type],
      limits: settings,
      isPaidForByUse: true,
      slots: maxConnections,
      async read(statement, options) {
        checkIsSelect(statement.sql);
        await semaphore.use(async () => {
          const work = run(statement, options);
          running.add(work);
          await work.finally(() => running.delete(work));
        }, options.signal);
      },
      ...ageOf(settings),
      async close() {
        await Promise.allSettled(running);
        api.close();
      },
    };
  });
}
