import { refuse } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import { tenantOfHost } from '../identity/credential-store.ts';

/** The origins of an account that may embed; empty lets a signed session be embedded anywhere. */
export async function readAllowedOrigins(db: Db, tenantId: number): Promise<string[]> {
  const row = await db
    .selectFrom('tenants')
    .select('embedAllowedOrigins')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return row.embedAllowedOrigins;
}

export async function readAllowedOriginsOfHost(db: Db, host: string): Promise<string[]> {
  const row = await db
    .selectFrom('tenants')
    .select('embedAllowedOrigins')
    .where('id', '=', tenantOfHost(host))
    .executeTakeFirstOrThrow();
  return row.embedAllowedOrigins;
}

/** @throws `validation_failed` for an entry that is an address rather than an origin */
export async function writeAllowedOrigins(
  db: Db,
  tenantId: number,
  origins: readonly string[],
): Promise<string[]> {
  const issues = origins.flatMap((origin, index) => {
    const url = URL.parse(origin);
    const isOrigin =
      url !== null && ['http:', 'https:'].includes(url.protocol) && url.origin === origin.replace(/\/$/, '');
    return isOrigin
      ? []
      : [
          {
            path: `origins[${index}]`,
            message: 'must be an origin such as https://app.example.com, without a path',
          },
        ];
  });
  if (issues.length > 0) throw refuse('validation_failed', { count: issues.length }, { issues });
  const cleaned = [...new Set(origins.map((origin) => new URL(origin).origin))];
  await db.updateTable('tenants').set({ embedAllowedOrigins: cleaned }).where('id', '=', tenantId).execute();
  return cleaned;
}
