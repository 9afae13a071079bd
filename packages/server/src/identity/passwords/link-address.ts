import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { isLoopback } from '../../http/transport-security.ts';

/**
 * Where a link in a message may lead. The host of a request is whatever its caller says, so without a setting it is
 * taken where it is listed for the account, or is this machine: a link with a token never leads to a host that was made up.
 *
 * @param configured the setting of the base URL
 * @param requested the address that the request was sent to
 * @returns undefined where nothing vouches for the address
 */
export async function findLinkAddress(
  db: Db,
  tenantId: number,
  { configured, requested }: { configured: string | undefined; requested: string },
): Promise<string | undefined> {
  if (configured !== undefined) return configured;
  const { hostname } = new URL(requested);
  if (hostname === 'localhost' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))) return requested;
  const { rows } = await sql`
    select from tenant_hosts where tenant_id = ${tenantId} and host = ${hostname}`.execute(db);
  return rows.length > 0 ? requested : undefined;
}
