import { sql } from 'kysely';
import { userIdOf, type Author } from '../access/principal.ts';
import type { Db } from '../db/database.ts';
import { noteIfPossible } from '../db/connection/database-refusals.ts';

/**
 * Notes that a user has opened something, and nothing of viewers, for lists in the order in which they looked at
 * things. Opening it again within a minute writes nothing, and none of it waits for the disk: a time that a crash loses
 * is no loss.
 */
export async function recordView(
  db: Db,
  author: Author,
  { type, id }: { type: 'WORKBOOK' | 'REPORT'; id: number },
): Promise<void> {
  const userId = userIdOf(author);
  if (userId === null) return;
  const note = sql`
    insert into workspace_views (user_id, resource_type, resource_id)
    select ${userId}::integer, ${type}, ${id}::integer from set_config('synchronous_commit', 'off', true)
    where not exists (
      select from workspace_views
      where user_id = ${userId} and resource_type = ${type} and resource_id = ${id}
        and viewed_at > now() - interval '1 minute'
    )
    on conflict (user_id, resource_type, resource_id) do update set viewed_at = excluded.viewed_at`;
  await noteIfPossible(() => note.execute(db));
}
