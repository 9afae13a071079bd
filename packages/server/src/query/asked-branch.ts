import { refuse } from '@oriel/contract';
import type { Principal } from '../access/principal.ts';
import type { Db } from '../db/database.ts';

/** The branch of the model that a viewer asks: that of the session, else the deployed one. */
export async function findBranch(db: Db, principal: Principal, deploymentId: number): Promise<string> {
  const own = principal.kind === 'embed' ? principal.claims.branch : null;
  if (own != null) return own;
  const row = await db
    .selectFrom('deployments')
    .select('deployBranch')
    .where('tenantId', '=', principal.tenantId)
    .where('id', '=', deploymentId)
    .executeTakeFirst();
  if (!row) throw refuse('deployment_not_found', { id: deploymentId });
  return row.deployBranch;
}
