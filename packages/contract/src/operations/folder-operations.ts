import { Type } from 'typebox';
import { operation, author, parameters, signedIn } from '../operation.ts';
import { nullable, ref } from '../schema.ts';
import { CreateFolderInput, Folder, FoldersListResponse, UpdateFolderInput } from '../schemas/folders.ts';
import { deploymentParams, Id, paging } from './parameters.ts';

const folderParams = parameters({ deploymentId: Id, folderId: Id });

export const folderOperations = {
  getFolders: operation('getFolders', {
    summary: 'List folders of one level',
    description:
      'The folders directly in parentId, or those at the root, that the caller can see: its own, those it was given, and ' +
      'those that lead to something it can see. In the order of position, then id. data and count serve older clients.',
    access: signedIn,
    params: deploymentParams,
    query: parameters({ parentId: Type.Optional(nullable(Id)), ...paging }),
    answer: FoldersListResponse,
  }),
  createFolder: operation('createFolder', {
    summary: 'Create a folder',
    description:
      'parentId places it in a folder, which needs edit access there; without it the folder lies at the root. Without ' +
      'position it comes last. Folders of one parent have different names and nest at most ten levels deep (400).',
    access: author,
    params: deploymentParams,
    body: CreateFolderInput,
    answer: Folder,
  }),
  updateFolder: operation('updateFolder', {
    summary: 'Rename or reorder a folder',
    description: 'Changes the fields that are sent. Needs edit access. To give it another parent, move it.',
    access: signedIn,
    params: folderParams,
    body: UpdateFolderInput,
    bodyOptional: true,
    answer: Folder,
  }),
  deleteFolder: operation('deleteFolder', {
    summary: 'Delete a folder',
    description:
      'Needs manage access. What lies directly in the folder moves to the root. A folder with sub-folders is refused (400).',
    access: signedIn,
    params: folderParams,
  }),
  getFolderAncestors: operation('getFolderAncestors', {
    summary: 'Get the path to a folder',
    description: 'The folders from the root down to the folder itself, which is last.',
    access: signedIn,
    params: folderParams,
    answer: Type.Array(ref(Folder)),
  }),
};
