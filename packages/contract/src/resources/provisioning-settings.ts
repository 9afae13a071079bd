import { adminOnly } from '../access.ts';
import { MAX_NAME_LENGTH, MAX_ROLE_MAPPINGS } from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import { boolean, input, list, optional, text, type Static } from '../schema.ts';

const role = (description: string) =>
  text(
    `${description}: \`Viewer\`, \`Explorer\`, \`Developer\` or a role of the account, by name in any case; none that makes administrators.`,
    { minLength: 1, maxLength: MAX_NAME_LENGTH, pattern: '\\S', example: 'Explorer' },
  );

export const GroupRoleMapping = input('A role that the members of a group get.', {
  group: text('Name of the group at the identity provider, in any case; it need not exist yet.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: '\\S',
    example: 'Analysts',
  }),
  role: role('The role'),
});
export type GroupRoleMapping = Static<typeof GroupRoleMapping>;

export const ProvisioningSettings = input('What identity providers do with users.', {
  defaultRole: role('What a user has who is created by single sign-on or SCIM'),
  roleByGroup: list(
    GroupRoleMapping,
    'Roles by group. With single sign-on they take the place of the default role when a user is created; with SCIM they are ' +
      'added each time the provider sends members of the group, and stay when a user leaves it.',
    { maxItems: MAX_ROLE_MAPPINGS },
  ),
  managesAdministrators: optional(
    boolean(
      'Whether SCIM, and API keys that are narrowed to groups of operations, may make administrators and change how they sign in: ' +
        'their addresses, `externalId`, passwords, second factors and activation, and identity providers. Default false: they are ' +
        'refused with `administrator_protected`. Such a key may not turn it on.',
    ),
  ),
});
export type ProvisioningSettings = Static<typeof ProvisioningSettings>;

const path = '/api/v1/provisioning-settings';
const operation = operationsTagged('Provisioning');

export const provisioningOperations = {
  getProvisioningSettings: operation(`GET ${path}`, {
    summary: 'Get the roles of provisioned users',
    description:
      'Without a default role of its own the account has `Viewer`. A key that is scoped to deployments is refused.',
    access: adminOnly,
    answer: ProvisioningSettings,
  }),
  updateProvisioningSettings: operation(`PUT ${path}`, {
    summary: 'Set the roles of provisioned users',
    description:
      'Replaces all of it, for users that are created and members that are sent from then on. A role that is deleted gives its place ' +
      'to `Viewer` as the default and leaves the groups; one that makes administrators later is passed over.',
    access: adminOnly,
    body: ProvisioningSettings,
    answer: ProvisioningSettings,
  }),
};
