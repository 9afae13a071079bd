import { defineError } from './define-error.ts';

/** Refusals of requests about the trash. */
export const trashErrors = {
  trashed_item_not_found: defineError<{ id: number }>(
    404,
    ({ id }) =>
      `There is no item ${id} in the trash of this deployment; what was deleted is kept for a day and is seen by its owner, who deleted it, and administrators`,
  ),
  moved_since: defineError(409, () => 'It was moved again since, and stays where it is'),
  undo_not_found: defineError(
    404,
    () => 'There is nothing to undo by this id: a change can be undone for a day, by the user who made it',
  ),
};
