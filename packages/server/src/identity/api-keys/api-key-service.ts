import {
  limits,
  operationTags,
  refuse,
  refuseFields,
  type ApiKey,
  type CreateApiKeyInput,
  type CreatedApiKey,
  type RotateApiKeyInput,
} from '@oriel/contract';
import { narrow } from '../../access/credential-claims.ts';
import { checkRole, may } from '../../access/may.ts';
import { claimsOf, type UserPrincipal } from '../../access/principal.ts';
import { unscopedUserOf } from '../../access/scope.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { createApiKeyStore, type ApiKeyFilter, type ApiKeyStore, type NewApiKey } from './api-key-store.ts';
import { checkRoom } from './check-room.ts';
import { hashSecret, makeSecret } from '../credentials/secrets.ts';

const PREFIX_LENGTH = 12;

/** What the methods below work with; each names what it needs of it. */
interface ApiKeyServiceParts {
  readonly db: Db;
  readonly store: ApiKeyStore;
}

/** Makes, replaces and revokes API keys. */
export type ApiKeyService = ReturnType<typeof createApiKeyService>;

/** Makes the service of API keys. */
export function createApiKeyService(db: Db) {
  const store = createApiKeyStore(db);
  return bindFirst({ db, store }, { list, get, create, rotate, revoke });
}

/**
 * Newest first, without their secrets: all of a user, or those within the scope of the credential.
 *
 * @param userId default the caller
 * @throws `admin_only` and `forbidden` for another user, `user_not_found`
 */
async function list(
  { store }: { store: ApiKeyStore },
  actor: UserPrincipal,
  userId: number = actor.userId,
): Promise<ApiKey[]> {
  if (userId !== actor.userId) {
    checkRole(unscopedUserOf(actor), 'Admin');
    if (!(await store.hasUser(actor.tenantId, userId))) throw refuse('user_not_found', { id: userId });
  }
  return store.list({ ...reachOf(actor), userId });
}

/** @throws `api_key_not_found` */
async function get({ store }: { store: ApiKeyStore }, actor: UserPrincipal, id: number): Promise<ApiKey> {
  const key = await store.find(reachOf(actor), id);
  if (!key) throw refuse('api_key_not_found', { id });
  return key;
}

/**
 * Creates a key that acts as the caller; the secret is in the answer and nowhere else. One that is made with a key
 * may do no more, lasts no longer, and is revoked with it.
 *
 * @throws `deployment_not_found`, `deployment_out_of_scope`, `validation_failed` for a group of operations that is
 * none, `insufficient_scope` for one beyond the credential, `invalid_request` for a time that has passed,
 * `too_many_records`
 */
async function create(
  { db, store }: ApiKeyServiceParts,
  actor: UserPrincipal,
  { name, ...input }: CreateApiKeyInput,
): Promise<CreatedApiKey> {
  const { deploymentIds: requested = null, expiresAt: end = null } = input;
  if (requested) await checkDeployments(store, actor, requested);
  if (end !== null && Date.parse(end) <= Date.now())
    throw refuse('invalid_request', { reason: `expiresAt ${end} has passed already` });
  const { deploymentIds, expiresAtMs } = narrow(claimsOf(actor), {
    deploymentIds: requested && [...new Set(requested)],
    expiresAtMs: end === null ? undefined : Date.parse(end),
  });
  const { token, hash, prefix } = makeKey();
  const { tenantId, userId, narrowing } = actor;
  const key: NewApiKey = {
    tenantId,
    userId,
    name,
    prefix,
    hash,
    deploymentIds,
    isReadOnly: (narrowing?.isReadOnly ?? false) || (input.isReadOnly ?? false),
    tags: tagsOf(actor, input.tags ?? null),
    expiresAt: timeOf(expiresAtMs),
    madeWith: actor.apiKey?.id ?? null,
  };
  const apiKey = await db.transaction().execute((tx) => insertWithin(tx, key));
  return { apiKey, token, secret: token };
}

/**
 * Replaces a key of the caller by one that may do the same, in one transaction. A key replaces itself and those
 * that were made with it, so that it comes by nothing that is wider or outlives it.
 *
 * @throws `api_key_not_found`, `too_many_records`
 */
async function rotate(
  { db }: { db: Db },
  actor: UserPrincipal,
  id: number,
  { overlapSeconds }: RotateApiKeyInput,
): Promise<CreatedApiKey> {
  const { token, hash, prefix } = makeKey();
  const apiKey = await db.transaction().execute(async (tx) => {
    const locked = createApiKeyStore(tx);
    const { userId, apiKey: own } = actor;
    const old = await locked.findForUpdate({ ...reachOf(actor), userId, madeBy: own?.id }, id);
    if (!old) throw refuse('api_key_not_found', { id });
    const { expiresAtMs } = narrow(claimsOf(actor), { expiresAtMs: freshEndOf(old) });
    const { tenantId, name, deploymentIds, isReadOnly, tags, madeWith } = old;
    const kept = { tenantId, userId, name, deploymentIds, isReadOnly, tags, madeWith };
    const created = await insertWithin(tx, { ...kept, prefix, hash, expiresAt: timeOf(expiresAtMs) });
    await locked.replace(old.id, created.id, overlapSeconds ?? limits.KEY_OVERLAP_SECONDS);
    return created;
  });
  return { apiKey, token, secret: token };
}

/**
 * Revokes a key, and those that were made with it.
 *
 * @throws `api_key_not_found`, also for a key that reaches further than the credential
 */
async function revoke({ store }: { store: ApiKeyStore }, actor: UserPrincipal, id: number): Promise<void> {
  if (!(await store.remove(reachOf(actor), id))) throw refuse('api_key_not_found', { id });
}

/**
 * Stores a key within a transaction, where the user has fewer than {@link limits.MAX_USER_API_KEYS} or one of them has
 * expired, which it replaces.
 *
 * @throws `too_many_records`
 */
async function insertWithin(tx: Db, key: NewApiKey): Promise<ApiKey> {
  const keys = createApiKeyStore(tx);
  const { tenantId, userId } = key;
  const max = limits.MAX_USER_API_KEYS;
  await keys.lockUser(tenantId, userId);
  const count = await keys.count(tenantId, userId);
  const removed = count < max ? 0 : await keys.removeExpired(tenantId, userId, count - max + 1);
  checkRoom('API keys', count - removed, max);
  return keys.insert(key);
}

function makeKey(): { token: string; hash: Buffer; prefix: string } {
  const token = `orl_${makeSecret()}`;
  return { token, hash: hashSecret(token), prefix: token.slice(0, PREFIX_LENGTH) };
}

/** The keys that a caller may see and end: their own, and for administrators those of the account. */
function reachOf(actor: UserPrincipal): ApiKeyFilter {
  const { tenantId, userId, deploymentIds: within, narrowing } = actor;
  return { tenantId, within, tags: narrowing?.tags ?? null, ...(!may(actor, 'All') && { userId }) };
}

/** When a key ends that is made now and lasts as long as another was made for; undefined for never. */
function freshEndOf({ createdAt, expiresAt }: ApiKey): number | undefined {
  return expiresAt === null ? undefined : Date.now() + Date.parse(expiresAt) - Date.parse(createdAt);
}

const timeOf = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

/** @throws `validation_failed`, `insufficient_scope` */
function tagsOf({ narrowing }: UserPrincipal, requested: readonly string[] | null): string[] | null {
  const held = narrowing?.tags ?? null;
  if (requested === null) return held && [...held];
  const unknown = requested.findIndex((tag) => !operationTags.includes(tag));
  if (unknown !== -1)
    throw refuseFields([{ path: `tags.${unknown}`, message: `must be one of ${operationTags.join(', ')}` }]);
  const beyond = requested.find((tag) => held && !held.includes(tag));
  if (beyond !== undefined)
    throw refuse('insufficient_scope', { reason: `The credential may not call operations of ${beyond}` });
  return [...new Set(requested)];
}

/** @throws `deployment_out_of_scope`, `deployment_not_found` */
async function checkDeployments(
  store: ApiKeyStore,
  actor: UserPrincipal,
  requested: readonly number[],
): Promise<void> {
  const outside = requested.find((id) => actor.deploymentIds !== null && !actor.deploymentIds.includes(id));
  if (outside !== undefined) throw refuse('deployment_out_of_scope', { deploymentId: outside });
  const existing = await store.findDeployments(actor.tenantId, requested);
  const missing = requested.find((id) => !existing.includes(id));
  if (missing !== undefined) throw refuse('deployment_not_found', { id: missing });
}
