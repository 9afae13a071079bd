import { limits, Refusal, refuse, type GenerateSession, type ServerBrand } from '@oriel/contract';
import { randomBytes } from 'node:crypto';
import { findBranchHead } from '../../build/branch-head.ts';
import { modelDirectory } from '../../build/model-repository.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Database } from '../../db/database.ts';
import { createFreshCache } from '../../db/fresh-cache.ts';
import { narrow } from '../../access/credential-claims.ts';
import { claimsOf, makerOf, type UserPrincipal } from '../../access/principal.ts';
import { hasOuterTransaction } from '../../db/request-context.ts';
import type { LiveClaims } from '../../identity/credentials/live-claims.ts';
import type { EndedViewers } from '../../identity/credentials/ended-viewers.ts';
import { hashSecret } from '../../identity/credentials/secrets.ts';
import { CLAIMS_KEY, signToken } from '../../identity/credentials/signed-token.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { showEmbedSecret } from '../../secrets/token-secrets.ts';
import { createFindViewer } from '../embed-users/known-viewer.ts';
import type { ViewerLimit } from '../embed-users/viewer-limit.ts';
import { boundBy, credentialClaimsOf, type EmbedClaims } from './embed-claims.ts';
import { checkClaimsFit, checkSessionInput } from './embed-session-policy.ts';
import { createEmbedSessionStore, type NewEmbedSession } from './embed-session-store.ts';
import { createSessionBatches } from './session-batches.ts';
import {
  findSessionViewer,
  provideSessionViewer,
  type FoundSessionViewer,
  type SessionViewer,
} from './session-viewer.ts';

const SESSION_ID_BYTES = 16;

/** What sessions are generated from. */
export interface EmbedSessionOptions {
  database: Pick<Database, 'db' | 'pool' | 'pipelined' | 'credentialChanges'>;
  brand: ServerBrand;
  /** The folder of the data models, for the branch of a session. */
  dataDir: string;
  keyring: Keyring;
  liveClaims: LiveClaims;
  endedViewers: Pick<EndedViewers, 'last'>;
  viewerLimit: ViewerLimit;
}

/** What the parts of the service work with. */
interface EmbedSessionNeeds extends Pick<
  EmbedSessionOptions,
  'brand' | 'dataDir' | 'keyring' | 'liveClaims' | 'endedViewers' | 'viewerLimit'
> {
  readonly db: Database['db'];
  readonly batches: ReturnType<typeof createSessionBatches>;
  readonly findViewer: ReturnType<typeof createFindViewer>;
  readonly deployBranches: ReturnType<typeof createFreshCache<string>>;
}

/** Makes the service of embed sessions. */
export function createEmbedSessionService({
  database,
  brand,
  dataDir,
  keyring,
  liveClaims,
  endedViewers,
  viewerLimit,
}: EmbedSessionOptions) {
  const { db } = database;
  const batches = createSessionBatches(database);
  const findViewer = createFindViewer(database);
  const deployBranches = createFreshCache<string>(database.credentialChanges);
  return bindFirst(
    {
      brand,
      dataDir,
      keyring,
      liveClaims,
      endedViewers,
      viewerLimit,
      db,
      batches,
      findViewer,
      deployBranches,
    },
    { generate, revoke, exchange },
  );
}

/**
 * Creates or updates the viewer, and answers with an id that can be exchanged once, within
 * {@link limits.EMBED_SESSION_TTL_SECONDS}.
 *
 * @throws `validation_failed`, `deployment_not_found`, `deployment_out_of_scope`, `branch_not_found`,
 * `user_not_found`, and what provisioning a viewer throws
 */
async function generate(
  needs: EmbedSessionNeeds,
  actor: UserPrincipal,
  input: GenerateSession,
): Promise<string> {
  const deployBranch = await getDeployBranch(needs, actor, input.deploymentId);
  checkSessionInput(input, needs.brand);
  const { deploymentId, branchName } = input;
  const branch = branchName == null || branchName === deployBranch ? null : branchName;
  if (branch !== null) await checkBranch(needs.dataDir, deploymentId, branch);
  const since = await needs.endedViewers.last();
  const sessionId = randomBytes(SESSION_ID_BYTES).toString('hex');
  const hash = hashSecret(sessionId);
  const session = hash.toString('base64url');
  const toSession = (viewer: SessionViewer): NewEmbedSession => ({
    tenantId: actor.tenantId,
    deploymentId,
    hash,
    claims: makeClaims(needs, actor, input, { branch, session, since, viewer }),
    ttlSeconds: limits.EMBED_SESSION_TTL_SECONDS,
  });
  const found = await findSessionViewer(needs.findViewer, actor, input);
  if (found && (await insertAtOnce(needs, toSession(found.viewer), found))) return sessionId;
  await needs.db.transaction().execute(async (tx) => {
    await createEmbedSessionStore(tx).insert(
      toSession(await provideSessionViewer(tx, needs.viewerLimit, { actor, input })),
    );
  });
  return sessionId;
}

/**
 * Ends a session and everything that was made with it, as far as the caller's scope goes; nothing where it is over.
 */
async function revoke(
  { db }: Pick<EmbedSessionNeeds, 'db'>,
  { tenantId, deploymentIds }: UserPrincipal,
  sessionId: string,
): Promise<void> {
  await createEmbedSessionStore(db).revoke(tenantId, { hash: hashSecret(sessionId), deploymentIds });
}

/**
 * Exchanges a session of the account for a token, once: a JWT that lasts {@link limits.EMBED_TOKEN_TTL_SECONDS},
 * but not longer than the credential that the session was made with.
 *
 * @throws `embed_session_unknown` for an id that is unknown, expired or used, or was made with what is revoked
 * since
 */
async function exchange(
  {
    brand,
    keyring,
    liveClaims,
    batches,
  }: Pick<EmbedSessionNeeds, 'brand' | 'keyring' | 'liveClaims' | 'batches'>,
  tenantId: number,
  sessionId: string,
): Promise<string> {
  const session = await batches.redeem({ tenantId, hash: hashSecret(sessionId) });
  if (!session) throw refuse('embed_session_unknown');
  const { claims } = session;
  await checkMaker(claims, liveClaims);
  const secret = await showEmbedSecret(keyring, tenantId, session.secret);
  const end = endOf(claims, limits.EMBED_TOKEN_TTL_SECONDS);
  return signToken({ [CLAIMS_KEY]: claims }, { secret, issuer: brand.name }, end);
}

async function getDeployBranch(
  { db, deployBranches }: Pick<EmbedSessionNeeds, 'db' | 'deployBranches'>,
  actor: UserPrincipal,
  deploymentId: number,
): Promise<string> {
  const { tenantId, deploymentIds } = actor;
  if (deploymentIds && !deploymentIds.includes(deploymentId))
    throw refuse('deployment_out_of_scope', { deploymentId });
  const deployBranch = await deployBranches.get(`${tenantId} ${deploymentId}`, () =>
    createEmbedSessionStore(db).findDeployBranch(tenantId, deploymentId),
  );
  if (deployBranch === undefined) throw refuse('deployment_not_found', { id: deploymentId });
  return deployBranch;
}

function makeClaims(
  { brand }: Pick<EmbedSessionNeeds, 'brand'>,
  actor: UserPrincipal,
  input: GenerateSession,
  { viewer, ...bounds }: Pick<EmbedClaims, 'branch' | 'session' | 'since'> & { viewer: SessionViewer },
): EmbedClaims {
  const claims = boundBy(claimsOf(actor, input.deploymentId), {
    tenantId: actor.tenantId,
    deploymentId: input.deploymentId,
    ...bounds,
    embedTenantId: viewer.embedTenantId,
    embedTenantName: viewer.embedTenantName,
    embedUserId: viewer.embedUserId,
    holder: viewer.holder,
    maker: makerOf(actor, 'generateSession'),
    ...(viewer.userId !== undefined && { userId: viewer.userId }),
    creatorMode: input.creatorMode ?? false,
    securityContext: { ...input.securityContext, [brand.securityContextKey]: viewer.user },
    settings: input.settings ?? {},
    embedTheme: input.embedTheme ?? null,
  });
  checkClaimsFit(claims);
  return claims;
}

/** @returns false where it has to be done step by step */
async function insertAtOnce(
  { viewerLimit, batches }: Pick<EmbedSessionNeeds, 'viewerLimit' | 'batches'>,
  session: NewEmbedSession,
  { newcomer }: FoundSessionViewer,
): Promise<boolean> {
  if (!newcomer) return batches.insertForViewer(session);
  // What is made belongs to the transaction of the request, where there is one.
  if (hasOuterTransaction()) return false;
  if (!newcomer.isEphemeral && !viewerLimit.admits(session.tenantId)) return false;
  return batches.insertWithViewer(session, newcomer);
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
  if ((await findBranchHead(modelDirectory(dataDir, deploymentId), name)) === undefined)
    throw refuse('branch_not_found', { name });
}
