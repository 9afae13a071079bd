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
import { sha1Of } from '../../build/model-repository.ts';
import { checkModelPath } from '../../build/repository/model-path.ts';
import type { Db } from '../../db/database.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import { orEmpty, type ModelBranches } from '../branches/model-branches.ts';
import type { ModelBuilds } from '../builds/model-builds.ts';
import { createFinishUpload } from './finish-upload.ts';
import { createUploadStore } from './upload-store.ts';
import { createUploadTargets, readProjectHashes, type UploadQuery } from './upload-target.ts';

/** What uploads are kept in and committed with. */
interface UploadServiceOptions {
  readonly db: Db;
  readonly branches: ModelBranches;
  readonly builds: Pick<ModelBuilds, 'start'>;
}

/** Takes whole projects, file by file, and commits each in one piece. */
interface UploadService {
  /** @throws `branch_not_found`, `not_in_dev_mode`, `validation_failed` */
  hashes(actor: UserPrincipal, deployment: DeploymentRef, query: UploadQuery): Promise<FileHashes>;
  /** @throws `branch_not_found`, `branch_protected`, `branch_of_another`, `not_in_dev_mode`, `forbidden` */
  start(
    actor: UserPrincipal,
    deployment: DeploymentRef,
    query: OperationTypes['startUpload']['query'],
  ): Promise<StartUploadResponse>;
  /**
   * @throws `upload_not_found`, `validation_failed`, `model_path_invalid`, `model_file_too_large`, `model_too_large`
   */
  putFile(actor: UserPrincipal, deployment: DeploymentRef, body: UploadFileBody): Promise<void>;
  /**
   * Commits an upload, or changes nothing. Repeated, it answers what was done.
   *
   * @throws `upload_not_found`, `validation_failed`, `branch_changed`, and those of {@link UploadService.start} and of
   *   {@link UploadService.putFile}
   */
  finish(
    actor: UserPrincipal,
    deployment: DeploymentRef,
    body: FinishUploadBody,
  ): Promise<FinishUploadResponse>;
}

/** Makes the service of uploads. */
export function createUploadService(options: UploadServiceOptions): UploadService {
  const { db, branches } = options;
  const targets = createUploadTargets(db, branches);
  return {
    async hashes(actor, deployment, query) {
      const found = await orEmpty({ branchName: query.branchName }, targets.open(actor, deployment, query));
      if (!found) return {};
      const root = await targets.rootOf(deployment, query);
      return toHashes(await readProjectHashes(found.repository, found.state.head, root));
    },
    async start(actor, deployment, query) {
      const { row, state } = await targets.open(actor, deployment, query);
      await targets.check(row, actor, deployment);
      const upload = {
        id: randomUUID(),
        deploymentId: deployment.id,
        branch: row.name,
        baseCommit: state.head,
        root: await targets.rootOf(deployment, query),
        userId: actor.userId,
      };
      const copied = await db.transaction().execute(async (tx) => {
        const store = createUploadStore(tx);
        await store.insert(upload, limits.UPLOAD_TTL_SECONDS);
        return query.resume === true ? store.copyFiles(upload) : undefined;
      });
      const files = copied && toHashes(copied.map(({ path, hash }) => [path, hash]));
      return { transaction: { id: upload.id }, deploymentName: deployment.name, ...(files && { files }) };
    },
    putFile: createPutFile(db),
    finish: createFinishUpload({ ...options, targets }),
  };
}

function createPutFile(db: Db): UploadService['putFile'] {
  const store = createUploadStore(db);
  return async (actor, deployment, { transaction, fileName: path, file }) => {
    const id = readTransaction(transaction);
    checkModelPath(path);
    const { bytes } = file;
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (content.byteLength > limits.MAX_MODEL_FILE_BYTES)
      throw refuse('model_file_too_large', { path, maxBytes: limits.MAX_MODEL_FILE_BYTES });
    const upload = { deploymentId: deployment.id, userId: actor.userId, id };
    const size = await store.putFile(upload, { path, hash: sha1Of(content), content });
    if (!size) throw refuse('upload_not_found');
    if (size.fileCount > limits.MAX_MODEL_FILES)
      throw refuse('model_too_large', { reason: `it has more than ${limits.MAX_MODEL_FILES} files` });
    if (size.sizeBytes > limits.MAX_MODEL_BYTES)
      throw refuse('model_too_large', { reason: `its files have more than ${limits.MAX_MODEL_BYTES} bytes` });
  };
}

function toHashes(hashes: Iterable<readonly [path: string, hash: string]>): FileHashes {
  return Object.fromEntries([...hashes].map(([path, hash]) => [path, { hash }]));
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
