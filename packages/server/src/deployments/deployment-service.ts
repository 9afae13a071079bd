import {
  limits,
  type CreationStep,
  type Deployment,
  type DeploymentsListResponse,
  type OperationTypes,
} from '@oriel/contract';
import { SignJWT } from 'jose';
import { columnOrder } from '../paging/list-order.ts';
import { readPage } from '../paging/page.ts';
import type { DeploymentRef } from '../http/handler.ts';
import type { Principal } from '../access/principal.ts';
import type { SecurityContextReader } from '../query/security-context.ts';
import type { DeploymentRow, DeploymentStore } from './deployment-store.ts';

export interface DeploymentService {
  list(
    actor: Principal,
    query: OperationTypes['getDeployments']['query'],
    baseUrl: string,
  ): Promise<DeploymentsListResponse>;
  get(deployment: DeploymentRef, baseUrl: string): Promise<Deployment>;
  /** A JWT whose payload is the actor's security context, signed with the deployment's own secret. */
  makeDataToken(
    actor: Principal,
    deployment: DeploymentRef,
    expiresInSeconds: number | undefined,
  ): Promise<string>;
}

const byId = columnOrder<DeploymentRow>({ list: 'deployments', alias: 'deployments', by: { id: 'integer' } });

export function createDeploymentService(
  store: DeploymentStore,
  readSecurityContext: SecurityContextReader,
): DeploymentService {
  return {
    async list(actor, query, baseUrl) {
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
    },
    async get({ tenantId, id }, baseUrl) {
      return toDeployment(await store.get(tenantId, id), baseUrl);
    },
    async makeDataToken(actor, { tenantId, id }, expiresInSeconds = limits.DATA_TOKEN_TTL_SECONDS) {
      const [{ apiSecret: secret }, context] = await Promise.all([
        store.get(tenantId, id),
        readSecurityContext(actor),
      ]);
      return new SignJWT(context)
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt()
        .setExpirationTime(`${expiresInSeconds} s`)
        .sign(new TextEncoder().encode(secret));
    },
  };
}

/** The deployments that a credential reaches; null means every one of the tenant. */
function reachOf(actor: Principal): readonly number[] | null {
  if (actor.kind === 'embed') return [actor.deploymentId];
  return actor.kind === 'user' ? actor.deploymentIds : [];
}

function toDeployment(row: DeploymentRow, baseUrl: string): Deployment {
  return {
    id: row.id,
    name: row.name,
    // The database holds no other values: they come from this very type.
    creationStep: row.creationStep as CreationStep,
    deploymentUrl: `${baseUrl}/deployments/${row.id}`,
  };
}
