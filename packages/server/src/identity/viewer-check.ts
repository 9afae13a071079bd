import { refuse } from '@oriel/contract';
import { sql } from 'kysely';
import type { Viewer } from '../access/credential-claims.ts';
import type { Database } from '../db/database.ts';
import { queryPrepared } from '../db/prepared.ts';

/**
 * Checks that the console user whom a token stands for is there and active, and that the key is not revoked that the token was
 * made with. A token of anybody else asks the database nothing.
 *
 * @throws `unauthenticated`
 */
export async function checkViewer(
  database: Pick<Database, 'db' | 'pool'>,
  tenantId: number,
  { userId, apiKeyId }: Partial<Viewer> = {},
): Promise<void> {
  if (userId === undefined) return;
  const [found] = await queryPrepared(
    database,
    sql<{ id: number }>`
      select u.id from users u
      where u.id = ${userId}::integer and u.tenant_id = ${tenantId}::integer and not u.is_deactivated
        and (${apiKeyId ?? null}::integer is null or exists (
          select 1 from api_keys k where k.id = ${apiKeyId ?? null}::integer and k.user_id = u.id
        ))`,
  );
  if (!found) throw refuse('unauthenticated');
}
