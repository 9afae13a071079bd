import {
  limits,
  refuse,
  type CreateDeploymentInput,
  type CreationStep,
  type Deployment,
  type DeploymentsListResponse,
  type OperationTypes,
} from '@oriel/contract';
import { accessLevels } from '../access/access-level.ts';
import { narrow } from '../access/credential-claims.ts';
import { deploymentsWith } from '../access/roles/role-rights.ts';
import {
  claimsOf,
  makerOf,
  type EmbedPrincipal,
  type Principal,
  type UserPrincipal,
} from '../access/principal.ts';
import { starterProject, starterVariables } from '../build/starter-project.ts';
import { bindFirst } from '../db/bind-first.ts';
import type { DeploymentRef } from '../http/handler.ts';
import { columnOrder } from '../paging/list-order.ts';
import { readPage } from '../paging/page.ts';
import { dataTokenPermissions, makeDataToken } from '../query/data-token.ts';
import type { SecurityContextReader } from '../query/security-context.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { readApiSecret } from '../secrets/token-secrets.ts';
import { createDeployment } from './create-deployment.ts';
import { checkStep, deploymentName } from './deployment-policy.ts';
import { createDeploymentStore, type DeploymentRow } from './deployment-store.ts';
import { removeDeployment, type RemovalOptions } from './remove-deployment.ts';
import { toDeployment } from './to-deployment.ts';

/** What deployments are read from and created in. */
interface DeploymentOptions extends RemovalOptions {
  readonly keyring: Keyring;
  /** Begins the first build. */
  startBuild(created: CreatedModel): Promise<unknown>;
  readSecurityContext: SecurityContextReader;
}

/** A deployment that was created with a model. */
export interface CreatedModel {
  readonly deployment: { readonly id: number; readonly tenantId: number };
  readonly branch: string;
  readonly cause: 'create';
  readonly userId: number;
}

const byId = columnOrder<DeploymentRow>({ list: 'deployments', alias: 'deployments', by: { id: 'integer' } });

/** With these the model comes from a repository of the caller's, which is connected later. */
const fromElsewhere: ReadonlySet<string> = new Set(['github', 'ssh']);

/** What the parts of the service work with. */
interface DeploymentNeeds extends DeploymentOptions {
  readonly store: ReturnType<typeof createDeploymentStore>;
}

/** Makes the service of deployments. */
export function createDeploymentService(options: DeploymentOptions) {
  const { db } = options;
  const store = createDeploymentStore(db);
  return bindFirst(
    { ...options, store },
    { list, get, create, remove, setCreationStep, makeDataToken: makeDataTokenFor },
  );
}

/** Those that the credential reaches, by id. `baseUrl` is where clients reach the server. */
async function list(
  { store }: Pick<DeploymentNeeds, 'store'>,
  actor: Principal,
  query: OperationTypes['getDeployments']['query'],
  baseUrl: string,
): Promise<DeploymentsListResponse> {
  const filter = { tenantId: actor.tenantId, ids: reachOf(actor), creationSteps: query.creationStep };
  const first = query.first ?? query.limit ?? limits.DEFAULT_PAGE_SIZE;
  const offset = query.offset ?? 0;
  const [page, count] = await Promise.all([
    readPage({ first, offset, after: query.after }, byId, (range) => store.list(filter, byId, range)),
    store.count(filter),
  ]);
  const items = page.rows.map((row) => toDeployment(row, baseUrl));
  return {
    items,
    data: items,
    count,
    totalCount: count,
    pageInfo: page.pageInfo,
    pagination: { total: count, offset, limit: first },
  };
}

async function get(
  { store }: Pick<DeploymentNeeds, 'store'>,
  { tenantId, id }: DeploymentRef,
  baseUrl: string,
): Promise<Deployment> {
  return toDeployment(await store.get(tenantId, id), baseUrl);
}

/**
 * Creates a deployment with a starter project on a DuckDB in memory, so that it answers queries at once: its model
 * is valid and empty. One that takes its model from a repository of the caller's begins without a branch.
 *
 * @throws `deployment_name_taken`, `validation_failed`
 */
async function create(
  needs: DeploymentNeeds,
  actor: UserPrincipal,
  input: CreateDeploymentInput,
  baseUrl: string,
): Promise<Deployment> {
  const { creationMethod = null, creationStep = 'ready', ...origin } = input;
  checkStep(creationStep);
  const name = deploymentName(input.name);
  const row = await createDeployment(needs, actor.tenantId, {
    ...origin,
    name,
    creationMethod,
    creationStep,
    variables: starterVariables,
    model:
      creationMethod !== null && fromElsewhere.has(creationMethod)
        ? undefined
        : {
            files: starterProject,
            message: 'Start the project',
            author: { name: actor.email, email: actor.email },
          },
  });
  if (!row) throw refuse('deployment_name_taken', { name });
  const { userId, tenantId } = actor;
  await needs.startBuild({
    deployment: { id: row.id, tenantId },
    branch: row.deployBranch,
    cause: 'create',
    userId,
  });
  return toDeployment(row, baseUrl);
}

/** Deletes a deployment with everything in it. */
function remove(needs: DeploymentNeeds, { tenantId, id }: DeploymentRef): Promise<void> {
  return removeDeployment(needs, tenantId, id);
}

/** Notes how far the set-up has come. @throws `validation_failed`, `deployment_not_found` */
async function setCreationStep(
  { store }: Pick<DeploymentNeeds, 'store'>,
  { tenantId, id }: DeploymentRef,
  creationStep: CreationStep,
  baseUrl: string,
): Promise<Deployment> {
  checkStep(creationStep);
  const row = await store.update(tenantId, id, { creationStep });
  if (!row) throw refuse('deployment_not_found', { id });
  return toDeployment(row, baseUrl);
}

/**
 * A data token that sees what the actor sees, on the same branch, with no more rights, and no longer than the
 * actor's own credential. It ends with that, or with the right to ask for one.
 *
 * @param expiresInSeconds default {@link limits.DATA_TOKEN_TTL_SECONDS}
 */
async function makeDataTokenFor(
  { db, keyring, readSecurityContext }: Pick<DeploymentNeeds, 'db' | 'keyring' | 'readSecurityContext'>,
  actor: UserPrincipal | EmbedPrincipal,
  { tenantId, id }: DeploymentRef,
  expiresInSeconds: number = limits.DATA_TOKEN_TTL_SECONDS,
): Promise<string> {
  const [secret, securityContext] = await Promise.all([
    readApiSecret(db, keyring, { tenantId, id }),
    readSecurityContext(actor),
  ]);
  const claims = narrow(claimsOf(actor, id), {
    deploymentIds: [id],
    branch: null,
    // An embed session has a viewer already; a user is the viewer.
    ...(actor.kind === 'user' && {
      viewer: { holder: `user ${actor.userId}`, userId: actor.userId, securityContext },
      maker: makerOf(actor, 'deploymentToken'),
    }),
    permissions: dataTokenPermissions,
    highestLevel: accessLevels.none,
    expiresAtMs: Date.now() + expiresInSeconds * 1000,
  });
  return makeDataToken(claims, secret);
}

/** The deployments that a caller may open with a credential; null means every one of the tenant. */
function reachOf(actor: Principal): readonly number[] | null {
  if (actor.kind === 'embed') return [actor.deploymentId];
  if (actor.kind !== 'user') return [];
  const readable = deploymentsWith(actor.rights, 'DeploymentRead');
  if (readable === null || actor.deploymentIds === null) return readable ?? actor.deploymentIds;
  return actor.deploymentIds.filter((id) => readable.includes(id));
}
