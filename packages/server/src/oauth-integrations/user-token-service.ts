import {
  refuse,
  type OAuthFlowStart,
  type UserOAuthToken,
  type UserOAuthTokenRevoked,
} from '@oriel/contract';
import type { UserPrincipal } from '../access/principal.ts';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import { makeSecret } from '../identity/credentials/secrets.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { createFlowStore } from './flow-store.ts';
import { createIntegrationStore } from './integration-store.ts';
import type { ProviderClient } from './provider.ts';
import { ProviderFault } from './provider-fault.ts';
import { createUserTokenStore } from './user-token-store.ts';

/** Connects people with providers. */
export type UserTokenService = ReturnType<typeof createUserTokenService>;

/** How a person has come back from a provider. */
type FlowEnd = { readonly kind: 'connected' | 'failed'; readonly integrationId: number };

/** What the methods below work with; each names what it needs of it. */
interface UserTokenServiceParts {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly client: ProviderClient;
  readonly store: ReturnType<typeof createUserTokenStore>;
  readonly integrations: ReturnType<typeof createIntegrationStore>;
  readonly flows: ReturnType<typeof createFlowStore>;
}

/** Makes the service of connections. */
export function createUserTokenService({
  db,
  keyring,
  client,
}: {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly client: ProviderClient;
}) {
  const store = createUserTokenStore(db, keyring);
  const integrations = createIntegrationStore(db, keyring);
  const flows = createFlowStore(db, keyring);
  return bindFirst(
    { db, keyring, client, store, integrations, flows },
    { list, get, initiate, revoke, finish },
  );
}

async function check(
  integrations: ReturnType<typeof createIntegrationStore>,
  tenantId: number,
  id: number,
): Promise<void> {
  if (!(await integrations.find(tenantId, id))) throw refuse('oauth_integration_not_found', { id });
}

function list(
  { store }: { store: ReturnType<typeof createUserTokenStore> },
  { userId }: UserPrincipal,
): Promise<UserOAuthToken[]> {
  return store.list(userId);
}

/** @throws `oauth_integration_not_found`, `user_oauth_token_not_found` */
async function get(
  { store, integrations }: Pick<UserTokenServiceParts, 'store' | 'integrations'>,
  { tenantId, userId }: UserPrincipal,
  integrationId: number,
): Promise<UserOAuthToken> {
  await check(integrations, tenantId, integrationId);
  const found = await store.find(userId, integrationId);
  if (!found) throw refuse('user_oauth_token_not_found', { id: integrationId });
  return found;
}

/**
 * @param session the cookie of the console session; undefined for an API key
 * @throws `oauth_integration_not_found`
 */
async function initiate(
  { client, integrations, flows }: Pick<UserTokenServiceParts, 'client' | 'integrations' | 'flows'>,
  { tenantId, userId }: UserPrincipal,
  integrationId: number,
  session: string | undefined,
): Promise<OAuthFlowStart> {
  await check(integrations, tenantId, integrationId);
  const state = makeSecret();
  const { url, codeVerifier } = await client.begin(await integrations.open(integrationId), state);
  const expiresAt = await flows.begin({ userId, session }, { integrationId, state, codeVerifier });
  return { authorizationUrl: url, expiresAt };
}

/** Forgets the tokens first. @throws `oauth_integration_not_found` */
async function revoke(
  { client, store, integrations }: Pick<UserTokenServiceParts, 'client' | 'store' | 'integrations'>,
  { tenantId, userId }: UserPrincipal,
  integrationId: number,
): Promise<UserOAuthTokenRevoked> {
  await check(integrations, tenantId, integrationId);
  const removed = await store.remove(userId, integrationId);
  if (!removed?.encryptedSecret) return { success: true, revokedAtProvider: false };
  const tokens = await store.open(removed).catch(() => undefined);
  const revokedAtProvider =
    tokens !== undefined && (await client.revoke(await integrations.open(integrationId), tokens));
  return { success: true, revokedAtProvider };
}

/**
 * Ends a flow with what the browser has brought back. What the provider refuses is kept as the last error.
 *
 * @throws `forbidden` for a state that was not made for this person and browser, or was used
 */
async function finish(
  { db, keyring, client, store, integrations, flows }: UserTokenServiceParts,
  { userId }: UserPrincipal,
  session: string,
  answer: URLSearchParams,
): Promise<FlowEnd> {
  const state = answer.get('state') ?? '';
  const flow = await flows.take({ userId, session }, state);
  if (!flow)
    throw refuse('forbidden', {
      reason: 'The connection was not asked for by you in this browser, or too long ago; ask for it anew',
    });
  const { integrationId, codeVerifier } = flow;
  const key = { integrationId, userId };
  try {
    const provider = await integrations.open(integrationId);
    const tokens = await client.exchange(provider, answer, { state, codeVerifier });
    await db.transaction().execute((tx) => createUserTokenStore(tx, keyring).connect(key, tokens));
    return { kind: 'connected', integrationId };
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    await store.noteFailure(key, error.message);
    return { kind: 'failed', integrationId };
  }
}
