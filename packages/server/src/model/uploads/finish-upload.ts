import {
  Refusal,
  refuse,
  type FileHashes,
  type FinishUploadBody,
  type FinishUploadResponse,
} from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import type { Change } from '../../build/model-repository.ts';
import type { Db } from '../../db/database.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import { authorOf } from '../branches/branch-policy.ts';
import type { ModelBranches, OpenBranch } from '../branches/model-branches.ts';
import type { ModelBuilds } from '../builds/model-builds.ts';
import { planUpload } from './upload-plan.ts';
import { createUploadStore, type UploadRow } from './upload-store.ts';
import { prefixOf, readProjectHashes, type UploadTargets } from './upload-target.ts';

/** What uploads are finished with. */
interface FinishUploadOptions {
  readonly db: Db;
  readonly branches: ModelBranches;
  readonly builds: Pick<ModelBuilds, 'start'>;
  readonly targets: Pick<UploadTargets, 'check'>;
}

/** What an upload is to make of its branch. */
interface UploadRequest {
  readonly upload: UploadRow;
  readonly files: FileHashes;
  readonly removesOthers: boolean;
  readonly message: string;
}

/** Commits that are looked through for the one that an upload has made. */
const MAX_COMMITS = 1_000;

/**
 * Makes what commits an upload. Repeated, it finds the commit that it made, whatever became of the server meanwhile.
 */
export function createFinishUpload({ db, branches, builds, targets }: FinishUploadOptions) {
  const store = createUploadStore(db);
  const commit = async (
    actor: UserPrincipal,
    branch: OpenBranch,
    request: UploadRequest,
  ): Promise<string> => {
    const { upload, files, removesOthers, message } = request;
    const { repository, state } = branch;
    if (state.head !== upload.baseCommit) throw refuse('branch_changed', { name: upload.branch });
    const [known, sent] = await Promise.all([
      readProjectHashes(repository, state.head, upload.root),
      store.readFiles(upload.id),
    ]);
    const changes = planUpload({ listed: files, known, sent, removesOthers });
    const { head } = await repository.commitChanges(state, below(upload, changes), {
      message,
      author: authorOf(actor),
    });
    return head;
  };
  /**
   * @throws `upload_not_found`, `validation_failed`, `branch_changed`, `branch_not_found`, `branch_protected`,
   *   `branch_of_another`, `forbidden`, and those of a commit
   */
  return async (
    actor: UserPrincipal,
    deployment: DeploymentRef,
    { transaction, files, autoRemoveFiles, commitMessage }: FinishUploadBody,
  ): Promise<FinishUploadResponse> => {
    const { id: deploymentId } = deployment;
    const upload = await store.find({ deploymentId, userId: actor.userId, id: transaction.id });
    if (!upload) throw refuse('upload_not_found');
    const message = commitMessage || 'Upload the data model';
    const request = { upload, files, removesOthers: autoRemoveFiles !== false, message };
    const branch = await branches.get(deploymentId, { branchName: upload.branch });
    if (upload.finishedCommit !== null) {
      if (!(await holds(branch, upload.finishedCommit, request))) throw refuse('upload_not_found');
      return { lastHash: upload.finishedCommit };
    }
    await targets.check(branch.row, actor, deployment);
    const head = await commit(actor, branch, request).catch(async (error: unknown) => {
      // Of the same request that was faster: the branch has moved, and what was sent is cleared away.
      const made = error instanceof Refusal && (await findMade(branches, deploymentId, request));
      if (!made) throw error;
      return made;
    });
    await builds.start({ deployment, branch: upload.branch, cause: 'upload', userId: actor.userId });
    await store.finish(upload.id, head);
    return { lastHash: head };
  };
}

/** Finds the commit of an upload that was made by the same request before, and of which nothing was noted. */
async function findMade(
  branches: ModelBranches,
  deploymentId: number,
  request: UploadRequest,
): Promise<string | undefined> {
  const { upload, message } = request;
  const branch = await branches.get(deploymentId, { branchName: upload.branch });
  const commits = await branch.repository.listCommits(branch.state.head, MAX_COMMITS);
  const made = commits.find(
    (commit) => commit.parents[0] === upload.baseCommit && commit.message === message.trimEnd(),
  );
  return made && (await holds(branch, made.commit, request)) ? made.commit : undefined;
}

/** Whether a commit has what an upload asks for. */
async function holds(
  { repository }: Pick<OpenBranch, 'repository'>,
  commit: string,
  { upload, files, removesOthers }: UploadRequest,
): Promise<boolean> {
  const there = await readProjectHashes(repository, commit, upload.root);
  const listed = Object.entries(files);
  return (
    (!removesOthers || there.size === listed.length) &&
    listed.every(([path, { hash }]) => there.get(path) === hash.toLowerCase())
  );
}

/** Changes of a project as those of the repository. */
function below({ root }: UploadRow, changes: readonly Change[]): Change[] {
  return changes.map((change) => ({ ...change, path: prefixOf(root) + change.path }));
}
