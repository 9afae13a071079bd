import type { userAttributeOperations } from '@oriel/contract';
import { userOf } from '../../access/principal.ts';
import { unscopedUserOf } from '../../access/scope.ts';
import type { Handlers } from '../../http/handler.ts';
import type { AttributeService } from './attribute-service.ts';

/** Makes the handlers of attributes of users and of their values. */
export function createAttributeRoutes(
  attributes: AttributeService,
): Handlers<typeof userAttributeOperations> {
  return {
    getUserAttributes: ({ principal, query }) => attributes.list(userOf(principal), query),
    createUserAttribute: ({ principal, body }) => attributes.create(userOf(principal), body),
    updateUserAttribute: ({ principal, params, body }) =>
      attributes.update(userOf(principal), params.userAttributeId, body),
    getUserAttributeValues: ({ principal, params }) =>
      attributes.listValues(unscopedUserOf(principal), params.userId),
    createUserAttributeValue: ({ principal, body }) => attributes.setValue(userOf(principal), body),
  };
}
