import { signedIn } from '../access.ts';
import {
  MAX_MODEL_BODY_BYTES,
  MAX_MODEL_BYTES,
  MAX_MODEL_FILE_BYTES,
  MAX_MODEL_FILES,
  MAX_PATH_LENGTH,
  UPLOAD_TTL_SECONDS,
} from '../limits.ts';
import { json, multipart, operationsTagged, upload } from '../operation.ts';
import { boolean, describe, input, mapOf, nullish, object, optional, text, type Static } from '../schema.ts';
import { branchName, DataModelWriteResponse } from './model-files.ts';

export const FileHash = object('What a file is told by.', {
  hash: text('SHA-1 of its bytes, in hexadecimal digits.', {
    maxLength: 64,
    example: 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  }),
});
export type FileHash = Static<typeof FileHash>;

export const FileHashes = mapOf(FileHash, 'The files of a data model, by their paths in the project.');
export type FileHashes = Static<typeof FileHashes>;

export const UploadTransaction = object('An upload that is open.', {
  id: text('Id of the upload, given by the server.', {
    minLength: 1,
    maxLength: 100,
    example: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
  }),
});
export type UploadTransaction = Static<typeof UploadTransaction>;

export const StartUploadResponse = object('An upload was opened.', {
  transaction: describe(UploadTransaction, 'The upload, for the calls that follow.'),
  deploymentName: text('Name of the deployment.', { example: 'Production' }),
  files: optional(
    describe(FileHashes, 'Files that it has already, where `resume` was asked for; they need not be sent.'),
  ),
});
export type StartUploadResponse = Static<typeof StartUploadResponse>;

export const UploadFileBody = input('A file of an upload.', {
  transaction: text('The `transaction` of the upload, as JSON.', {
    maxLength: 1000,
    example: '{"id":"6f9619ff-8b86-4d01-b42d-00c04fc964ff"}',
  }),
  fileName: text('Path of the file in the project.', {
    minLength: 1,
    maxLength: MAX_PATH_LENGTH,
    example: 'model/cubes/orders.yml',
  }),
  file: upload('Content of the file, as bytes.'),
});
export type UploadFileBody = Static<typeof UploadFileBody>;

export const FinishUploadBody = input('What the project consists of when the upload is done.', {
  transaction: describe(UploadTransaction, 'The upload that is finished.'),
  files: mapOf(
    FileHash,
    'Every file of the project by its path, with its hash: of those that were sent, and of those that are there already.',
  ),
  autoRemoveFiles: nullish(
    boolean('Whether files of the branch that are not listed are removed; default true.'),
  ),
  awaitGitOperations: nullish(
    boolean('Taken for older clients: the commit is always there when the answer comes.'),
  ),
  commitMessage: nullish(
    text('Message of the commit; default one that names the upload.', { example: 'Deploy 1.4.0' }),
  ),
});
export type FinishUploadBody = Static<typeof FinishUploadBody>;

export const FinishUploadResponse = object('An upload was finished.', {
  lastHash: nullish(text('Hash of the newest commit of the branch.')),
});
export type FinishUploadResponse = Static<typeof FinishUploadResponse>;

const model = '/build/api/v1/deployments/{deploymentId}/data-model';
const operation = operationsTagged('Data Model Uploads');
const writing = { ...signedIn, permission: 'SchemaUpdateDevBranches' } as const;

const query = {
  branchName: nullish(branchName('The branch; default the one that is deployed.')),
  live: nullish(
    boolean('Whether the branch is the one that the caller has in dev mode; excludes `branchName`.'),
  ),
  useDeployProjectRoot: nullish(
    boolean(
      'Whether paths begin at the project root of the deployment rather than at the repository; default false.',
    ),
  ),
};
const MODEL_LIMITS =
  `At most ${MAX_MODEL_FILE_BYTES / 1024 / 1024} MiB a file, ${MAX_MODEL_BYTES / 1024 / 1024} MiB and ` +
  `${MAX_MODEL_FILES} files at once.`;
/** For a field of a multipart body that carries JSON and the name of a path. */
const MULTIPART_BYTES = 16 * 1024;

export const modelUploadOperations = {
  fileHashes: operation(`GET ${model}/file-hashes`, {
    summary: 'Get the hashes of the files of a data model',
    description: 'What an upload need not send: the files of the branch as it was last committed.',
    access: { ...signedIn, permission: 'SchemaRead' },
    query,
    answer: FileHashes,
    refusals: ['branch_not_found', 'not_in_dev_mode'],
  }),
  startUpload: operation(`POST ${model}/upload/start`, {
    summary: 'Begin an upload',
    description:
      'Opens an upload to a branch, which makes one commit of all its files when it is finished. It expires after ' +
      `${UPLOAD_TTL_SECONDS / 60} minutes. Needs the permission SchemaUpdate, but for a dev-mode branch of the caller’s own; ` +
      'a deployed branch that is read-only takes none.',
    access: writing,
    query: {
      ...query,
      resume: nullish(
        boolean(
          'Whether files come along that the caller has sent to the same branch by uploads that were not finished and have not ' +
            'expired; default false.',
        ),
      ),
    },
    answer: StartUploadResponse,
    refusals: ['branch_not_found', 'branch_protected', 'branch_of_another', 'not_in_dev_mode'],
  }),
  uploadFile: operation(`POST ${model}/upload/file`, {
    summary: 'Send a file of an upload',
    description: `Keeps a file until the upload is finished. Sending it again replaces it. ${MODEL_LIMITS}`,
    access: writing,
    query,
    body: multipart(UploadFileBody, { maxBytes: MAX_MODEL_FILE_BYTES + MULTIPART_BYTES }),
    answer: DataModelWriteResponse,
    refusals: ['upload_not_found', 'model_path_invalid', 'model_file_too_large', 'model_too_large'],
  }),
  finishUpload: operation(`POST ${model}/upload/finish`, {
    summary: 'Finish an upload',
    description:
      'Commits the files of the upload to its branch and builds it. A hash that is not that of what was sent or is there, or a ' +
      'file that is neither, is 400 and nothing has changed: send it, and finish again. Where the branch has moved since the ' +
      'upload began, the answer is 409. Repeated, it answers what was done, until the upload expires.',
    access: writing,
    query,
    body: json(FinishUploadBody, { maxBytes: MAX_MODEL_BODY_BYTES }),
    answer: FinishUploadResponse,
    refusals: [
      'upload_not_found',
      'branch_not_found',
      'branch_changed',
      'branch_protected',
      'branch_of_another',
      'model_path_invalid',
      'model_path_taken',
      'model_file_too_large',
      'model_too_large',
    ],
  }),
};
