import {
  limits,
  refuse,
  refuseFields,
  type FileHashes,
  type FinishUploadBody,
  type FinishUploadResponse,
  type OperationTypes,
  type StartUploadResponse,
  type UploadFileBody,
} from '@oriel/contract';
import { randomUUID } from 'node:crypto';
import type { UserPrincipal } from '../../access/principal.ts';
import { sha1Of, type Change } from '../../build/model-repository.ts';
import { checkModelPath } from '../../build/repository/model-path.ts';
import type { Db } from '../../db/database.ts';
import { createDeploymentStore } from '../../deployments/deployment-store.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import type { ModelBuilds } from '../builds/model-builds.ts';
import { authorOf, checkChangeable, isDeployed } from '../branches/branch-policy.ts';
import type { BranchRow } from '../branches/branch-store.ts';
import { orEmpty, type ModelBranches, type OpenBranch } from '../branches/model-branches.ts';
import { planUpload } from './upload-plan.ts';
import { createUploadStore, type UploadRow } from './upload-store.ts';

/** What uploads are kept in and committed with. */
export interface UploadServiceOptions {
  readonly db: Db;
  readonly branches: ModelBranches;
  readonly builds: Pick<ModelBuilds, 'start'>;
}

/** Takes whole projects, file by file, and commits each in one piece. */
export type UploadService = ReturnType<typeof createUploadService>;

type UploadQuery = OperationTypes['fileHashes']['query'];

/** Makes the service of uploads. */
export function createUploadService({ db, branches, builds }: UploadServiceOptions) {
  const open = (actor: UserPrincipal, deployment: DeploymentRef, query: UploadQuery) => {
    const { live, branchName } = query;
    if (live !== true)
      return branches.get(deployment.id, { branchName: branchName ?? deployment.deployBranch });
    if (branchName != null)
      throw refuseFields([{ path: 'live', message: 'must not be true together with branchName' }]);
    return branches.getActive(actor, deployment);
  };
  const rootOf = async (deployment: DeploymentRef, { useDeployProjectRoot }: UploadQuery) => {
    if (useDeployProjectRoot !== true) return '';
    return (await createDeploymentStore(db).get(deployment.tenantId, deployment.id)).deployProjectRoot;
  };
  const checkTarget = async (row: BranchRow, actor: UserPrincipal, deployment: DeploymentRef) => {
    checkChangeable(row, actor, deployment);
    if (!isDeployed(row, deployment)) return;
    const settings = await createDeploymentStore(db).get(deployment.tenantId, deployment.id);
    if (settings.deployBranchReadOnly)
      throw refuse('branch_protected', { name: row.name, setting: 'deployBranchReadOnly' });
  };
  /** Hashes of what was committed, by the paths in the project. */
  const readHashes = async ({ state, repository }: OpenBranch, root: string) => {
    const files = await repository.listFiles(state.head);
    const hashes = await repository.hashFiles(files.filter(({ path }) => path.startsWith(prefixOf(root))));
    return new Map([...hashes].map(([path, hash]) => [path.slice(prefixOf(root).length), hash]));
  };
  return {
    /** @throws `branch_not_found`, `not_in_dev_mode`, `validation_failed` */
    async hashes(actor: UserPrincipal, deployment: DeploymentRef, query: UploadQuery): Promise<FileHashes> {
      const branch = await orEmpty({ branchName: query.branchName }, open(actor, deployment, query));
      const hashes = branch ? await readHashes(branch, await rootOf(deployment, query)) : [];
      return Object.fromEntries([...hashes].map(([path, hash]) => [path, { hash }]));
    },
    /** @throws `branch_not_found`, `branch_protected`, `branch_of_another`, `not_in_dev_mode`, `forbidden` */
    async start(
      actor: UserPrincipal,
      deployment: DeploymentRef,
      query: UploadQuery,
    ): Promise<StartUploadResponse> {
      const { row, state } = await open(actor, deployment, query);
      await checkTarget(row, actor, deployment);
      const id = randomUUID();
      await createUploadStore(db).insert(
        {
          id,
          deploymentId: deployment.id,
          branch: row.name,
          baseCommit: state.head,
          root: await rootOf(deployment, query),
          userId: actor.userId,
        },
        limits.UPLOAD_TTL_SECONDS,
      );
      return { transaction: { id }, deploymentName: deployment.name };
    },
    /** @throws `upload_not_found`, `validation_failed`, `model_path_invalid`, `model_file_too_large`, `model_too_large` */
    async putFile(
      actor: UserPrincipal,
      deployment: DeploymentRef,
      { transaction, fileName: path, file }: UploadFileBody,
    ): Promise<void> {
      const id = readTransaction(transaction);
      checkModelPath(path);
      const content = Buffer.from(file.bytes);
      if (content.byteLength > limits.MAX_MODEL_FILE_BYTES)
        throw refuse('model_file_too_large', { path, maxBytes: limits.MAX_MODEL_FILE_BYTES });
      await db.transaction().execute(async (tx) => {
        const store = createUploadStore(tx);
        const upload = await store.findForUpdate(deployment.id, actor.userId, id);
        if (!upload) throw refuse('upload_not_found');
        const size = await store.sizeWithout(id, path);
        if (size.files >= limits.MAX_MODEL_FILES)
          throw refuse('model_too_large', { reason: `it has more than ${limits.MAX_MODEL_FILES} files` });
        if (size.bytes + content.byteLength > limits.MAX_MODEL_BYTES)
          throw refuse('model_too_large', {
            reason: `its files have more than ${limits.MAX_MODEL_BYTES} bytes`,
          });
        await store.putFile({ uploadId: id, path, hash: sha1Of(content), content });
      });
    },
    /**
     * Commits an upload, or changes nothing.
     *
     * @throws `upload_not_found`, `validation_failed`, `branch_changed`, and those of {@link start} and of {@link putFile}
     */
    async finish(
      actor: UserPrincipal,
      deployment: DeploymentRef,
      { transaction, files, autoRemoveFiles, commitMessage }: FinishUploadBody,
    ): Promise<FinishUploadResponse> {
      const store = createUploadStore(db);
      const upload = await store.find(deployment.id, actor.userId, transaction.id);
      if (!upload) throw refuse('upload_not_found');
      const branch = await branches.get(deployment.id, { branchName: upload.branch });
      await checkTarget(branch.row, actor, deployment);
      if (branch.state.head !== upload.baseCommit) throw refuse('branch_changed', { name: upload.branch });
      const [known, sent] = await Promise.all([readHashes(branch, upload.root), store.readFiles(upload.id)]);
      const plan = planUpload({ listed: files, known, sent, removesOthers: autoRemoveFiles !== false });
      const { head } = await branch.repository.commitChanges(branch.state, below(upload, plan), {
        message: commitMessage || 'Upload the data model',
        author: authorOf(actor),
      });
      await builds.start({ deployment, branch: upload.branch, cause: 'upload', userId: actor.userId });
      await store.remove(upload.id);
      return { lastHash: head };
    },
  };
}

const prefixOf = (root: string) => (root === '' ? '' : `${root}/`);

/** Changes of a project as those of the repository. */
function below({ root }: UploadRow, changes: readonly Change[]): Change[] {
  return changes.map((change) => ({ ...change, path: prefixOf(root) + change.path }));
}

/** @throws `validation_failed` for what is no transaction */
function readTransaction(text: string): string {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    if (typeof id === 'string') return id;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
  throw refuseFields([{ path: 'transaction', message: 'must be the transaction of the upload as JSON' }]);
}
