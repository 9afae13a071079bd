import { adminOnly } from '../access.ts';
import { MAX_BULK_ITEMS, MAX_GROUP_CHANGE, MAX_NAME_LENGTH } from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import {
  describe,
  id,
  input,
  integer,
  list,
  nullish,
  object,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { EmbedUserProfile } from './embed-sessions.ts';
import { dryRun } from './common.ts';
import { page, paging, pagingOrNull } from '../lists.ts';
import { BulkActionError } from './workspace.ts';

const MAX_GROUP_NAME_LENGTH = 100;
const MAX_DESCRIPTION_LENGTH = 500;

export const EmbedTenant = object('A customer of the account, with viewers of its own.', {
  id: id('Id of the embed tenant.'),
  name: text('Name, as sessions are generated with it.', { example: 'northwind' }),
  displayName: nullish(text('Name for display.', { example: 'Northwind Ltd' })),
  userCount: integer('How many viewers it has, ephemeral ones aside.', { minimum: 0, example: 3 }),
  createdAt: nullish(timestamp('When it was created.')),
});
export type EmbedTenant = Static<typeof EmbedTenant>;

export const EmbedTenantsPublicResponse = page(EmbedTenant);
export type EmbedTenantsPublicResponse = Static<typeof EmbedTenantsPublicResponse>;

export const EmbedUser = object('A viewer: a person without an account who looks at embedded surfaces.', {
  id: id('Id of the viewer; no user of the console is meant by it.'),
  username: text('The e-mail address, or where there is none the external id.', {
    maxLength: MAX_NAME_LENGTH,
    example: 'ada@example.com',
  }),
  externalId: nullish(
    text('Id of the viewer in the system of the host, in lower case.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'customer-17',
    }),
  ),
  email: nullish(
    text('E-mail address of the user; null for none.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'ada@example.com',
    }),
  ),
  firstName: nullish(text('Name for display.', { maxLength: MAX_NAME_LENGTH, example: 'Ada' })),
  createdAt: nullish(timestamp('When it was created.')),
  lastLogin: nullish(timestamp('When the last session was generated, to the minute; null for never.')),
});
export type EmbedUser = Static<typeof EmbedUser>;

export const EmbedUsersPublicResponse = page(EmbedUser);
export type EmbedUsersPublicResponse = Static<typeof EmbedUsersPublicResponse>;

const groupName = (description: string) =>
  text(description, { maxLength: MAX_NAME_LENGTH, example: 'Buyers' });

export const ProvisionEmbedUserInput = input('A viewer as it shall be.', {
  externalId: text(
    'Id of the viewer in the system of the host; kept without spaces at the ends, in lower case.',
    {
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      pattern: '\\S',
      example: 'customer-17',
    },
  ),
  email: nullish(
    text('E-mail address; left out it stays.', {
      format: 'email',
      maxLength: MAX_NAME_LENGTH,
      example: 'ada@example.com',
    }),
  ),
  userProfile: nullish(describe(EmbedUserProfile, 'How the viewer is shown; what is left out stays.')),
  groups: nullish(
    list(
      text('Name of a group of the account.', { maxLength: MAX_NAME_LENGTH, example: 'managers' }),
      'Groups of the account, instead of those of before; an empty list is none, left out they stay.',
    ),
  ),
  tenantGroups: nullish(
    list(groupName('Name of a group of the embed tenant.'), 'The same of groups of the embed tenant.'),
  ),
});
export type ProvisionEmbedUserInput = Static<typeof ProvisionEmbedUserInput>;

export const ProvisionEmbedUsersInput = input('Viewers as they shall be.', {
  users: list(ProvisionEmbedUserInput, 'The viewers, in order; of one that is named twice the last holds.', {
    minItems: 1,
    maxItems: MAX_BULK_ITEMS,
  }),
  dryRun,
});
export type ProvisionEmbedUsersInput = Static<typeof ProvisionEmbedUsersInput>;

export const ProvisionEmbedUserFailure = object('A viewer that was refused.', {
  externalId: text('The id that was sent.', { example: 'customer-17' }),
  error: describe(BulkActionError, 'Why this user was not provisioned.'),
});
export type ProvisionEmbedUserFailure = Static<typeof ProvisionEmbedUserFailure>;

export const ProvisionEmbedUsersResponse = object('What became of each viewer.', {
  succeeded: list(EmbedUser, 'The viewers that are as they shall be, in the order of the request.', {
    maxItems: MAX_BULK_ITEMS,
  }),
  failed: list(ProvisionEmbedUserFailure, 'Those that were refused, and why.', { maxItems: MAX_BULK_ITEMS }),
});
export type ProvisionEmbedUsersResponse = Static<typeof ProvisionEmbedUsersResponse>;

export const UserGroupDTO = object('A group of one embed tenant.', {
  id: id('Id of the group.'),
  name: text('Name, unique in the embed tenant.', { example: 'Buyers' }),
  description: nullish(text('What it is for.', { example: 'Who may order' })),
  userCount: nullish(integer('How many viewers it has.', { minimum: 0, example: 3 })),
});
export type UserGroupDTO = Static<typeof UserGroupDTO>;

export const UserGroupsConnectionResponse = page(UserGroupDTO);
export type UserGroupsConnectionResponse = Static<typeof UserGroupsConnectionResponse>;

const description = nullish(
  text('What the group is for; an empty text is none.', {
    maxLength: MAX_DESCRIPTION_LENGTH,
    example: 'Who may order',
  }),
);

export const CreateEmbedGroupInput = input('A group to create.', {
  name: text('Name, unique in the embed tenant; not one that begins with `system:`.', {
    minLength: 1,
    maxLength: MAX_GROUP_NAME_LENGTH,
    pattern: '\\S',
    example: 'Buyers',
  }),
  description,
});
export type CreateEmbedGroupInput = Static<typeof CreateEmbedGroupInput>;

export const UpdateEmbedGroupInput = input(
  'Changes of a group. Its name stays: policies of data models name it.',
  {
    description,
  },
);
export type UpdateEmbedGroupInput = Static<typeof UpdateEmbedGroupInput>;

export const EmbedGroupMemberInput = input('A viewer, by exactly one of two ids.', {
  externalId: nullish(
    text('Id in the system of the host.', {
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      pattern: '\\S',
      example: 'customer-17',
    }),
  ),
  embedUserId: nullish(integer('Id of the viewer.', { minimum: 1, example: 7 })),
});
export type EmbedGroupMemberInput = Static<typeof EmbedGroupMemberInput>;

export const EmbedGroupMembersInput = input('Viewers of a group.', {
  members: list(EmbedGroupMemberInput, 'The viewers; one that is named twice counts once.', {
    minItems: 1,
    maxItems: MAX_GROUP_CHANGE,
  }),
});
export type EmbedGroupMembersInput = Static<typeof EmbedGroupMembersInput>;

export const EmbedGroupMembersMutationResponse = object('What became of each viewer.', {
  addedMembers: list(EmbedUser, 'The viewers who are members now and were none before.'),
  unchangedMembers: list(EmbedUser, 'The viewers who were members already.'),
});
export type EmbedGroupMembersMutationResponse = Static<typeof EmbedGroupMembersMutationResponse>;

const tenants = '/api/v1/embed-tenants';
const tenant = `${tenants}/{embedTenantName}` as const;
const groups = `${tenant}/groups` as const;
const operation = operationsTagged('Embed Tenants');
const access = adminOnly;
const search = nullish(text('Part of the name, in any case.', { maxLength: MAX_NAME_LENGTH }));
const unscoped = 'A key that is scoped to deployments is refused.';

export const embedDirectoryOperations = {
  listEmbedTenants: operation(`GET ${tenants}`, {
    summary: 'List the embed tenants',
    description: `Those of the account, by name. ${unscoped}`,
    access,
    query: { search, ...paging },
    answer: EmbedTenantsPublicResponse,
    refusals: ['invalid_cursor'],
  }),
  deleteEmbedTenant: operation(`DELETE ${tenant}`, {
    summary: 'Delete an embed tenant',
    description:
      'Deletes it with everything in it: viewers, groups, memberships, attributes, and what was shared with it. It succeeds ' +
      'also where there is none. The name has to be written as it is stored, in lower case, unlike everywhere else, so that ' +
      'nothing is deleted that was not named exactly.',
    access,
  }),
  getGroups: operation(`GET ${groups}`, {
    summary: 'List the groups of an embed tenant',
    description: `Newest first. ${unscoped}`,
    access,
    query: pagingOrNull,
    answer: UserGroupsConnectionResponse,
    refusals: ['invalid_cursor'],
  }),
  createGroup: operation(`POST ${groups}`, {
    summary: 'Create a group of an embed tenant',
    description: 'Sessions in creator mode name it in `tenantGroups` from then on.',
    access,
    body: CreateEmbedGroupInput,
    answer: UserGroupDTO,
    refusals: ['embed_group_name_taken'],
  }),
  getGroup: operation(`GET ${groups}/{embedGroupId}`, {
    summary: 'Get a group of an embed tenant',
    description: `With the number of its viewers. ${unscoped}`,
    access,
    answer: UserGroupDTO,
  }),
  updateGroup: operation(`PATCH ${groups}/{embedGroupId}`, {
    summary: 'Change a group of an embed tenant',
    description: 'Only its description can change.',
    access,
    body: UpdateEmbedGroupInput,
    answer: UserGroupDTO,
  }),
  deleteGroup: operation(`DELETE ${groups}/{embedGroupId}`, {
    summary: 'Delete a group of an embed tenant',
    description: 'Only a group without viewers can be deleted; remove them first.',
    access,
    refusals: ['embed_group_has_members'],
  }),
  getGroupMembers: operation(`GET ${groups}/{embedGroupId}/users`, {
    summary: 'List the viewers of a group',
    description: `The one that was added last first. ${unscoped}`,
    access,
    query: pagingOrNull,
    answer: EmbedUsersPublicResponse,
    refusals: ['invalid_cursor'],
  }),
  addGroupMembers: operation(`POST ${groups}/{embedGroupId}/users`, {
    summary: 'Add viewers to a group',
    description:
      'All or none. An external id that is not known creates a viewer; other groups of a viewer stay. A later session that ' +
      'says `tenantGroups` replaces them in its deployment.',
    access,
    body: EmbedGroupMembersInput,
    answer: EmbedGroupMembersMutationResponse,
    refusals: ['embed_user_not_found', 'embed_user_limit'],
  }),
  removeGroupMembers: operation(`DELETE ${groups}/{embedGroupId}/users`, {
    summary: 'Remove viewers from a group',
    description:
      'The viewers and their other groups stay. Who is no member is skipped, and nobody is created.',
    access,
    body: EmbedGroupMembersInput,
  }),
  provisionEmbedUser: operation(`POST ${tenant}/user`, {
    summary: 'Create or update a viewer',
    description:
      'Ahead of any session. The body is what shall be: the same twice changes nothing the second time. An embed tenant that is ' +
      'not there is created. It holds in every deployment, until a session there says something else.',
    access,
    body: ProvisionEmbedUserInput,
    answer: EmbedUser,
    refusals: ['groups_not_found', 'embed_user_limit'],
  }),
  listEmbedUsers: operation(`GET ${tenant}/users`, {
    summary: 'List the viewers of an embed tenant',
    description: `By username. ${unscoped}`,
    access,
    query: {
      search: nullish(
        text('Part of the e-mail address or of the external id, in any case.', {
          maxLength: MAX_NAME_LENGTH,
        }),
      ),
      ...paging,
    },
    answer: EmbedUsersPublicResponse,
    refusals: ['invalid_cursor'],
  }),
  provisionEmbedUsers: operation(`POST ${tenant}/users`, {
    summary: 'Create or update many viewers',
    description:
      'One after the other in the order of the request, each as the operation for one does it; one that is refused takes none ' +
      'of the others back. 200 whatever becomes of each. In a dry run the ids of viewers that are not there yet are none of theirs.',
    access,
    body: ProvisionEmbedUsersInput,
    answer: ProvisionEmbedUsersResponse,
  }),
};
