import { signedInOrCreator } from '../access.ts';
import { operationsTagged } from '../operation.ts';
import { boolean, input, pick, type Static } from '../schema.ts';
import { WorkspaceItemRefInput } from './workspace.ts';

export const UpdateFavoriteInput = input('Whether an item is a favourite of the caller.', {
  ...pick(WorkspaceItemRefInput, 'type', 'id'),
  isFavorite: boolean('True marks it, false takes the mark away.'),
});
export type UpdateFavoriteInput = Static<typeof UpdateFavoriteInput>;

const operation = operationsTagged('Workspace');

export const favoriteOperations = {
  updateFavorite: operation('PUT /api/v1/deployments/{deploymentId}/workspace/favorite', {
    summary: 'Mark an item as a favourite',
    description:
      'Marks a folder, workbook or report for the caller alone, or takes the mark away. Repeating it changes nothing. Needs read access.',
    access: signedInOrCreator,
    body: UpdateFavoriteInput,
    answer: UpdateFavoriteInput,
    refusals: ['folder_not_found', 'workbook_not_found', 'report_not_found'],
  }),
};
