import {
  isNamedTimeZone,
  limits,
  Refusal,
  refuse,
  type EmbedSessionSettings,
  type GenerateSession,
  type ServerBrand,
} from '@oriel/contract';
import { randomBytes } from 'node:crypto';
import { openModelRepository } from '../../build/model-repository.ts';
import type { Database, Db } from '../../db/database.ts';
import { createFreshCache } from '../../db/fresh-cache.ts';
import { narrow } from '../../access/credential-claims.ts';
import { isScoped } from '../../access/scope.ts';
import { claimsOf, makerOf, type UserPrincipal } from '../../access/principal.ts';
import type { LiveClaims } from '../../identity/live-claims.ts';
import { hashSecret } from '../../identity/secrets.ts';
import { CLAIMS_KEY, signToken } from '../../identity/signed-token.ts';
import { createEmbedTenantStore } from '../embed-tenants/embed-tenant-store.ts';
import { createEmbedUserService } from '../embed-users/embed-user-service.ts';
import { createViewerLimit } from '../embed-users/viewer-limit.ts';
import { boundBy, credentialClaimsOf, type EmbedClaims } from './embed-claims.ts';
import { checkClaimsFit, checkSessionInput } from './embed-session-policy.ts';
import { createEmbedSessionStore } from './embed-session-store.ts';

const SESSION_ID_BYTES = 16;

/** What sessions are generated from. */
export interface EmbedSessionOptions {
  database: Pick<Database, 'db' | 'credentialChanges'>;
  brand: ServerBrand;
  /** The folder of the data models, for the branch of a session. */
  dataDir: string;
  liveClaims: LiveClaims;
  /** Of an account, ephemeral ones aside; 0 is no limit. */
  maxEmbedUsers: number;
}

/** Generates embed sessions and exchanges them for tokens. */
export type EmbedSessionService = ReturnType<typeof createEmbedSessionService>;

/** Makes the service of embed sessions. */
export function createEmbedSessionService({
  database,
  brand,
  dataDir,
  liveClaims,
  maxEmbedUsers,
}: EmbedSessionOptions) {
  const { db } = database;
  const viewerLimit = createViewerLimit(maxEmbedUsers);
  const deployBranches = createFreshCache<string>(database.credentialChanges);

  const getDeployBranch = async (actor: UserPrincipal, deploymentId: number): Promise<string> => {
    const { tenantId, deploymentIds } = actor;
    const deployBranch = await deployBranches.get(`${tenantId} ${deploymentId}`, () =>
      createEmbedSessionStore(db).findDeployBranch(tenantId, deploymentId),
    );
    if (deployBranch === undefined) throw refuse('deployment_not_found', { id: deploymentId });
    if (deploymentIds && !deploymentIds.includes(deploymentId))
      throw refuse('deployment_out_of_scope', { deploymentId });
    return deployBranch;
  };

  const makeClaims = async (
    tx: Db,
    actor: UserPrincipal,
    input: GenerateSession,
    branch: string | null,
  ): Promise<EmbedClaims> => {
    const { tenantId } = actor;
    const viewer =
      input.internalId != null
        ? {
            ...(await getTenant(tx, actor, input)),
            ...(await getConsoleUser(tx, tenantId, input.internalId)),
          }
        : await provision(tx, actor, input);
    return {
      tenantId,
      deploymentId: input.deploymentId,
      branch,
      embedTenantId: viewer.embedTenantId,
      embedTenantName: viewer.embedTenantName,
      embedUserId: viewer.embedUserId,
      holder: viewer.holder,
      maker: makerOf(actor, 'generateSession'),
      ...(viewer.userId !== undefined && { userId: viewer.userId }),
      creatorMode: input.creatorMode ?? false,
      securityContext: { ...input.securityContext, [brand.securityContextKey]: viewer.user },
      settings: usableSettings(input.settings ?? {}),
      embedTheme: input.embedTheme ?? null,
    };
  };

  /** Creates or updates the viewer. */
  const provision = async (
    tx: Db,
    actor: UserPrincipal,
    input: GenerateSession,
  ): Promise<SessionViewer & SessionTenant> => {
    const { tenantId } = actor;
    const scope = { tenantId, deploymentId: input.deploymentId, mayChangeAccount: !isScoped(actor) };
    const externalId = (input.externalId ?? '').trim().toLowerCase();
    const users = createEmbedUserService(tx, viewerLimit);
    const { embedTenantId, embedTenantName, embedUserId, ...provisioned } = await users.provision(scope, {
      ...input,
      externalId,
    });
    const tenantGroups = provisioned.tenantGroups.map(
      (name) => `system:tenant:${embedTenantName}:group:${name}`,
    );
    return {
      embedTenantId,
      embedTenantName,
      embedUserId,
      holder: `embed-user ${embedUserId}`,
      user: {
        groups: [...provisioned.groups, ...tenantGroups],
        userAttributes: provisioned.attributes,
        username: externalId,
        embedTenant: embedTenantName,
      },
    };
  };

  return {
    /**
     * Creates or updates the viewer, and answers with an id that can be exchanged once, within
     * {@link limits.EMBED_SESSION_TTL_SECONDS}.
     *
     * @throws `validation_failed`, `deployment_not_found`, `deployment_out_of_scope`, `branch_not_found`,
     * `user_not_found`, and what provisioning a viewer throws
     */
    async generate(actor: UserPrincipal, input: GenerateSession): Promise<string> {
      const deployBranch = await getDeployBranch(actor, input.deploymentId);
      checkSessionInput(input, brand);
      const { deploymentId, branchName } = input;
      const branch = branchName == null || branchName === deployBranch ? null : branchName;
      if (branch !== null) await checkBranch(dataDir, deploymentId, branch);
      const sessionId = randomBytes(SESSION_ID_BYTES).toString('hex');
      await db.transaction().execute(async (tx) => {
        const made = await makeClaims(tx, actor, input, branch);
        const claims = boundBy(claimsOf(actor, deploymentId), made);
        checkClaimsFit(claims);
        await createEmbedSessionStore(tx).insert({
          tenantId: actor.tenantId,
          deploymentId,
          hash: hashSecret(sessionId),
          claims,
          ttlSeconds: limits.EMBED_SESSION_TTL_SECONDS,
        });
      });
      return sessionId;
    },
    /**
     * Exchanges a session of the account for a token, once: a JWT that lasts {@link limits.EMBED_TOKEN_TTL_SECONDS}, but not
     * longer than the credential that the session was made with.
     *
     * @throws `embed_session_unknown` for an id that is unknown, expired or used, or was made with what is revoked since
     */
    async exchange(tenantId: number, sessionId: string): Promise<string> {
      const store = createEmbedSessionStore(db);
      const session = await store.redeem(tenantId, hashSecret(sessionId));
      if (!session) throw refuse('embed_session_unknown');
      const { claims, embedSecret: secret } = session;
      await checkMaker(claims, liveClaims);
      const end = endOf(claims, limits.EMBED_TOKEN_TTL_SECONDS);
      return signToken({ [CLAIMS_KEY]: claims }, { secret, issuer: brand.name }, end);
    },
  };
}

/** @throws `embed_session_unknown` where who has made the session may not make it any more */
async function checkMaker(claims: EmbedClaims, liveClaims: LiveClaims): Promise<void> {
  try {
    await liveClaims(credentialClaimsOf(claims));
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    throw refuse('embed_session_unknown', undefined, { cause });
  }
}

/** When something that is made of a session now ends, in milliseconds since 1970. */
function endOf(claims: EmbedClaims, ttlSeconds: number): number {
  const end = Date.now() + ttlSeconds * 1000;
  return narrow(credentialClaimsOf(claims), { expiresAtMs: end }).expiresAtMs ?? end;
}

async function checkBranch(dataDir: string, deploymentId: number, name: string): Promise<void> {
  const repository = await openModelRepository(dataDir, deploymentId);
  if ((await repository.findHead(name)) === undefined) throw refuse('branch_not_found', { name });
}

/** The embed tenant that a session names, made where there is none; what the session calls it holds in its deployment. */
async function getTenant(
  db: Db,
  actor: UserPrincipal,
  { deploymentId, ...input }: GenerateSession,
): Promise<SessionTenant> {
  const { tenantId } = actor;
  const tenants = createEmbedTenantStore(db);
  const name = input.embedTenantName ?? (await tenants.getAccountName(tenantId));
  const displayName = input.embedTenantProfile?.displayName ?? null;
  const make = isScoped(actor) ? tenants.ensure : tenants.upsert;
  const embedTenantId = await make(tenantId, { name, displayName });
  if (displayName !== null) await tenants.setNameIn(tenantId, { embedTenantId, deploymentId, displayName });
  return { embedTenantId, embedTenantName: name };
}

/** A session for a console user shows what that user sees. */
async function getConsoleUser(db: Db, tenantId: number, username: string): Promise<SessionViewer> {
  const user = await createEmbedSessionStore(db).findConsoleUser(tenantId, username);
  if (!user) throw refuse('user_not_found', { username });
  return { embedUserId: 0, holder: `user ${user.id}`, userId: user.id, user: user.context };
}

/** The embed tenant of a session. */
interface SessionTenant {
  embedTenantId: number;
  embedTenantName: string;
}

/** Whom a session is for; `user` is what access policies see of them. */
interface SessionViewer {
  embedUserId: number;
  holder: string;
  userId?: number;
  user: object;
}

/** A time zone that no surface could use falls through to the account's, so it does not go into the token. */
function usableSettings({ timezone, ...settings }: EmbedSessionSettings): EmbedSessionSettings {
  return { ...settings, ...(timezone != null && isNamedTimeZone(timezone) && { timezone }) };
}
