import { refuse } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import { CLAIMS_KEY, signToken, verifyToken } from '../identity/signed-token.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { readEmbedSecret } from '../secrets/token-secrets.ts';
import { createRecipientStore, type RecipientRef } from './recipients/recipient-store.ts';

/** Which recipient of which notification a token removes. */
export interface Subscription extends RecipientRef {
  readonly notificationId: number;
}

/** Keeps the tokens apart from all others that are signed with the secret of an account. */
const ISSUER = 'oriel notifications';
/** Mail is read late. */
const DAYS = 400;
const DAY_MS = 86_400_000;

/** Makes the token of a mail that removes its recipient. */
export function makeUnsubscribeToken(subscription: Subscription, secret: string): string {
  const { notificationId, userId, embedUserId } = subscription;
  const claims = { notificationId, userId, embedUserId } satisfies Subscription;
  return signToken({ [CLAIMS_KEY]: claims }, { secret, issuer: ISSUER }, Date.now() + DAYS * DAY_MS);
}

/**
 * Removes the recipient that a token names; one who is none any more is no failure.
 *
 * @throws `unauthenticated`, `credential_expired`, `unavailable`
 */
export async function unsubscribe(
  { db, keyring }: { readonly db: Db; readonly keyring: Keyring },
  tenantId: number,
  token: string,
): Promise<Subscription> {
  const secret = await readEmbedSecret(db, keyring, tenantId);
  const { [CLAIMS_KEY]: claims } = await verifyToken(token, { secret, issuer: ISSUER });
  if (!isSubscription(claims)) throw refuse('unauthenticated');
  await createRecipientStore(db).remove(claims.notificationId, [claims]);
  return claims;
}

function isSubscription(claims: unknown): claims is Subscription {
  if (typeof claims !== 'object' || claims === null) return false;
  const { notificationId, userId, embedUserId } = claims as Partial<Record<keyof Subscription, unknown>>;
  const isId = (id: unknown) => typeof id === 'number' && Number.isInteger(id);
  return isId(notificationId) && (isId(userId) ? embedUserId === null : userId === null && isId(embedUserId));
}
