import {
  limits,
  refuse,
  type CreatedOAuthClient,
  type CreateOAuthClientInput,
  type OAuthClient,
  type OperationTypes,
  type UpdateOAuthClientInput,
} from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { hashSecret, makeSecret } from '../../identity/credentials/secrets.ts';
import { readPage, type Page } from '../../paging/page.ts';
import { ALL_SCOPES } from '../scopes.ts';
import { checkClient } from './client-rules.ts';
import { createOAuthClientStore, newestClients, type OAuthClientStore } from './oauth-client-store.ts';

/** Creates, lists, changes and deletes OAuth clients. */
export type OAuthClientService = ReturnType<typeof createOAuthClientService>;

/** Makes the service of OAuth clients, for administrators. */
export function createOAuthClientService(db: Db) {
  return bindFirst(db, { list, get, create, update, rotateSecret, remove });
}

function storeOf(db: Db, { tenantId }: UserPrincipal, tx: Db = db) {
  return createOAuthClientStore(tx, tenantId);
}

/** Newest first. @throws `invalid_cursor` */
function list(
  db: Db,
  actor: UserPrincipal,
  { first = limits.MAX_PAGE_SIZE, after }: OperationTypes['getOAuthClients']['query'],
): Promise<Page<OAuthClient>> {
  return readPage({ first, after }, newestClients, (range) => storeOf(db, actor).list(range));
}

/** @throws `oauth_client_not_found` */
function get(db: Db, actor: UserPrincipal, id: number): Promise<OAuthClient> {
  return getClient(storeOf(db, actor), id);
}

/**
 * Creates a client; the secret is in the answer and nowhere else.
 *
 * @param isDynamic whether by the protocol
 * @throws `insufficient_scope` for a caller who is narrowed, `user_not_found`, `validation_failed`
 */
async function create(
  db: Db,
  actor: UserPrincipal,
  input: CreateOAuthClientInput,
  isDynamic = false,
): Promise<CreatedOAuthClient> {
  checkMaker(actor);
  const client = withDefaults(input);
  checkClient(client);
  const store = storeOf(db, actor);
  await checkUser(store, client.userId);
  const secret = client.tokenEndpointAuthMethod === 'none' ? undefined : makeClientSecret();
  const clientId = makeSecret().slice(0, CLIENT_ID_LENGTH);
  const created = await store.insert({
    ...client,
    clientId,
    secretHash: secret?.hash ?? null,
    isDynamic,
  });
  return { client: created, clientSecret: secret?.text ?? null };
}

/** @throws `oauth_client_not_found`, and as {@link create} */
async function update(
  db: Db,
  actor: UserPrincipal,
  id: number,
  input: UpdateOAuthClientInput,
): Promise<OAuthClient> {
  checkMaker(actor);
  return db.transaction().execute(async (tx) => {
    const store = storeOf(db, actor, tx);
    const old = await getClient(store, id);
    const changes = {
      ...definedOf(input),
      // Null takes these back.
      ...(input.uri !== undefined && { uri: input.uri }),
      ...(input.userId !== undefined && { userId: input.userId }),
    };
    checkClient({ ...old, ...changes });
    if (changes.userId !== undefined && changes.userId !== old.userId) {
      await checkUser(store, changes.userId);
      await store.endOwnTokens(old.clientId);
    }
    return (await store.update(id, changes)) ?? old;
  });
}

/** Makes another secret. @throws `oauth_client_not_found`, `insufficient_scope` */
async function rotateSecret(db: Db, actor: UserPrincipal, id: number): Promise<CreatedOAuthClient> {
  checkMaker(actor);
  const store = storeOf(db, actor);
  const client = await getClient(store, id);
  if (client.tokenEndpointAuthMethod === 'none') return { client, clientSecret: null };
  const secret = makeClientSecret();
  const changed = await store.update(id, { secretHash: secret.hash });
  if (!changed) throw refuse('oauth_client_not_found', { id });
  return { client: changed, clientSecret: secret.text };
}

/** @throws `oauth_client_not_found` */
async function remove(db: Db, actor: UserPrincipal, id: number): Promise<void> {
  const isRemoved = await db.transaction().execute((tx) => storeOf(db, actor, tx).remove(id));
  if (!isRemoved) throw refuse('oauth_client_not_found', { id });
}

const CLIENT_ID_LENGTH = 22;

/** A narrowed credential would come by one that is wider. @throws `insufficient_scope` */
function checkMaker({ narrowing, deploymentIds, accessToken, apiKey }: UserPrincipal): void {
  const ends = apiKey?.expiresAtMs !== undefined;
  if (narrowing || deploymentIds || accessToken || ends)
    throw refuse('insufficient_scope', {
      reason: 'A credential that is narrowed or expires may not make OAuth clients or their secrets',
    });
}

function makeClientSecret(): { text: string; hash: Buffer } {
  const text = `ors_${makeSecret()}`;
  return { text, hash: hashSecret(text) };
}

function withDefaults(input: CreateOAuthClientInput) {
  const applicationType = input.applicationType ?? 'web';
  return {
    name: input.name,
    uri: input.uri ?? null,
    applicationType,
    tokenEndpointAuthMethod:
      input.tokenEndpointAuthMethod ??
      (applicationType === 'native' ? ('none' as const) : ('client_secret_basic' as const)),
    grantTypes: [...new Set(input.grantTypes ?? (['authorization_code', 'refresh_token'] as const))],
    redirectUris: [...new Set(input.redirectUris)],
    postLogoutRedirectUris: [...new Set(input.postLogoutRedirectUris)],
    scopes: [...new Set(input.scopes ?? ALL_SCOPES)],
    userId: input.userId ?? null,
  };
}

/** The fields that have a value. */
function definedOf({
  name,
  grantTypes,
  redirectUris,
  postLogoutRedirectUris,
  scopes,
}: UpdateOAuthClientInput) {
  return {
    ...(name != null && { name }),
    ...(grantTypes && { grantTypes: [...new Set(grantTypes)] }),
    ...(redirectUris && { redirectUris: [...new Set(redirectUris)] }),
    ...(postLogoutRedirectUris && { postLogoutRedirectUris: [...new Set(postLogoutRedirectUris)] }),
    ...(scopes && { scopes: [...new Set(scopes)] }),
  };
}

async function getClient(store: OAuthClientStore, id: number): Promise<OAuthClient> {
  const client = await store.find(id);
  if (!client) throw refuse('oauth_client_not_found', { id });
  return client;
}

async function checkUser(store: OAuthClientStore, id: number | null): Promise<void> {
  if (id !== null && !(await store.hasUser(id))) throw refuse('user_not_found', { id });
}
