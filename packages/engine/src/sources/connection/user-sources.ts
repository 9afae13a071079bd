import { engineError } from '../../errors/errors.ts';
import type { UserTokenConfig } from './source-config.ts';
import type { Source, UserSource } from './source.ts';
import type { UserCredential } from './user-credential.ts';

/** Who signs in, and with what: the token is another one after it was refreshed. */
export interface UserLogin {
  readonly user: string;
  readonly password: () => string;
}

/** Sources of users by their connections. */
interface UserSources {
  /** @throws `source.not_connected` */
  find(credential: UserCredential | undefined): UserSource;
  close(): Promise<void>;
}

/** What is opened for users, and how much of it. */
interface UserSourcesOptions {
  readonly config: UserTokenConfig;
  /** Users with connections at once; the one who has not read for the longest gives way. */
  readonly maxUsers: number;
  /** What those read who have no token, where the settings let them. */
  readonly shared: Source;
  open(login: UserLogin): Source;
}

interface OpenSource {
  readonly source: Source;
  token: string;
  reading: number;
}

/** A user who has read nothing for so long has no source any more. */
const IDLE_MS = 60_000;

/** Makes the sources of users: each has connections of their own, and none reads on those of another. */
export function createUserSources({ config, maxUsers, shared, open }: UserSourcesOptions): UserSources {
  // In the order of their last use.
  const sources = new Map<string, OpenSource>();
  const timers = new Map<string, NodeJS.Timeout>();
  const close = async (key: string) => {
    clearTimeout(timers.get(key));
    timers.delete(key);
    const closed = sources.get(key);
    sources.delete(key);
    await closed?.source.close();
  };
  const makeRoom = () => {
    const unused = [...sources].filter(([, { reading }]) => reading === 0);
    for (const [key] of unused.slice(0, Math.max(0, sources.size - maxUsers)))
      void close(key).catch(() => {});
  };
  const touch = (key: string, own: OpenSource) => {
    sources.delete(key);
    sources.set(key, own);
    clearTimeout(timers.get(key));
    const onIdle = () => (own.reading === 0 ? void close(key).catch(() => {}) : touch(key, own));
    timers.set(key, setTimeout(onIdle, IDLE_MS).unref());
  };
  const openFor = (key: string, { accessToken = '', email = '' }: UserCredential): OpenSource => {
    let known = sources.get(key);
    if (!known) {
      const own: OpenSource = {
        source: open({ user: userNameOf(config.user, email), password: () => own.token }),
        token: accessToken,
        reading: 0,
      };
      known = own;
    }
    known.token = accessToken;
    touch(key, known);
    return known;
  };
  return {
    find(credential) {
      const { status = 'missing', accessToken, connectionId } = credential ?? {};
      if (status !== 'active' || accessToken === undefined || connectionId === undefined) {
        const mayFallBack = config.allowsFallback && status !== 'unknown' && status !== 'refused';
        if (mayFallBack) return shared;
        throw engineError('source.not_connected', { status, ...config });
      }
      return {
        ...shared,
        credentialKey: connectionId,
        async read(statement, options) {
          // When it is read: what waits in the queue holds no connection.
          const own = openFor(connectionId, credential ?? { status });
          own.reading += 1;
          makeRoom();
          try {
            await own.source.read(statement, options);
          } finally {
            own.reading -= 1;
          }
        },
      };
    },
    async close() {
      await Promise.all([...sources.keys()].map(close));
    },
  };
}

/** The name that a user signs in by. */
function userNameOf(format: string, email: string): string {
  const [login = ''] = email.split('@');
  return format.replace(/\{(email|login)\}/g, (_all, name) => (name === 'email' ? email : login));
}
