import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

/** Path parameters of folders. */
export const folderParameters = {
  folderId: parameter(id('Id of the folder.'), 'folder_not_found'),
};
