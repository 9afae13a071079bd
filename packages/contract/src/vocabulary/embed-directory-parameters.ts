import { parameter } from './define-parameter.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { id, text } from '../schema.ts';

/** Path parameters of embed tenants, their users and groups. */
export const embedDirectoryParameters = {
  embedTenantName: parameter(
    text('Name of the embed tenant, in any case where nothing else is said.', {
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      example: 'northwind',
    }),
    'embed_tenant_not_found',
  ),
  embedGroupId: parameter(id('Id of the group of an embed tenant.'), 'embed_group_not_found'),
};
