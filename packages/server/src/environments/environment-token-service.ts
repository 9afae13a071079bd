import {
  limits,
  refuse,
  refuseFields,
  type CreateDeploymentEnvironmentTokenInput,
  type DeploymentEnvironmentToken,
  type DeploymentEnvironmentTokensListResponse,
  type EnvironmentTokenScope,
  type FieldIssue,
  type OperationTypes,
} from '@oriel/contract';
import { accessLevels } from '../access/access-level.ts';
import { narrow, type Maker } from '../access/credential-claims.ts';
import { claimsOf, makerOf, type UserPrincipal } from '../access/principal.ts';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import type { DeploymentRef } from '../http/handler.ts';
import { hashSecret } from '../identity/credentials/secrets.ts';
import { readPage } from '../paging/page.ts';
import { dataTokenPermissions, makeDataToken } from '../query/data-token.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { readApiSecret } from '../secrets/token-secrets.ts';
import type { EnvironmentService } from './environment-service.ts';
import { createEnvironmentStore, newestFirst, type EnvironmentTokenRow } from './environment-store.ts';

/** Every scope, in the order of answers. */
const allScopes: readonly EnvironmentTokenScope[] = ['meta', 'data', 'sql', 'graphql'];
/** What is kept of a token, to tell it from others: the head of a JWT is the same in all. */
const SHOWN_CHARACTERS = 8;

/** What the parts of the service work with. */
interface EnvironmentTokenNeeds {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly environments: Pick<EnvironmentService, 'get'>;
  readonly store: ReturnType<typeof createEnvironmentStore>;
}

/** Makes the service of the tokens of environments. */
export function createEnvironmentTokenService(
  db: Db,
  keyring: Keyring,
  environments: Pick<EnvironmentService, 'get'>,
) {
  const store = createEnvironmentStore(db);
  return bindFirst({ db, keyring, environments, store }, { list, create, revoke });
}

/** @throws `environment_not_found`, `invalid_cursor` */
async function list(
  { environments, store }: Pick<EnvironmentTokenNeeds, 'environments' | 'store'>,
  { id: deploymentId }: DeploymentRef,
  environmentId: number,
  query: OperationTypes['getDeploymentEnvironmentTokens']['query'],
): Promise<DeploymentEnvironmentTokensListResponse> {
  await environments.get(deploymentId, environmentId);
  const first = query.first ?? query.limit ?? limits.DEFAULT_PAGE_SIZE;
  const offset = query.offset ?? 0;
  const { rows, pageInfo } = await readPage({ first, offset, after: query.after }, newestFirst, (range) =>
    store.listTokens(deploymentId, environmentId, range),
  );
  const total = await store.countTokens(deploymentId, environmentId);
  const items = rows.map(toToken);
  return { items, data: items, pageInfo, pagination: { total, offset, limit: first } };
}

/**
 * Makes a token; its claims are narrowed from those of the caller, as those of every credential that is made from
 * another.
 *
 * @throws `environment_not_found`, `validation_failed`
 */
async function create(
  { db, keyring, environments, store }: EnvironmentTokenNeeds,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  environmentId: number,
  { operation, ...input }: CreateDeploymentEnvironmentTokenInput & { operation: Maker['operation'] },
): Promise<DeploymentEnvironmentToken> {
  const environment = await environments.get(deployment.id, environmentId);
  const scopes = scopesOf(input);
  checkContext(input.security_context);
  const id = await store.takeTokenId();
  const apiSecret = await readApiSecret(db, keyring, deployment);
  const seconds = input.expires_in ?? limits.ENVIRONMENT_TOKEN_TTL_SECONDS;
  const claims = narrow(claimsOf(actor, deployment.id), {
    deploymentIds: [deployment.id],
    branch: environment.branch,
    viewer: { holder: `environment token ${id}`, securityContext: input.security_context },
    maker: makerOf(actor, operation),
    permissions: dataTokenPermissions,
    scopes,
    highestLevel: accessLevels.none,
    expiresAtMs: Date.now() + seconds * 1000,
  });
  const token = makeDataToken(claims, apiSecret, id);
  const ending = `…${token.slice(-SHOWN_CHARACTERS)}`;
  // A token says its end in whole seconds.
  const expiresAt = new Date(Math.floor((claims.expiresAtMs ?? 0) / 1000) * 1000).toISOString();
  const { createdAt } = await store.insertToken({
    id,
    deploymentId: deployment.id,
    environmentId,
    hash: hashSecret(token),
    ending,
    securityContext: JSON.stringify(input.security_context),
    scopes: [...(claims.scopes ?? scopes)],
    createdBy: actor.userId,
    expiresAt,
  });
  return {
    id,
    token,
    security_context: input.security_context,
    scopes: [...(claims.scopes ?? scopes)],
    created_at: createdAt,
    created_by: actor.email,
    expires_at: expiresAt,
  };
}

/** @throws `environment_not_found`, `environment_token_not_found` */
async function revoke(
  { environments, store }: Pick<EnvironmentTokenNeeds, 'environments' | 'store'>,
  { id: deploymentId }: DeploymentRef,
  environmentId: number,
  id: number,
): Promise<void> {
  await environments.get(deploymentId, environmentId);
  if (!(await store.removeToken(deploymentId, environmentId, id)))
    throw refuse('environment_token_not_found', { id });
}

/** In the order of answers, each once. @throws `validation_failed` for one that is none */
function scopesOf({ scopes: asked }: CreateDeploymentEnvironmentTokenInput): EnvironmentTokenScope[] {
  const issues = (asked ?? []).flatMap((scope, index): FieldIssue[] =>
    (allScopes as readonly string[]).includes(scope)
      ? []
      : [{ path: `scopes[${index}]`, message: `must be one of ${allScopes.join(', ')}` }],
  );
  if (issues.length > 0) throw refuseFields(issues);
  return allScopes.filter((scope) => asked?.includes(scope) ?? true);
}

/** A token goes into a request header. @throws `validation_failed` */
function checkContext(context: Record<string, unknown>): void {
  const bytes = Buffer.byteLength(JSON.stringify(context));
  if (bytes <= limits.MAX_EMBED_CLAIMS_BYTES) return;
  const message = `must have at most ${limits.MAX_EMBED_CLAIMS_BYTES} bytes as JSON`;
  throw refuseFields([{ path: 'security_context', message }]);
}

function toToken(row: EnvironmentTokenRow): DeploymentEnvironmentToken {
  return {
    id: row.id,
    token: row.ending,
    security_context: row.securityContext,
    scopes: row.scopes,
    created_at: row.createdAt,
    created_by: row.email,
    expires_at: row.expiresAt,
  };
}
