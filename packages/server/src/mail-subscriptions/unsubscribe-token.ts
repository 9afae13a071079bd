import { refuse } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import { CLAIMS_KEY, signToken, verifyToken } from '../identity/credentials/signed-token.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { readEmbedSecret } from '../secrets/token-secrets.ts';

/** Which recipient of which notification a token removes: a user of the console or a viewer. */
export interface Subscription {
  readonly notificationId: number;
  readonly userId: number | null;
  readonly embedUserId: number | null;
}

/** Of a viewer who wants no mail about mentions on a dashboard. */
export interface MentionSubscription {
  readonly mentionsOnDashboardId: number;
  readonly embedUserId: number;
}

/** Keeps the tokens apart from all others that are signed with the secret of an account. */
const ISSUER = 'oriel notifications';
/** Mail is read late. */
const DAYS = 400;
const DAY_MS = 86_400_000;

/** Makes the token of a mail that removes its recipient. */
export function makeUnsubscribeToken(
  subscription: Subscription | MentionSubscription,
  secret: string,
): string {
  const claims = claimsOf(subscription);
  return signToken({ [CLAIMS_KEY]: claims }, { secret, issuer: ISSUER }, Date.now() + DAYS * DAY_MS);
}

/** What is signed, of all that the caller may have given. */
function claimsOf(subscription: Subscription | MentionSubscription): Subscription | MentionSubscription {
  if ('mentionsOnDashboardId' in subscription) {
    const { mentionsOnDashboardId, embedUserId } = subscription;
    return { mentionsOnDashboardId, embedUserId };
  }
  const { notificationId, userId, embedUserId } = subscription;
  return { notificationId, userId, embedUserId };
}

/** What the secret of an account is read with. */
export interface SubscriptionSources {
  readonly db: Db;
  readonly keyring: Keyring;
}

/**
 * Verifies the token of a mail and reads what it stops.
 *
 * @throws `unauthenticated`, `credential_expired`, `unavailable`
 */
export async function readUnsubscribeToken(
  { db, keyring }: SubscriptionSources,
  tenantId: number,
  token: string,
): Promise<Subscription | MentionSubscription> {
  const secret = await readEmbedSecret(db, keyring, tenantId);
  const { [CLAIMS_KEY]: claims } = await verifyToken(token, { secret, issuer: ISSUER });
  if (isMentionSubscription(claims) || isSubscription(claims)) return claims;
  throw refuse('unauthenticated');
}

function isMentionSubscription(claims: unknown): claims is MentionSubscription {
  if (typeof claims !== 'object' || claims === null) return false;
  const { mentionsOnDashboardId, embedUserId } = claims as Partial<
    Record<keyof MentionSubscription, unknown>
  >;
  return Number.isInteger(mentionsOnDashboardId) && Number.isInteger(embedUserId);
}

function isSubscription(claims: unknown): claims is Subscription {
  if (typeof claims !== 'object' || claims === null) return false;
  const { notificationId, userId, embedUserId } = claims as Partial<Record<keyof Subscription, unknown>>;
  const isId = (id: unknown) => typeof id === 'number' && Number.isInteger(id);
  return isId(notificationId) && (isId(userId) ? embedUserId === null : userId === null && isId(embedUserId));
}
