import { signedIn } from '../access.ts';
import { boundedTo } from '../bounded-schemas.ts';
import {
  MAX_CURSOR_LENGTH,
  MAX_FINDINGS_BYTES,
  MAX_MODEL_BODY_BYTES,
  MAX_MODEL_FILES,
  MAX_MODEL_FILE_BYTES,
  MAX_PAGE_SIZE,
  MAX_PATH_LENGTH,
} from '../limits.ts';
import { json, operationsTagged } from '../operation.ts';
import {
  boolean,
  describe,
  freeObject,
  id,
  input,
  integer,
  list,
  nullish,
  object,
  oneOf,
  optional,
  text,
  type Static,
} from '../schema.ts';
import { PageInfo } from './common.ts';

export const branchName = (description: string) =>
  text(description, { minLength: 1, maxLength: MAX_PATH_LENGTH, example: 'next' });

/** How a request names a branch. */
export const branchFields = {
  branchName: optional(branchName('The branch; default the one that the caller has in dev mode.')),
  branchId: optional(id('The same by its id.')),
};

const path = (description: string) =>
  text(description, { minLength: 1, maxLength: MAX_PATH_LENGTH, example: 'model/cubes/orders.yml' });

export const DataModelFileContent = input('A file to write.', {
  path: path('Path in the repository.'),
  content: text('The whole text of the file.', {
    maxLength: MAX_MODEL_BODY_BYTES,
    example: 'cubes:\n  - name: orders\n    sql_table: orders\n',
  }),
});
export type DataModelFileContent = Static<typeof DataModelFileContent>;

export const DataModelFilePath = input('A file or a folder to remove.', {
  path: path('Path in the repository; that of a folder stands for everything in it.'),
});
export type DataModelFilePath = Static<typeof DataModelFilePath>;

export const DataModelFileRename = input('A file or a folder to rename.', {
  path: path('Path in the repository.'),
  newPath: text('Its new path, which nothing else has.', {
    minLength: 1,
    maxLength: MAX_PATH_LENGTH,
    example: 'model/cubes/sales.yml',
  }),
});
export type DataModelFileRename = Static<typeof DataModelFileRename>;

const files = { minItems: 1, maxItems: 2 * MAX_MODEL_FILES };

export const UpdateDataModelFilesInput = input('Files to write, all of them or none.', {
  files: list(DataModelFileContent, 'The files, each path once.', files),
  ...branchFields,
});
export type UpdateDataModelFilesInput = Static<typeof UpdateDataModelFilesInput>;

export const RemoveDataModelFilesInput = input('Files to remove, all of them or none.', {
  files: list(DataModelFilePath, 'The files and folders.', files),
  ...branchFields,
});
export type RemoveDataModelFilesInput = Static<typeof RemoveDataModelFilesInput>;

export const RenameDataModelFilesInput = input('Files to rename, all of them or none.', {
  files: list(DataModelFileRename, 'The files and folders. In this order.', files),
  ...branchFields,
});
export type RenameDataModelFilesInput = Static<typeof RenameDataModelFilesInput>;

export const DataModelWriteResponse = object('A change was made.', {
  success: boolean('Always true: what cannot be done is refused.'),
});
export type DataModelWriteResponse = Static<typeof DataModelWriteResponse>;

export const SourceTreeNode = object('A file or a folder of a data model.', {
  name: text('Name of the file or the folder, without those above it.', {
    maxLength: MAX_PATH_LENGTH,
    example: 'orders.yml',
  }),
  path: text('Its path in the repository.', { example: 'model/cubes/orders.yml' }),
  type: oneOf('Which of the two it is.', ['file', 'folder']),
  content: optional(
    text('The text of a file, where contents were asked for and it is one.', {
      maxLength: MAX_MODEL_FILE_BYTES,
    }),
  ),
  children: optional(
    list(
      freeObject('A node of the same shape.'),
      'What is in a folder: folders first, then files, by name.',
      {
        maxItems: MAX_PAGE_SIZE * 1000,
      },
    ),
  ),
});
export type SourceTreeNode = Static<typeof SourceTreeNode>;

const nodes = { maxItems: MAX_PAGE_SIZE * 1000 };

export const SourceTreeResponse = object('The files of a branch.', {
  items: list(SourceTreeNode, 'Files and folders at the top: folders first, then files, by name.', nodes),
  data: list(SourceTreeNode, 'The same as `items`, for older clients.', { ...nodes, deprecated: true }),
  pageInfo: nullish(describe(PageInfo, 'Where the page lies among the nodes at the top.')),
});
export type SourceTreeResponse = Static<typeof SourceTreeResponse>;

export const DataModelValidationError = object('A problem of a data model.', {
  message: text(
    'Where it is, as file:line:column, and what is wrong, with what to do about it where that is known.',
    {
      example: 'model/cubes/orders.yml:3:5: The cube orders has no sql_table',
    },
  ),
  fileName: nullish(
    text('Path of the file with the fault; null where it is in none.', { example: 'model/cubes/orders.yml' }),
  ),
});
export type DataModelValidationError = Static<typeof DataModelValidationError>;

/** An entry takes 10,000 characters and a path at most. */
const MAX_ERROR_BYTES = 128 * 1024;

export const DataModelFindings = boundedTo(
  MAX_FINDINGS_BYTES + MAX_ERROR_BYTES,
  list(DataModelValidationError, 'Problems of a data model: at most 1,000, and 8 MiB together.'),
);

export const DataModelValidationResponseMode = oneOf(
  '`production` for the branch that is deployed, `dev_mode` for every other.',
  ['production', 'dev_mode'],
);
export type DataModelValidationResponseMode = Static<typeof DataModelValidationResponseMode>;

export const DataModelValidationResponse = object('Whether the data model of a branch compiles.', {
  valid: boolean('Whether it does.'),
  errors: describe(
    DataModelFindings,
    'The problems, in the order of files and lines; empty where there is none.',
  ),
  warnings: describe(
    DataModelFindings,
    'What defines something and is none of the model, such as a file outside of its folder; the model compiles all the same.',
  ),
  cubesCount: nullish(
    integer('Cubes and views of the model; null where it does not compile.', { minimum: 0 }),
  ),
  branchName: text('Name of the branch that was checked.', { example: 'master' }),
  deploymentId: id('Id of the deployment.'),
  mode: describe(DataModelValidationResponseMode, 'Which kind of branch it is.'),
});
export type DataModelValidationResponse = Static<typeof DataModelValidationResponse>;

const model = '/build/api/v1/deployments/{deploymentId}/data-model';
const operation = operationsTagged('Data Model');
const reading = { ...signedIn, permission: 'SchemaRead' } as const;
const writing = { ...signedIn, permission: 'SchemaUpdateDevBranches' } as const;

const body = <S extends Parameters<typeof json>[0]>(schema: S) =>
  json(schema, { maxBytes: MAX_MODEL_BODY_BYTES });

const rules =
  'Only on a dev-mode branch of the caller’s own, and seen there at once; other branches are changed by commits and merges. ' +
  'All files are changed or none. Where another request has changed the same branch meanwhile, the answer is 409 and nothing is lost.';
const paths =
  'A path has no empty part, no `.` or `..`, no `.git`, no backslash and no control character, at most 255 bytes a part, and ' +
  'goes through no symbolic link.';
const refusals = [
  'not_dev_branch',
  'branch_not_found',
  'branch_changed',
  'branch_of_another',
  'model_path_invalid',
  'model_path_taken',
] as const;

export const modelFileOperations = {
  listFiles: operation(`GET ${model}/files`, {
    summary: 'List the files of a data model',
    description:
      'The tree of files of a branch, with what is saved and not committed yet. A page counts the nodes at the top alone; ' +
      'each comes with everything in it. Without `first` the whole tree comes.',
    access: reading,
    query: {
      withContent: optional(boolean('Whether the texts of files come along; default false.')),
      branchName: optional(
        branchName(
          'The branch; default the one that the caller has in dev mode, else the one that is deployed.',
        ),
      ),
      showLastCLIUpload: optional(
        boolean('Whether the files are those of the last upload to the branch; none where there was none.'),
      ),
      first: nullish(
        integer('Nodes of a page; default all.', { minimum: 1, maximum: MAX_PAGE_SIZE, example: 50 }),
      ),
      after: nullish(text('`pageInfo.endCursor` of the page before.', { maxLength: MAX_CURSOR_LENGTH })),
    },
    answer: SourceTreeResponse,
    refusals: ['invalid_cursor', 'branch_not_found'],
  }),
  updateFiles: operation(`PUT ${model}/files`, {
    summary: 'Write files of a data model',
    description: `Creates the files that are not there, and overwrites the others. ${rules} ${paths}`,
    access: writing,
    body: body(UpdateDataModelFilesInput),
    answer: DataModelWriteResponse,
    refusals: [...refusals, 'model_file_too_large', 'model_too_large'],
  }),
  removeFiles: operation(`DELETE ${model}/files`, {
    summary: 'Remove files of a data model',
    description: `Removes files and whole folders. ${rules}`,
    access: writing,
    body: body(RemoveDataModelFilesInput),
    answer: DataModelWriteResponse,
    refusals: [...refusals, 'model_file_not_found', 'model_file_too_large', 'model_too_large'],
  }),
  renameFiles: operation(`POST ${model}/files/rename`, {
    summary: 'Rename files of a data model',
    description: `Gives files and whole folders new paths. ${rules} ${paths}`,
    access: writing,
    body: body(RenameDataModelFilesInput),
    answer: DataModelWriteResponse,
    refusals: [...refusals, 'model_file_not_found', 'model_file_too_large', 'model_too_large'],
  }),
  validateDataModel: operation(`GET ${model}/validate`, {
    summary: 'Check a data model',
    description:
      'Compiles the newest state of a branch, with what is saved and not committed yet, and names every problem. A model that ' +
      'does not compile is no fault of the request: it is 200 with `valid` false.',
    access: reading,
    query: {
      branchName: optional(branchName('The branch; default the one that is deployed.')),
      devMode: optional(
        boolean('Whether the branch that the caller has in dev mode is meant; excludes `branchName`.'),
      ),
    },
    answer: DataModelValidationResponse,
    refusals: ['branch_not_found', 'not_in_dev_mode'],
  }),
};
