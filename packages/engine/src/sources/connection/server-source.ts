import type { ServerSourceConfig } from './source-config.ts';
import type { Source } from './source.ts';
import { createUserSources, type UserLogin } from './user-sources.ts';

/** Statements that a source runs at once, unless its settings say otherwise. */
export const MAX_CONNECTIONS = 8;
/** A dashboard asks several queries at once. */
const CONNECTIONS_OF_USER = 4;
/** A statement is stopped after so long, unless the settings of its source say otherwise. */
export const QUERY_TIMEOUT_MS = 600_000;
/** As the language's refresh keys have it where a model has none. */
const CURRENT_FOR_MS = 10_000;

/**
 * The source of a server, and where its settings say so a source of each user, with connections of their own. `open`
 * makes both; without a login it signs in as the user of the settings.
 */
export function createServerSource<Config extends ServerSourceConfig>(
  config: Config,
  open: (config: Config, login: UserLogin | undefined) => Source,
): Source {
  const { userToken } = config;
  const shared = open(config, undefined);
  if (!userToken) return shared;
  const maxConnections = Math.min(shared.slots, CONNECTIONS_OF_USER);
  const users = createUserSources({
    config: userToken,
    maxUsers: shared.slots,
    shared,
    open: (login) => open({ ...config, maxConnections }, login),
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

/** What of every server is known about the age of its data: it may change at any time, and nothing tells when. */
export function ageOf({
  currentForMs = CURRENT_FOR_MS,
}: ServerSourceConfig): Pick<Source, 'version' | 'currentForMs'> {
  return { version: async () => 'unknown', currentForMs };
}

/** Whom a user's login, or else the settings, sign in by name and password. */
export function loginOf(
  { user, password = '' }: ServerSourceConfig,
  login: UserLogin | undefined,
): UserLogin {
  return login ?? { user, password: () => password };
}
