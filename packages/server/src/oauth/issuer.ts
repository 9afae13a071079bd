import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/database.ts';

/**
 * The issuer of a request: where clients reach the account. A host that is listed for an account is one of its own; every other
 * request is for the server's own address.
 *
 * @param baseUrl the setting; undefined for what the request says
 */
export async function issuerOf(
  db: Db,
  request: FastifyRequest,
  { baseUrl, requestUrl }: { baseUrl: string | undefined; requestUrl: string },
): Promise<string> {
  if (baseUrl === undefined) return requestUrl;
  const base = new URL(baseUrl);
  const host = request.hostname.toLowerCase();
  if (host === base.hostname) return baseUrl;
  const listed = await db
    .selectFrom('tenantHosts')
    .select('host')
    .where('host', '=', host)
    .executeTakeFirst();
  return listed ? `${base.protocol}//${request.host}` : baseUrl;
}
