import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

/** Path parameters of roles. */
export const roleParameters = {
  roleId: parameter(id('Id of the role.'), 'role_not_found'),
};
