import { parameter } from './define-parameter.ts';
import { text } from '../schema.ts';

/** Path parameters of transform syncs. */
export const transformSyncParameters = {
  syncJobId: parameter(
    text('Id of the transform sync.', {
      minLength: 1,
      maxLength: 64,
      example: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
    }),
    'transform_sync_not_found',
  ),
};
