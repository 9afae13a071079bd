import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

/** Path parameters of user attributes. */
export const userAttributeParameters = {
  userAttributeId: parameter(id('Id of the attribute of users.'), 'user_attribute_not_found'),
};
