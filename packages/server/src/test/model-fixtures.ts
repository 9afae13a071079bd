import assert from 'node:assert/strict';
import { openModelRepository } from '../build/model-repository.ts';
import { SECRET } from './feature-fixtures.ts';
import type { TestApp } from './test-app.ts';

const files = [
  { path: 'README.md', content: '' },
  {
    path: 'model/cubes/orders.yml',
    content: `# ${SECRET}\ncubes: [{ name: orders, sql: SELECT 1 AS id }]\n`,
  },
];

/**
 * Brings the data model of the deployment into the state that the examples of its operations speak of: a deployed
 * branch with two files, a shared branch `next` of it, no branch of the name that one is created by, the administrator
 * in dev mode on a branch where nothing is saved, and an upload of theirs.
 */
export async function prepareModel({
  adminId,
  call,
  database,
  dataDir,
  deploymentId,
}: TestApp): Promise<void> {
  // Requests before may have changed the settings.
  await database.pool.query("update deployments set deploy_branch = 'master' where id = $1", [deploymentId]);
  const repository = await openModelRepository(dataDir, deploymentId);
  const author = { name: 'Author', email: 'author@example.com' };
  const text = { message: 'Prepare the model', author, files };
  for (const branch of ['master', 'next']) await repository.commit({ branch, ...text });
  const created = await repository.findBranch('quarterly-targets');
  if (created) await repository.removeBranch(created);
  const path = `/build/api/v1/deployments/${deploymentId}/dev-mode`;
  const answer = await call({ method: 'POST', path });
  assert.equal(answer.statusCode, 200, answer.body);
  const { branchName = '' } = answer.json() as { branchName?: string };
  await repository.discardDraft(await repository.getBranch(branchName));
  await repository.commit({ branch: branchName, ...text });
  await database.pool.query(
    `insert into model_uploads (id, deployment_id, branch, base_commit, root, user_id, expires_at)
     values ('6f9619ff-8b86-4d01-b42d-00c04fc964ff', $1, 'master', $2, '', $3, now() + interval '1 hour')
     on conflict (id) do update set base_commit = excluded.base_commit`,
    [deploymentId, await repository.findHead('master'), adminId],
  );
}
