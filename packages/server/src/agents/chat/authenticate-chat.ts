import type { ServerBrand } from '@oriel/contract';
import type { FastifyRequest } from 'fastify';
import type { Authenticate } from '../../http/caller/authentication.ts';
import type { Db } from '../../db/database.ts';
import { tenantOfHost } from '../../identity/credentials/credential-store.ts';
import { sql } from 'kysely';

/** Where the operations of the chat API are. */
const PREFIX = '/api/v1/public/';

/**
 * Has requests of the chat API bring a data token in a header of its own. It is checked for the deployment of the path,
 * or of the agent that the path names; another credential goes before it.
 */
export function authenticateForChat(
  authenticate: Authenticate,
  { db, brand }: { readonly db: Db; readonly brand: ServerBrand },
): Authenticate {
  const header = `x-${brand.name}-auth-token`;
  return async (request, access) => {
    const token = request.headers[header];
    const isChat = request.url.startsWith(PREFIX) && access.principals.includes('data');
    if (!isChat || typeof token !== 'string' || request.headers.authorization !== undefined)
      return authenticate(request, access);
    request.headers.authorization = token;
    return withDeployment(request, db, () => authenticate(request, access));
  };
}

/** A data token is of one deployment, which the path of an agent does not say. */
async function withDeployment<T>(request: FastifyRequest, db: Db, work: () => Promise<T>): Promise<T> {
  const params = request.params as { agentId?: string; deploymentId?: string };
  if (params.deploymentId !== undefined || params.agentId === undefined) return work();
  const id = /^\d{1,9}$/.test(params.agentId) ? Number(params.agentId) : 0;
  const { rows } = await sql<{ deploymentId: number }>`
    select d.id as deployment_id from agents a join deployments d on d.id = a.deployment_id
    where a.id = ${id} and d.tenant_id = ${tenantOfHost(request.hostname.toLowerCase())}`.execute(db);
  // Of no deployment: a token for it is none.
  params.deploymentId = String(rows[0]?.deploymentId ?? 0);
  try {
    return await work();
  } finally {
    delete params.deploymentId;
  }
}
