import type { Db } from '../db/database.ts';
import type { SigningKeys } from '../signing-keys/signing-keys.ts';
import type { ConsoleUser } from './requests/console-user.ts';

/** What a client asks for that has its user signed out. */
interface EndSessionRequest {
  readonly idTokenHint: string | undefined;
  readonly postLogoutRedirectUri: string | undefined;
  readonly state: string | undefined;
}

/** What is known beside it. */
interface EndSessionOptions {
  readonly db: Db;
  readonly signingKeys: SigningKeys;
  readonly tenantId: number;
  readonly issuer: string;
  readonly user: ConsoleUser | undefined;
}

/**
 * Signs a user out of the console, where the client shows an ID token of that very user, which nobody else has. Without
 * one nothing ends, since any page can lead a browser here. Tokens of the client go on until they are revoked.
 *
 * @returns where the browser goes: to a registered address of the client, or to the console
 * @see OpenID Connect RP-Initiated Logout 1.0
 */
export async function endSession(request: EndSessionRequest, options: EndSessionOptions): Promise<string> {
  const { db, tenantId, user } = options;
  const hint = await readHint(request.idTokenHint, options);
  if (!hint) return '/';
  if (user && hint.sub === String(user.userId))
    await db.deleteFrom('consoleSessions').where('id', '=', user.sessionId).execute();
  const { postLogoutRedirectUri, state } = request;
  const registered = await db
    .selectFrom('oauthClients')
    .select('postLogoutRedirectUris')
    .where('tenantId', '=', tenantId)
    .where('clientId', '=', hint.clientId)
    .executeTakeFirst();
  if (
    postLogoutRedirectUri === undefined ||
    !registered?.postLogoutRedirectUris.includes(postLogoutRedirectUri)
  )
    return '/';
  const target = new URL(postLogoutRedirectUri);
  if (state !== undefined) target.searchParams.set('state', state);
  return target.href;
}

/** Of an ID token that we have signed, whenever it ends. */
async function readHint(
  token: string | undefined,
  { signingKeys, issuer }: EndSessionOptions,
): Promise<{ sub: string; clientId: string } | undefined> {
  if (token === undefined) return undefined;
  const { createLocalJWKSet, jwtVerify } = await import('jose');
  const { keys } = await signingKeys.published();
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: keys.map((key) => ({ ...key })) }), {
      issuer,
      algorithms: ['RS256'],
      // A hint may have expired.
      currentDate: new Date(0),
    });
    const { sub, aud } = payload;
    return typeof sub === 'string' && typeof aud === 'string' ? { sub, clientId: aud } : undefined;
  } catch {
    // Whatever it is, it is no hint of ours.
    return undefined;
  }
}
