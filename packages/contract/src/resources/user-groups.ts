import { adminOnly } from '../access.ts';
import { MAX_GROUP_CHANGE, MAX_NAME_LENGTH, MAX_USER_ROLES } from '../limits.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  id,
  input,
  integer,
  list,
  nullish,
  object,
  optional,
  pick,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { page, paging } from '../lists.ts';
import { User } from './users.ts';

export const UserGroup = object('A group of users.', {
  id: id('Id of the group.'),
  name: text(
    'Name; unique in the account, more than spaces, and not one that begins with `system:`. Access policies of data models ' +
      'name groups by it.',
    { pattern: '\\S', maxLength: MAX_NAME_LENGTH, example: 'managers' },
  ),
  description: nullish(
    text('What the group is for.', { maxLength: MAX_NAME_LENGTH, example: 'Heads of department' }),
  ),
  roles: list(
    text('Name of a role.', { maxLength: MAX_NAME_LENGTH, example: 'Explorer' }),
    'The names of the roles that its members have by it: a built-in one first, then those of the account by name.',
    { maxItems: MAX_USER_ROLES },
  ),
  userCount: integer('How many users it has.', { minimum: 0, example: 3 }),
  createdAt: timestamp('When it was created.'),
  updatedAt: timestamp('When it was last changed.'),
});
export type UserGroup = Static<typeof UserGroup>;

export const UserGroupsListResponse = page(UserGroup);
export type UserGroupsListResponse = Static<typeof UserGroupsListResponse>;

export const CreateUserGroupInput = input('A group to create.', {
  ...pick(UserGroup, 'name', 'description'),
  roles: optional(UserGroup.properties.roles),
});
export type CreateUserGroupInput = Static<typeof CreateUserGroupInput>;

export const UpdateUserGroupInput = input('Changes of a group; what is absent stays.', {
  name: optional(UserGroup.properties.name),
  ...pick(UserGroup, 'description'),
  roles: optional(UserGroup.properties.roles),
});
export type UpdateUserGroupInput = Static<typeof UpdateUserGroupInput>;

export const UserGroupMembersInput = input('Users of a group.', {
  userIds: list(id('Id of a user.'), 'The users; one that is named twice counts once.', {
    minItems: 1,
    maxItems: MAX_GROUP_CHANGE,
  }),
});
export type UserGroupMembersInput = Static<typeof UserGroupMembersInput>;

export const AddedUserGroupMembers = object('What became of each user.', {
  addedUserIds: list(id('Id of a user.'), 'The users who are members now and were none before.'),
  unchangedUserIds: list(id('Id of a user.'), 'The users who were members already.'),
});
export type AddedUserGroupMembers = Static<typeof AddedUserGroupMembers>;

const groups = '/api/v1/user-groups';
const operation = operationsTagged('User Groups');

export const userGroupOperations = {
  getUserGroups: operation(`GET ${groups}`, {
    summary: 'List the groups',
    description:
      'The groups of users of the account, the newest first. A key that is scoped to deployments is refused.',
    access: adminOnly,
    query: { search: nullish(text('Part of the name, in any case.')), ...paging },
    answer: UserGroupsListResponse,
    refusals: ['invalid_cursor'],
  }),
  createUserGroup: operation(`POST ${groups}`, {
    summary: 'Create a group',
    description: 'Members have the roles that it names, besides their own.',
    access: adminOnly,
    body: CreateUserGroupInput,
    answer: UserGroup,
    refusals: ['group_name_taken', 'roles_not_found'],
  }),
  // #region operation
  getUserGroup: operation(`GET ${groups}/{groupId}`, {
    summary: 'Get a group',
    description: 'One group of users. A key that is scoped to deployments is refused.',
    access: adminOnly,
    answer: UserGroup,
  }),
  // #endregion
  updateUserGroup: operation(`PUT ${groups}/{groupId}`, {
    summary: 'Change a group',
    description:
      '`roles` replaces the roles that it confers. Access policies of data models name groups, so that a new name needs a ' +
      'change of theirs.',
    access: adminOnly,
    body: optionalJson(UpdateUserGroupInput),
    answer: UserGroup,
    refusals: ['group_name_taken', 'roles_not_found'],
  }),
  deleteUserGroup: operation(`DELETE ${groups}/{groupId}`, {
    summary: 'Delete a group',
    description: 'Its members lose the roles that it confers, and what was shared with it.',
    access: adminOnly,
  }),
  getUserGroupUsers: operation(`GET ${groups}/{groupId}/users`, {
    summary: 'List the users of a group',
    description: 'By e-mail address. A key that is scoped to deployments is refused.',
    access: adminOnly,
    query: paging,
    answer: page(User),
    refusals: ['invalid_cursor'],
  }),
  addUserGroupUsers: operation(`POST ${groups}/{groupId}/users`, {
    summary: 'Add users to a group',
    description: 'All of them or, where one is not there, none.',
    access: adminOnly,
    body: UserGroupMembersInput,
    answer: AddedUserGroupMembers,
    refusals: ['user_not_found'],
  }),
  removeUserGroupUsers: operation(`DELETE ${groups}/{groupId}/users`, {
    summary: 'Remove users from a group',
    description: 'Users who are no members are passed over.',
    access: adminOnly,
    body: UserGroupMembersInput,
  }),
};
