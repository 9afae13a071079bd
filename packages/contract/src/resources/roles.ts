import { permissions } from '../access.ts';
import { MAX_NAME_LENGTH, MAX_POLICY_RESOURCES } from '../limits.ts';
import { describe, input, list, oneOf, text, type Static } from '../schema.ts';

export const PermissionName = oneOf('Something that a caller may be permitted.', permissions);
export type PermissionName = Static<typeof PermissionName>;

export const PolicyResourceType = oneOf('What a policy is about.', [
  'Global',
  'Deployment',
  'Report',
  'ReportFolder',
  'Agent',
  'AgentSpace',
  'Workbook',
  'Dashboard',
  'Folder',
  'ChatThread',
]);
export type PolicyResourceType = Static<typeof PolicyResourceType>;

export const Policy = input('What is permitted on which resources.', {
  resourceType: describe(PolicyResourceType, 'The kind of the resources; `Global` is the account.'),
  actions: list(PermissionName, 'What is permitted; `All` is everything.', {
    minItems: 1,
    maxItems: permissions.length,
    example: ['DeploymentRead', 'SchemaRead'],
  }),
  resources: list(
    text('Id of a resource, or `All`.', { minLength: 1, maxLength: MAX_NAME_LENGTH, example: '7' }),
    'The resources by their ids, written as texts; `All` is every one.',
    { minItems: 1, maxItems: MAX_POLICY_RESOURCES },
  ),
});
export type Policy = Static<typeof Policy>;
