import { defineError } from './define-error.ts';

/** Refusals of requests about folders. */
export const folderErrors = {
  folder_name_taken: defineError<{ name: string }>(
    400,
    ({ name }) => `A folder named ${JSON.stringify(name)} is already there; choose another name`,
  ),
  folder_has_subfolders: defineError<{ count: number }>(
    400,
    ({ count }) =>
      `The folder has ${count} ${count === 1 ? 'sub-folder' : 'sub-folders'}; delete or move them first`,
  ),
  folder_move_into_itself: defineError(
    400,
    () => 'A folder cannot be moved into itself or into a folder below it',
  ),
  folder_too_deep: defineError<{ max: number }>(400, ({ max }) => `Folders nest at most ${max} levels deep`),
  folder_not_found: defineError<{ id: number }>(
    404,
    ({ id }) => `There is no folder ${id} in this deployment`,
  ),
};
