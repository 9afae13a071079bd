import { parameter } from './define-parameter.ts';
import { id, text } from '../schema.ts';

/** Path parameters of the trash. */
export const trashParameters = {
  trashedItemId: parameter(id('Id of the entry of the trash.'), 'trashed_item_not_found'),
  undoId: parameter(
    text('`undoId` of the answer of a bulk move or delete.', {
      minLength: 36,
      maxLength: 36,
      pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
      example: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
    }),
    'undo_not_found',
  ),
};
