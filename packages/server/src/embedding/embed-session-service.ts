import {
  limits,
  refuse,
  type GenerateSession,
  type ServerBrand,
  type UserAttributeInput,
} from '@oriel/contract';
import { randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { openModelRepository } from '../build/model-repository.ts';
import type { Db } from '../db/database.ts';
import type { AttributeValue } from '../db/tables.ts';
import type { UserPrincipal } from '../http/principal.ts';
import { hashSecret } from '../identity/secrets.ts';
import { CLAIMS_KEY, type EmbedClaims } from './embed-claims.ts';
import { createEmbedUserStore, type EmbedUserStore } from './embed-user-store.ts';

export interface EmbedSessionService {
  /** Creates or updates the viewer, and answers with an id that can be exchanged once within five minutes. */
  generate(actor: UserPrincipal, input: GenerateSession): Promise<string>;
  /** @throws `embed_session_unknown` for an id that is unknown, expired or used */
  exchange(sessionId: string): Promise<string>;
}

export function createEmbedSessionService({
  db,
  brand,
  dataDir,
}: {
  db: Db;
  brand: ServerBrand;
  dataDir: string;
}): EmbedSessionService {
  return {
    async generate(actor, input) {
      const deployBranch = await checkDeployment(db, actor, input.deploymentId);
      checkCombination(input, brand);
      const { deploymentId, branchName } = input;
      const branch = branchName == null || branchName === deployBranch ? null : branchName;
      if (branch !== null) await checkBranch(dataDir, deploymentId, branch);
      const claims = await db
        .transaction()
        .execute((tx) => makeClaims(createEmbedUserStore(tx), actor, { ...input, branch }, brand));
      const sessionId = randomBytes(16).toString('hex');
      await db
        .insertInto('embedSessions')
        .values({
          hash: hashSecret(sessionId),
          tenantId: actor.tenantId,
          deploymentId: input.deploymentId,
          claims: JSON.stringify(claims),
          expiresAt: new Date(Date.now() + limits.EMBED_SESSION_TTL_SECONDS * 1000).toISOString(),
        })
        .execute();
      return sessionId;
    },
    async exchange(sessionId) {
      // Deleting is what makes it work once, also for two exchanges at the same time.
      const session = await db
        .deleteFrom('embedSessions')
        .where('hash', '=', hashSecret(sessionId))
        .returning(['tenantId', 'claims', 'expiresAt'])
        .executeTakeFirst();
      if (!session || Date.parse(session.expiresAt) < Date.now()) throw refuse('embed_session_unknown');
      const { embedSecret: secret } = await db
        .selectFrom('tenants')
        .select('embedSecret')
        .where('id', '=', session.tenantId)
        .executeTakeFirstOrThrow();
      return new SignJWT({ [CLAIMS_KEY]: session.claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(brand.name)
        .setIssuedAt()
        .setExpirationTime(`${limits.EMBED_TOKEN_TTL_SECONDS} s`)
        .setJti(randomUUID())
        .sign(new TextEncoder().encode(secret));
    },
  };
}

/** Answers with the deploy branch of a deployment that the actor reaches. */
async function checkDeployment(db: Db, actor: UserPrincipal, deploymentId: number): Promise<string> {
  const found = await db
    .selectFrom('deployments')
    .select('deployBranch')
    .where('tenantId', '=', actor.tenantId)
    .where('id', '=', deploymentId)
    .executeTakeFirst();
  if (!found) throw refuse('deployment_not_found', { id: deploymentId });
  if (actor.deploymentIds && !actor.deploymentIds.includes(deploymentId))
    throw refuse('deployment_out_of_scope', { deploymentId });
  return found.deployBranch;
}

/** @throws `branch_not_found` */
async function checkBranch(dataDir: string, deploymentId: number, name: string): Promise<void> {
  const repository = await openModelRepository(dataDir, deploymentId);
  if ((await repository.findHead(name)) === undefined) throw refuse('branch_not_found', { name });
}

/** Which fields go together. */
function checkCombination(input: GenerateSession, brand: ServerBrand): void {
  const invalid = (path: string, message: string) =>
    refuse('validation_failed', { count: 1 }, { issues: [{ path, message }] });
  const hasExternal = input.externalId != null && input.externalId.trim() !== '';
  if (hasExternal === (input.internalId != null))
    throw invalid('externalId', 'give exactly one of externalId and internalId');
  if (input.internalId != null) {
    const excluded = [
      'groups',
      'userAttributes',
      'userAttributeDefinitions',
      'groupDefinitions',
      'securityContext',
      'userProfile',
      'email',
      'roles',
    ] as const;
    const given = excluded.find((key) => input[key] != null);
    if (given) throw invalid(given, 'does not go with internalId: the user keeps its own permissions');
  }
  for (const key of ['tenantGroups', 'tenantGroupDefinitions', 'userAttributeDefinitions'] as const) {
    if (input[key] != null && !(input.creatorMode && input.embedTenantName))
      throw invalid(key, 'needs creatorMode: true and embedTenantName');
  }
  if (input.securityContext && brand.securityContextKey in input.securityContext) {
    throw invalid(
      `securityContext.${brand.securityContextKey}`,
      'is reserved; use groups and userAttributes',
    );
  }
}

async function makeClaims(
  store: EmbedUserStore,
  actor: UserPrincipal,
  input: GenerateSession & { branch: string | null },
  brand: ServerBrand,
): Promise<EmbedClaims> {
  const { tenantId } = actor;
  const tenantName = input.embedTenantName ?? 'default';
  const embedTenantId = await store.upsertTenant(
    tenantId,
    tenantName,
    input.embedTenantProfile?.displayName ?? undefined,
  );
  const base = {
    tenantId,
    deploymentId: input.deploymentId,
    branch: input.branch,
    embedTenantId,
    embedTenantName: tenantName,
    creatorMode: input.creatorMode ?? false,
    settings: input.settings ?? {},
    embedTheme: input.embedTheme ?? null,
  };
  if (input.internalId != null) {
    const user = await store.getInternalUser(tenantId, input.internalId);
    return { ...base, embedUserId: 0, securityContext: { [brand.securityContextKey]: user } };
  }
  const externalId = (input.externalId ?? '').trim().toLowerCase();
  const profile = {
    email: input.email ?? undefined,
    displayName: input.userProfile?.displayName ?? undefined,
    picture: input.userProfile?.picture ?? undefined,
  };
  const embedUserId = await store.upsertUser({
    tenantId,
    embedTenantId,
    externalId,
    isEphemeral: input.isEphemeral ?? false,
    ...profile,
  });
  const scope = { tenantId, embedTenantId: input.creatorMode ? embedTenantId : null };
  refuseTwice(
    'user attribute',
    (input.userAttributeDefinitions ?? []).map(({ name }) => name),
  );
  for (const definition of input.userAttributeDefinitions ?? [])
    await store.upsertAttribute(scope, definition);
  await setAttributes(store, scope, embedUserId, input.userAttributes ?? []);
  await setGroups(store, tenantId, embedUserId, input.groups ?? undefined);
  refuseTwice(
    'group',
    (input.tenantGroupDefinitions ?? []).map(({ name }) => name),
  );
  for (const definition of input.tenantGroupDefinitions ?? [])
    await store.upsertTenantGroup(embedTenantId, definition);
  if (input.tenantGroups != null) await store.setTenantGroups(embedTenantId, embedUserId, input.tenantGroups);
  const known = await store.readContext(embedUserId);
  const groups = [
    ...known.groups,
    ...known.tenantGroups.map((name) => `system:tenant:${tenantName}:group:${name}`),
  ];
  return {
    ...base,
    embedUserId,
    securityContext: {
      ...input.securityContext,
      [brand.securityContextKey]: {
        groups,
        userAttributes: known.attributes,
        username: externalId,
        embedTenant: tenantName,
      },
    },
  };
}

async function setAttributes(
  store: EmbedUserStore,
  scope: { tenantId: number; embedTenantId: number | null },
  embedUserId: number,
  inputs: readonly UserAttributeInput[],
): Promise<void> {
  refuseTwice(
    'user attribute',
    inputs.map(({ name }) => name),
  );
  const definitions = await store.findAttributes(
    scope,
    inputs.map(({ name }) => name),
  );
  const missing = inputs.filter(({ name }) => !definitions.has(name)).map(({ name }) => name);
  if (missing.length > 0) throw refuse('attributes_not_found', { names: missing.join(', ') });
  for (const { name, value = null } of inputs) {
    const definition = definitions.get(name);
    if (!definition) continue;
    if (value !== null && !hasType(value, definition.type))
      throw refuse('attribute_type_mismatch', { name, type: definition.type });
    await store.setAttribute(definition.id, embedUserId, value);
  }
}

function hasType(value: AttributeValue, type: string): boolean {
  if (Array.isArray(value))
    return (
      type ===
        (value.every((item) => typeof item === 'number') && value.length > 0
          ? 'number_array'
          : 'string_array') ||
      (value.length === 0 && type.endsWith('_array'))
    );
  return typeof value === type;
}

/** Absent keeps the memberships, an empty list clears them, a list replaces them. */
async function setGroups(
  store: EmbedUserStore,
  tenantId: number,
  embedUserId: number,
  names: readonly string[] | undefined,
): Promise<void> {
  if (names === undefined) return;
  const groups = await store.findGroups(tenantId, names);
  const missing = names.filter((name) => !groups.has(name));
  if (missing.length > 0) throw refuse('groups_not_found', { names: missing.join(', ') });
  await store.setGroups(embedUserId, [...groups.values()]);
}

function refuseTwice(kind: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refuse('duplicate_name', { kind, name: twice });
}
