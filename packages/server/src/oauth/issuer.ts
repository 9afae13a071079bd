import type { Db } from '../db/database.ts';

/** Where a request is sent to. */
interface RequestedAddress {
  /** Name and port of its `Host` header. */
  readonly host: string;
  /** The server's own address: the setting, or without it what the request says. */
  readonly ownUrl: string;
}

/**
 * The issuer of a request: where clients reach the account. A host that is listed for an account is one of its own;
 * every other request is for the server's own address.
 */
export async function issuerOf(db: Db, { host, ownUrl }: RequestedAddress): Promise<string> {
  const own = new URL(ownUrl);
  const { hostname } = new URL(`${own.protocol}//${host}`);
  if (hostname === own.hostname) return ownUrl;
  const listed = await db
    .selectFrom('tenantHosts')
    .select('host')
    .where('host', '=', hostname)
    .executeTakeFirst();
  return listed ? `${own.protocol}//${host}` : ownUrl;
}
