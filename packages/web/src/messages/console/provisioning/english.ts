/** The English texts of users that identity providers create. */
export const provisioningEnglish = {
  provisioning: {
    title: 'Roles of new users',
    hint: 'What users may do whom single sign-on or SCIM creates. The roles make no administrator.',
    unloaded: 'The roles of new users could not be loaded',
    defaultRole: 'Default role',
    defaultHint: 'For who is created without a group below.',
    byGroup: 'Roles by group',
    byGroupHint:
      'Groups by the names that the identity provider sends, in any case. With single sign-on they replace the default role when a user is created; SCIM adds them each time it sends members.',
    group: 'Group {{count}}',
    groupExample: 'Analysts',
    role: 'Role of group {{count}}',
    add: 'Add a group',
    remove: 'Remove group {{count}}',
    administrators: 'May change how administrators sign in',
    administratorsHint:
      'Lets SCIM, and keys that are narrowed to groups of operations, change addresses, passwords and second factors of administrators, make administrators, and set up identity providers. Who holds such a key can then become an administrator.',
  },
  scim: {
    title: 'Provisioning by SCIM',
    hint: 'An identity provider that speaks SCIM 2.0 creates, changes and deactivates users and groups. Who is deactivated is out with the next request.',
    address: 'Base address',
    token:
      'The token of the provider is an API key of an administrator that reaches all deployments. It acts as you and ends with your user.',
    newKey: 'New key for SCIM',
    keyName: 'Provisioning by SCIM',
  },
} as const;
