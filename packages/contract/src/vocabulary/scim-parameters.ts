import { parameter } from './define-parameter.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { text } from '../schema.ts';
import { scimUrns } from '../values/scim-urns.ts';

/** Path parameters of SCIM. */
export const scimParameters = {
  scimUserId: parameter(
    text('Id of the user.', { minLength: 1, maxLength: MAX_NAME_LENGTH, example: '7' }),
    'user_not_found',
  ),
  scimGroupId: parameter(
    text('Id of the group of users.', { minLength: 1, maxLength: MAX_NAME_LENGTH, example: '7' }),
    'group_not_found',
  ),
  scimSchemaUrn: parameter(
    text('URN of the schema.', {
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      example: scimUrns.user,
    }),
    'not_found',
  ),
  scimResourceType: parameter(
    text('Name of the kind.', { minLength: 1, maxLength: MAX_NAME_LENGTH, example: 'User' }),
    'not_found',
  ),
};
