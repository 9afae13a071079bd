import { permissions as allPermissions, refuse, type Permission } from '@oriel/contract';
import type { JWTPayload } from 'jose';
import { sql } from 'kysely';
import type { CredentialClaims, Maker, Viewer } from '../access/credential-claims.ts';
import type { Database } from '../db/database.ts';
import { createFreshCache } from '../db/fresh-cache.ts';
import { queryPrepared } from '../db/prepared.ts';
import { isStorableId } from '../db/storable-id.ts';
import type { CredentialCheck } from '../http/authentication.ts';
import { tenantOfHost } from '../identity/credential-store.ts';
import type { LiveClaims } from '../identity/live-claims.ts';
import { CLAIMS_KEY, expiryOf, signToken, verifyToken } from '../identity/signed-token.ts';

/**
 * What a data token says under {@link CLAIMS_KEY}. One that the server has made says everything; one that a host signs itself
 * may say nothing, and its whole payload is the security context then.
 */
interface DataTokenClaims {
  /** Null or absent is the branch that is deployed. */
  readonly branch?: string | null;
  readonly viewer?: Viewer;
  /** There where the server has made it. */
  readonly maker?: Maker;
  /** Beyond asking queries; absent is none. */
  readonly permissions?: readonly Permission[];
}

/** What a data token may permit beside queries. */
export const dataTokenPermissions: readonly Permission[] = ['PlaygroundRead', 'SchemaRead'];

/** Makes a data token of claims that name a viewer and expire. */
export function makeDataToken(
  { viewer, maker, branch = null, permissions, expiresAtMs }: CredentialClaims,
  secret: string,
): Promise<string> {
  if (!viewer || !maker || expiresAtMs === undefined)
    throw new Error('A data token has a viewer, a maker and an end');
  const claims: DataTokenClaims = { viewer, maker, branch, permissions };
  return signToken({ [CLAIMS_KEY]: claims }, { secret }, expiresAtMs);
}

interface DeploymentRow {
  tenantId: number;
  name: string;
  deployBranch: string;
  apiSecret: string;
}

/**
 * Makes the check of a data token: signed with the secret of the deployment that the request is about, within its time, and
 * never more than its maker may do now.
 */
export function createDataCredential(
  database: Pick<Database, 'db' | 'pool' | 'credentialChanges'>,
  liveClaims: LiveClaims,
): CredentialCheck {
  const deployments = createFreshCache<DeploymentRow>(database.credentialChanges);
  const findDeployment = async (host: string, deploymentId: number) => {
    const [row] = await queryPrepared(
      database,
      sql<DeploymentRow & Record<string, unknown>>`
        select tenant_id, name, deploy_branch, api_secret from deployments
        where id = ${deploymentId}::bigint and tenant_id = ${tenantOfHost(host)}`,
    );
    return row;
  };
  return async (token, { host, deploymentId }) => {
    if (deploymentId === undefined) throw refuse('unauthenticated');
    const deployment = await deployments.get(`${deploymentId} ${host}`, () =>
      findDeployment(host, deploymentId),
    );
    if (!deployment) throw refuse('unauthenticated');
    const { tenantId, name, deployBranch, apiSecret } = deployment;
    const payload = await verifyToken(token, { secret: apiSecret });
    const { branch = null, viewer, maker, permissions = [] } = readClaims(payload);
    const claims = await liveClaims({
      tenantId,
      deploymentIds: [deploymentId],
      branch,
      viewer,
      maker,
      permissions,
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

/** @throws `unauthenticated` where a host has written something else under our key */
function readClaims({ [CLAIMS_KEY]: claims = {} }: JWTPayload): DataTokenClaims {
  if (!isDataTokenClaims(claims)) throw refuse('unauthenticated');
  return claims;
}

function isDataTokenClaims(claims: unknown): claims is DataTokenClaims {
  if (!isObject(claims)) return false;
  const { branch = null, viewer, maker, permissions = [] } = claims;
  return (
    (branch === null || typeof branch === 'string') &&
    // Only the server names a viewer, and it names the maker as well.
    (viewer === undefined ? maker === undefined : isViewer(viewer) && isMaker(maker)) &&
    Array.isArray(permissions) &&
    permissions.every((permission) => (allPermissions as readonly unknown[]).includes(permission))
  );
}

function isViewer(viewer: unknown): viewer is Viewer {
  if (!isObject(viewer)) return false;
  const { holder, securityContext, userId } = viewer;
  return typeof holder === 'string' && isObject(securityContext) && (userId === undefined || isId(userId));
}

function isMaker(maker: unknown): maker is Maker {
  if (!isObject(maker)) return false;
  const { userId, apiKeyId, operation } = maker;
  return (
    isId(userId) &&
    (apiKeyId === undefined || isId(apiKeyId)) &&
    (operation === 'generateSession' || operation === 'deploymentToken')
  );
}

function isId(id: unknown): boolean {
  return typeof id === 'number' && isStorableId(id);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
