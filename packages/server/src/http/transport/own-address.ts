import { refuse } from '@oriel/contract';
import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/database.ts';
import { isEncrypted, isLoopback } from './transport-security.ts';

/** What a request calls this server, with its protocol: for comparisons, and for the eyes of its own caller. */
export function requestedAddress(request: FastifyRequest): string {
  return `${isEncrypted(request) ? 'https' : 'http'}://${request.host}`;
}

/** Where clients reach this server. */
export interface OwnAddress {
  /** For what the caller of the request alone is answered: the setting, or what the request says. */
  shown(request: FastifyRequest): string;
  /**
   * For links that are sent to others, for what others are asked to vouch for, and for documents that are shared.
   *
   * @throws `unknown_host` where nothing vouches for what the request says
   */
  vouched(request: FastifyRequest): Promise<string>;
  /** As `vouched`; undefined where nothing vouches for it. */
  find(request: FastifyRequest): Promise<string | undefined>;
}

/**
 * The address of this server. The host of a request is whatever its caller says, so without a setting it is taken where
 * it is listed for an account, or is this machine: nothing that others read ever leads to a host that was made up.
 *
 * @param configured the setting of the base URL
 */
export function createOwnAddress(db: Db, configured: string | undefined): OwnAddress {
  const find = async (request: FastifyRequest): Promise<string | undefined> => {
    if (configured !== undefined) return configured;
    const requested = requestedAddress(request);
    if (!URL.canParse(requested)) return undefined;
    const { hostname } = new URL(requested);
    if (hostname === 'localhost' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))) return requested;
    const account = request.authentication?.principal.tenantId ?? null;
    const { rows } = await sql`
      select from tenant_hosts
      where host = ${hostname} and tenant_id = coalesce(${account}::int, tenant_id) limit 1`.execute(db);
    return rows.length > 0 ? requested : undefined;
  };
  return {
    shown: (request) => configured ?? requestedAddress(request),
    find,
    async vouched(request) {
      const address = await find(request);
      if (address === undefined) throw refuse('unknown_host', { host: request.host });
      return address;
    },
  };
}
