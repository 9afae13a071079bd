import { parameter } from './define-parameter.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { id, text } from '../schema.ts';

/** Path parameters of users. */
export const userParameters = {
  userId: parameter(id('Id of the user.'), 'user_not_found'),
  accountName: parameter(
    text('Name of the account.', { minLength: 1, maxLength: MAX_NAME_LENGTH, example: 'default' }),
    'account_not_found',
  ),
};
