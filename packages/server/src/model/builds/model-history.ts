import { sql } from 'kysely';
import type { ModelHistory } from '../../build/model-repository.ts';
import type { Db } from '../../db/database.ts';

/**
 * What the database knows of the data model of a deployment. The commits of its builds that succeeded are kept in the
 * repository, and so is every branch that has a row; a deployment that waits for its first push has neither.
 */
export async function findHistory(db: Db, deploymentId: number): Promise<ModelHistory> {
  const { rows } = await sql<{ history: ModelHistory }>`
    select case
      when exists (select from model_builds
        where deployment_id = ${deploymentId} and state = 'success' and not is_pruned) then 'built'
      when exists (select from model_builds where deployment_id = ${deploymentId})
        or exists (select from model_branches where deployment_id = ${deploymentId}) then 'known'
      else 'none' end as history`.execute(db);
  return rows[0]?.history ?? 'none';
}

/** Those of some deployments that are there still. */
export async function findDeployments(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('deployments').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}
