import {
  limits,
  refuse,
  type CreateOAuthIntegrationInput,
  type OAuthIntegration,
  type UpdateOAuthIntegrationInput,
} from '@oriel/contract';
import type { UserPrincipal } from '../access/principal.ts';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import { changeAccount } from '../identity/account-change.ts';
import { checkRoom } from '../identity/api-keys/check-room.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { createIntegrationStore } from './integration-store.ts';
import type { Provider, ProviderClient } from './provider.ts';
import { addressesOf, checkOrigins } from './provider-addresses.ts';
import { checkProvider } from './provider-settings.ts';
import { createUserTokenStore, type OpenedTokens } from './user-token-store.ts';

/** Creates and changes integrations. */
export type IntegrationService = ReturnType<typeof createIntegrationService>;

/** What integrations are kept in, and what speaks with providers. */
interface IntegrationOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly client: ProviderClient;
}

/** Providers are told of so many ends at once. */
const REVOKED_AT_ONCE = 8;

/** What the methods below work with; each names what it needs of it. */
interface IntegrationServiceParts extends IntegrationOptions {
  readonly store: ReturnType<typeof createIntegrationStore>;
}

/** Makes the service of integrations. */
export function createIntegrationService({ db, keyring, client }: IntegrationOptions) {
  const store = createIntegrationStore(db, keyring);
  return bindFirst({ db, keyring, client, store }, { list, get, create, update, remove });
}

function change<T>(db: Db, actor: UserPrincipal, name: string | undefined, work: (tx: Db) => Promise<T>) {
  return changeAccount(db, actor, { takesAway: false }, work).catch((error: unknown) => {
    const { constraint } = error as { constraint?: string };
    if (constraint !== 'oauth_integrations_name') throw error;
    throw refuse('oauth_integration_name_taken', { name: name ?? '' }, { cause: error });
  });
}

/** Takes the tokens of all users away, within a transaction. */
async function endTokens(keyring: Keyring, tx: Db, id: number): Promise<readonly OpenedTokens[]> {
  const tokens = createUserTokenStore(tx, keyring);
  const opened = await tokens.listOpened(id);
  await tokens.removeAll(id);
  return opened;
}

async function revokeAll(
  client: ProviderClient,
  provider: Provider,
  ended: readonly OpenedTokens[],
): Promise<void> {
  const left = [...ended];
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) await client.revoke(provider, next);
  };
  await Promise.all(Array.from({ length: REVOKED_AT_ONCE }, work));
}

function list(
  { store }: { store: ReturnType<typeof createIntegrationStore> },
  tenantId: number,
): Promise<OAuthIntegration[]> {
  return store.list(tenantId);
}

/** @throws `oauth_integration_not_found` */
async function get(
  { store }: { store: ReturnType<typeof createIntegrationStore> },
  tenantId: number,
  id: number,
): Promise<OAuthIntegration> {
  const found = await store.find(tenantId, id);
  if (!found) throw refuse('oauth_integration_not_found', { id });
  return found;
}

/** @throws `validation_failed`, `oauth_integration_name_taken`, `too_many_records` */
async function create(
  { db, keyring }: Pick<IntegrationServiceParts, 'db' | 'keyring'>,
  actor: UserPrincipal,
  { clientSecret, ...given }: CreateOAuthIntegrationInput,
): Promise<OAuthIntegration> {
  checkProvider(given);
  return change(db, actor, given.name, async (tx) => {
    const integrations = createIntegrationStore(tx, keyring);
    const { length } = await integrations.list(actor.tenantId);
    checkRoom('OAuth integrations', length, limits.MAX_OAUTH_INTEGRATIONS);
    return integrations.insert(actor.tenantId, given, clientSecret);
  });
}

/** @throws `oauth_integration_not_found`, `validation_failed`, `oauth_integration_name_taken` */
async function update(
  { db, keyring, client, store }: IntegrationServiceParts,
  actor: UserPrincipal,
  id: number,
  { clientSecret, ...given }: UpdateOAuthIntegrationInput,
): Promise<OAuthIntegration> {
  checkProvider(given);
  const { tenantId } = actor;
  const before = await get({ store }, tenantId, id);
  if (clientSecret == null) checkOrigins(before, given);
  const provider = await store.open(id);
  const { changed, ended } = await change(db, actor, given.name, async (tx) => {
    const integrations = createIntegrationStore(tx, keyring);
    await integrations.lock(tenantId, id);
    const known = await integrations.find(tenantId, id);
    if (!known) throw refuse('oauth_integration_not_found', { id });
    const isOther = addressesOf(known) !== addressesOf(given);
    const tokens = isOther ? await endTokens(keyring, tx, id) : [];
    const secret = clientSecret ?? undefined;
    return { changed: await integrations.update(tenantId, id, given, secret), ended: tokens };
  });
  await revokeAll(client, provider, ended);
  return changed;
}

/** @throws `oauth_integration_not_found` */
async function remove(
  { db, keyring, client, store }: IntegrationServiceParts,
  actor: UserPrincipal,
  id: number,
): Promise<void> {
  const { tenantId } = actor;
  await get({ store }, tenantId, id);
  const provider = await store.open(id).catch(() => undefined);
  const ended = await change(db, actor, undefined, async (tx) => {
    const tokens = await endTokens(keyring, tx, id);
    await createIntegrationStore(tx, keyring).remove(tenantId, id);
    return tokens;
  });
  if (provider) await revokeAll(client, provider, ended);
}
