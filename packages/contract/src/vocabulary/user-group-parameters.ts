import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

// #region parameters
/** Path parameters of user groups. */
export const userGroupParameters = {
  groupId: parameter(id('Id of the group of users.'), 'group_not_found'),
};
// #endregion
