import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../db/database.ts';
import { hashSecret, makeSecret } from '../../identity/credentials/secrets.ts';
import { idTokenContext } from '../../secrets/id-token-secrets.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { showSecret } from '../../secrets/stored-secret.ts';
import { readOidcSettings, SIGNED_OUT_PATH } from '../providers/oidc-settings.ts';
import { createProviderStore } from '../providers/provider-store.ts';
import type { OidcClients } from './oidc-clients.ts';

/** What sessions at providers are ended with. */
interface ProviderSignOutOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly clients: OidcClients;
}

/** A console session that is about to end. */
interface EndingSession {
  /** The value of its cookie. */
  readonly token: string;
  /** Where clients reach the server. */
  readonly baseUrl: string;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}

/**
 * The address at the provider to go to after a sign-out, which ends the session there; undefined where there is none.
 */
export type ProviderSignOut = (session: EndingSession) => Promise<string | undefined>;

/** A person who signs out does not wait longer for a provider that does not answer. */
const MAX_WAIT_MS = 5_000;

/**
 * Makes the sign-out at the provider that a console session comes from, where it is set so and the provider has an
 * `end_session_endpoint`. The console session is over whatever becomes of it. The `state` says nothing that anything
 * rests on: the browser comes back to the sign-in page.
 *
 * @see OpenID Connect RP-Initiated Logout 1.0
 */
export function createProviderSignOut({ db, keyring, clients }: ProviderSignOutOptions): ProviderSignOut {
  const find = (token: string) =>
    db
      .selectFrom('consoleSessions as s')
      .innerJoin('identityProviders as p', 'p.id', 's.identityProviderId')
      .leftJoin('providerIdTokens as t', 't.sessionId', 's.id')
      .select(['s.id', 'p.id as providerId', 'p.tenantId', 't.encryptedSecret', 't.keyId'])
      .where('s.hash', '=', hashSecret(token))
      .where('p.kind', '=', 'OIDC')
      .executeTakeFirst();

  const build = async ({ token, baseUrl }: EndingSession): Promise<string | undefined> => {
    const session = await find(token);
    const provider = session && (await createProviderStore(db).find(session.tenantId, session.providerId));
    if (!provider || !readOidcSettings(provider).endsProviderSession) return undefined;
    const client = await clients.clientOf(provider);
    const { end_session_endpoint: endpoint } = client.serverMetadata();
    if (endpoint === undefined || !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) return undefined;
    const { encryptedSecret, keyId } = session;
    const idToken =
      encryptedSecret !== null &&
      keyId !== null &&
      (await showSecret(keyring, { encryptedSecret, keyId }, idTokenContext(session.id)));
    const { buildEndSessionUrl } = await import('openid-client');
    const url = buildEndSessionUrl(client, {
      post_logout_redirect_uri: `${baseUrl}${SIGNED_OUT_PATH}`,
      state: makeSecret(),
      ...(idToken !== false && { id_token_hint: idToken }),
    });
    return url.href;
  };

  return async (session) => {
    const stop = new AbortController();
    try {
      const late = pause(MAX_WAIT_MS, undefined, { signal: stop.signal });
      return await Promise.race([build(session), late]);
    } catch (error) {
      session.log.info(
        { err: error },
        'A person has signed out here alone: their provider cannot be reached',
      );
      return undefined;
    } finally {
      stop.abort();
    }
  };
}
