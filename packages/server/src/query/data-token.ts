import {
  isJsonObject,
  permissions as allPermissions,
  refuse,
  type EnvironmentTokenScope,
  type Permission,
} from '@oriel/contract';
import type { JWTPayload } from 'jose';
import { sql } from 'kysely';
import {
  makingOperations,
  type CredentialClaims,
  type Maker,
  type Viewer,
} from '../access/credential-claims.ts';
import type { Database } from '../db/database.ts';
import { createFreshCache } from '../db/fresh-cache.ts';
import { queryPrepared } from '../db/statements/prepared.ts';
import { isStorableId } from '../db/values/storable-id.ts';
import type { CredentialCheck } from '../http/caller/authentication.ts';
import { tenantOfHost } from '../identity/credentials/credential-store.ts';
import { hashSecret } from '../identity/credentials/secrets.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { showApiSecret, type TokenSecretColumns } from '../secrets/token-secrets.ts';
import type { LiveClaims } from '../identity/credentials/live-claims.ts';
import { CLAIMS_KEY, expiryOf, signToken, verifyToken } from '../identity/credentials/signed-token.ts';

/**
 * What a data token says under {@link CLAIMS_KEY}. One that the server has made says everything; one that a host signs
 * itself may say nothing, and its whole payload is the security context then.
 */
interface DataTokenClaims {
  /** Null or absent is the branch that is deployed. */
  readonly branch?: string | null;
  readonly viewer?: Viewer;
  /** There where the server has made it. */
  readonly maker?: Maker;
  /** Beyond asking queries; absent is none. */
  readonly permissions?: readonly Permission[];
  /** What of the query API it may ask for; absent is everything. */
  readonly scopes?: readonly EnvironmentTokenScope[];
  /** The embed session that it was made with. */
  readonly session?: string;
  /** Of a token of an environment, which can be revoked by itself. */
  readonly environmentTokenId?: number;
}

/** What a data token may permit beside queries. */
export const dataTokenPermissions: readonly Permission[] = ['PlaygroundRead', 'SchemaRead'];

/**
 * Makes a data token of claims that name a viewer and expire.
 *
 * @param environmentTokenId the row that it is revoked by; absent: it is revoked with its maker alone
 */
export function makeDataToken(
  { viewer, maker, branch = null, permissions, scopes, session, expiresAtMs }: CredentialClaims,
  secret: string,
  environmentTokenId?: number,
): string {
  if (!viewer || !maker || expiresAtMs === undefined)
    throw new Error('A data token has a viewer, a maker and an end');
  const claims: DataTokenClaims = {
    viewer,
    maker,
    branch,
    permissions,
    ...(scopes && { scopes }),
    ...(session !== undefined && { session }),
    ...(environmentTokenId !== undefined && { environmentTokenId }),
  };
  return signToken({ [CLAIMS_KEY]: claims }, { secret }, expiresAtMs);
}

interface DeploymentRow {
  tenantId: number;
  name: string;
  deployBranch: string;
  apiSecret: string;
}

/**
 * Makes the check of a data token: signed with the secret of the deployment that the request is about, within its time,
 * and never more than its maker may do now.
 */
export function createDataCredential(
  database: Pick<Database, 'db' | 'pool' | 'credentialChanges'>,
  keyring: Keyring,
  liveClaims: LiveClaims,
): CredentialCheck {
  const deployments = createFreshCache<DeploymentRow>(database.credentialChanges);
  const findDeployment = async (host: string, deploymentId: number) => {
    const [row] = await queryPrepared(
      database,
      sql<Omit<DeploymentRow, 'apiSecret'> & TokenSecretColumns>`
        select d.tenant_id, d.name, d.deploy_branch, d.api_secret as plain_secret, s.encrypted_secret, s.key_id
        from deployments d left join api_secrets s on s.deployment_id = d.id
        where d.id = ${deploymentId}::bigint and d.tenant_id = ${tenantOfHost(host)}`,
    );
    if (!row) return undefined;
    const { plainSecret, encryptedSecret, keyId, ...deployment } = row;
    const secret = { plainSecret, encryptedSecret, keyId };
    return { ...deployment, apiSecret: await showApiSecret(keyring, deploymentId, secret) };
  };
  return async (token, { host, deploymentId }) => {
    if (deploymentId === undefined) throw refuse('unauthenticated');
    const deployment = await deployments.get(`${deploymentId} ${host}`, () =>
      findDeployment(host, deploymentId),
    );
    if (!deployment) throw refuse('unauthenticated');
    const { tenantId, name, deployBranch, apiSecret } = deployment;
    const payload = await verifyToken(token, { secret: apiSecret });
    const {
      branch = null,
      viewer,
      maker,
      permissions = [],
      scopes,
      session,
      environmentTokenId,
    } = readClaims(payload);
    if (environmentTokenId !== undefined)
      await checkKnown(database, { id: environmentTokenId, deploymentId, hash: hashSecret(token) });
    const claims = await liveClaims({
      tenantId,
      deploymentIds: [deploymentId],
      branch,
      viewer,
      maker,
      permissions,
      ...(scopes && { scopes }),
      session,
      highestLevel: 0,
      expiresAtMs: expiryOf(payload),
    });
    const { [CLAIMS_KEY]: _, ...signedByHost } = payload;
    const securityContext = claims.viewer?.securityContext ?? signedByHost;
    return {
      principal: { kind: 'data', tenantId, deploymentId, securityContext, claims },
      deployment: { id: deploymentId, tenantId, name, deployBranch: branch ?? deployBranch },
    };
  };
}

/** @throws `unauthenticated` for a token that was revoked */
async function checkKnown(
  database: Pick<Database, 'db' | 'pool'>,
  { id, deploymentId, hash }: { id: number; deploymentId: number; hash: Buffer },
): Promise<void> {
  const [known] = await queryPrepared(
    database,
    sql<{ id: number }>`
      select id from environment_tokens
      where id = ${id}::integer and deployment_id = ${deploymentId}::bigint and hash = ${hash}`,
  );
  if (!known) throw refuse('unauthenticated');
}

/** @throws `unauthenticated` where a host has written something else under our key */
function readClaims({ [CLAIMS_KEY]: claims = {} }: JWTPayload): DataTokenClaims {
  if (!isDataTokenClaims(claims)) throw refuse('unauthenticated');
  return claims;
}

function isDataTokenClaims(claims: unknown): claims is DataTokenClaims {
  if (!isJsonObject(claims)) return false;
  const {
    branch = null,
    viewer,
    maker,
    permissions = [],
    scopes = [],
    session = '',
    environmentTokenId,
  } = claims;
  return (
    (branch === null || typeof branch === 'string') &&
    // Only the server names a viewer, and it names the maker as well.
    (viewer === undefined ? maker === undefined : isViewer(viewer) && isMaker(maker)) &&
    Array.isArray(permissions) &&
    permissions.every((permission) => (allPermissions as readonly unknown[]).includes(permission)) &&
    Array.isArray(scopes) &&
    typeof session === 'string' &&
    (environmentTokenId === undefined || isId(environmentTokenId))
  );
}

function isViewer(viewer: unknown): viewer is Viewer {
  if (!isJsonObject(viewer)) return false;
  const { holder, securityContext, userId, embed } = viewer;
  return (
    typeof holder === 'string' &&
    isJsonObject(securityContext) &&
    (userId === undefined || isId(userId)) &&
    (embed === undefined || isEmbedViewer(embed))
  );
}

function isEmbedViewer(viewer: unknown): boolean {
  if (!isJsonObject(viewer)) return false;
  const { embedTenantId, embedUserId, since, allowsAi = false } = viewer;
  return (
    isId(embedTenantId) &&
    // A session that shows what a console user sees has no viewer of its own: 0.
    (embedUserId === 0 || isId(embedUserId)) &&
    typeof since === 'number' &&
    allowsAi === false
  );
}

function isMaker(maker: unknown): maker is Maker {
  if (!isJsonObject(maker)) return false;
  const { userId, apiKeyId, consoleSessionId, operation } = maker;
  return (
    isId(userId) &&
    (apiKeyId === undefined || isId(apiKeyId)) &&
    (consoleSessionId === undefined || isId(consoleSessionId)) &&
    (makingOperations as readonly unknown[]).includes(operation)
  );
}

function isId(id: unknown): boolean {
  return typeof id === 'number' && isStorableId(id);
}
