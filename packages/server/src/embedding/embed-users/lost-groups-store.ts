import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { ViewerRef } from '../embed-tenants/viewer-ref.ts';

/**
 * Ends the tokens of a viewer in a deployment that have one of these groups; to be called last in the transaction that
 * takes them away, because others wait until it has ended.
 *
 * @param groups as tokens have them
 */
export async function endTokensWithGroups(
  db: Db,
  { embedUserId, deploymentId }: Pick<ViewerRef, 'embedUserId' | 'deploymentId'>,
  groups: readonly string[],
): Promise<void> {
  if (groups.length === 0) return;
  const ended = groups.map((group) => `viewer ${embedUserId} in ${deploymentId} group ${group}`);
  await sql`select end_viewers(${ended}::text[])`.execute(db);
}
