import { authorOrCreator, signedInOrCreator } from '../access.ts';
import { MAX_FOLDER_DEPTH, MAX_NAME_LENGTH } from '../limits.ts';
import { pageWithCount, paging } from '../lists.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  describe,
  id,
  input,
  integer,
  list,
  nullish,
  object,
  optional,
  pick,
  pickNullish,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { callerRights, ResourceOwner, WorkspaceFolderPathEntry, WorkspaceItemType } from './common.ts';

export const Folder = object('A folder of the workspace.', {
  id: id('Id of the folder.'),
  deploymentId: id('Id of its deployment.'),
  type: describe(WorkspaceItemType, 'Kind of the item: always `FOLDER`.'),
  name: text('Name; unique among the folders beside it, and more than spaces.', {
    pattern: '\\S',
    maxLength: MAX_NAME_LENGTH,
    example: 'Sales',
  }),
  parentId: nullish(id('Id of the folder that it lies in; null at the root.')),
  folderPath: optional(
    list(WorkspaceFolderPathEntry, 'The folders above it, from the root down.', {
      maxItems: MAX_FOLDER_DEPTH,
    }),
  ),
  position: integer('Order among the folders beside it, ascending.', { example: 0 }),
  user: nullish(describe(ResourceOwner, 'Who owns the folder; null after that user was deleted.')),
  createdBy: optional(id('Id of the user who created it.')),
  updatedBy: nullish(id('Id of the user who changed it last.')),
  createdAt: timestamp('When it was created.'),
  updatedAt: timestamp('When it was last changed.'),
  ...callerRights,
});
export type Folder = Static<typeof Folder>;

export const FoldersListResponse = pageWithCount(Folder);
export type FoldersListResponse = Static<typeof FoldersListResponse>;

export const CreateFolderInput = input('A folder to create.', {
  ...pick(Folder, 'name'),
  ...pickNullish(Folder, 'parentId', 'position'),
});
export type CreateFolderInput = Static<typeof CreateFolderInput>;

export const UpdateFolderInput = input(
  'Changes of a folder; what is left out stays.',
  pickNullish(Folder, 'name', 'position'),
);
export type UpdateFolderInput = Static<typeof UpdateFolderInput>;

const folders = '/api/v1/deployments/{deploymentId}/folders';
const operation = operationsTagged('Folders');

export const folderOperations = {
  getFolders: operation(`GET ${folders}`, {
    summary: 'List folders of one level',
    description:
      'The folders directly in `parentId`, or those at the root, that the caller can see: its own, those it was given, and ' +
      'those that lead to something it can see. In the order of position, then id.',
    access: signedInOrCreator,
    query: {
      parentId: nullish(id('Id of the parent of the listed folders; default the root.')),
      ...paging,
    },
    answer: FoldersListResponse,
    refusals: ['invalid_cursor', 'folder_not_found'],
  }),
  createFolder: operation(`POST ${folders}`, {
    summary: 'Create a folder',
    description:
      'In `parentId`, which needs edit access there, or at the root. Without `position` it comes last. Folders nest at most ' +
      'ten levels deep.',
    access: authorOrCreator,
    body: CreateFolderInput,
    answer: Folder,
    refusals: ['folder_name_taken', 'folder_too_deep', 'folder_not_found'],
  }),
  getFolder: operation(`GET ${folders}/{folderId}`, {
    summary: 'Get a folder',
    description: 'Needs read access, or that it leads to something that the caller can see.',
    access: signedInOrCreator,
    answer: Folder,
  }),
  updateFolder: operation(`PUT ${folders}/{folderId}`, {
    summary: 'Rename or reorder a folder',
    description: 'Needs edit access. To give it another parent, move it.',
    access: signedInOrCreator,
    body: optionalJson(UpdateFolderInput),
    answer: Folder,
    refusals: ['folder_name_taken'],
  }),
  deleteFolder: operation(`DELETE ${folders}/{folderId}`, {
    summary: 'Delete a folder',
    description:
      'Needs manage access. Workbooks and reports in it move to the root; a folder with sub-folders is refused.',
    access: signedInOrCreator,
    refusals: ['folder_has_subfolders'],
  }),
  getFolderAncestors: operation(`GET ${folders}/{folderId}/ancestors`, {
    summary: 'Get the path to a folder',
    description: 'The folders from the root down to the folder itself, which is last. Needs read access.',
    access: signedInOrCreator,
    answer: list(Folder, 'The folders, the root first.', { maxItems: MAX_FOLDER_DEPTH }),
  }),
};
