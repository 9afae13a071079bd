import { adminOnly, anyone, signedIn } from '../access.ts';
import { boundedTo } from '../bounded-schemas.ts';
import {
  MAX_ACCOUNT_POLICY_BYTES,
  MAX_BULK_ITEMS,
  MAX_ID,
  MAX_IDENTITY_PROVIDERS,
  MAX_NAME_LENGTH,
  MAX_NEW_PASSWORD_LENGTH,
  MAX_TIMEZONE_LENGTH,
  MAX_USER_ROLES,
  MIN_PASSWORD_LENGTH,
} from '../limits.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  describe,
  freeObject,
  id,
  input,
  integer,
  list,
  nullable,
  nullish,
  object,
  oneOf,
  optional,
  pick,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { dryRun } from './common.ts';
import { page, paging } from '../lists.ts';
import { Policy } from './roles.ts';
import { BulkActionError } from './workspace.ts';

const name = (description: string, example: string) =>
  text(description, { maxLength: MAX_NAME_LENGTH, example });
const flag = (description: string) => nullish(boolean(description));

export const SheetsUserSettingsInput = input('Settings of a user for the add-ins of spreadsheets.', {
  autoRunQueryOnChange: flag('Whether a query runs as soon as it changes.'),
  openExplorationFromSheet: flag('Whether a report is opened from its sheet.'),
  revealSheetOnOpen: flag('Whether opening a report shows the sheet that it is in.'),
  showAppliedFilters: flag('Whether what a table of a spreadsheet is filtered by stands above it.'),
  suppressDuplicateValues: flag('Whether values that repeat the one above are left empty.'),
});
export type SheetsUserSettingsInput = Static<typeof SheetsUserSettingsInput>;

export const UserSettingsInput = input('Settings of a user; what is absent follows the account.', {
  alternatingRowColors: flag('Whether every other row of a table is shaded.'),
  defaultDeploymentId: nullish(id('Id of the deployment that the console opens with.')),
  lastSeenChangelogId: nullish(
    describe(id('Id of an entry.'), 'Taken without effect.', { deprecated: true }),
  ),
  locale: nullish(
    name(
      'Language of the console and of mail to the user, as a BCP 47 tag; without it the console follows the browser, and mail the account.',
      'de',
    ),
  ),
  sheets: nullish(describe(SheetsUserSettingsInput, 'For the add-ins of spreadsheets.')),
  theme: nullish(name('Colours of the console: `light`, `dark` or `system`.', 'dark')),
  timezone: nullish(
    text('Time zone by its IANA name.', { maxLength: MAX_TIMEZONE_LENGTH, example: 'Europe/Berlin' }),
  ),
});
export type UserSettingsInput = Static<typeof UserSettingsInput>;
export type UserSettings = UserSettingsInput;

export const UserAlias = object('Another name of a user at an identity provider.', {
  id: id('Id of the alias.'),
  userId: id('Id of the user.'),
  username: name('The name at the provider.', 'ada.lovelace'),
  source: oneOf('Where it comes from.', ['ldap', 'saml', 'scim', 'manual']),
  createdAt: timestamp('When it was noted.'),
  updatedAt: timestamp('When the user last signed in by it.'),
});
export type UserAlias = Static<typeof UserAlias>;

export const UserImpersonation = object('As whom a user acts at the moment.', {
  impersonatedUser: nullish(freeObject('The other user.')),
  startedAt: nullish(timestamp('When the impersonation began.')),
  expiresAt: nullish(timestamp('When the impersonation ends.')),
});
export type UserImpersonation = Static<typeof UserImpersonation>;

const email = text('E-mail address; unique in the account, whatever its case.', {
  format: 'email',
  maxLength: MAX_NAME_LENGTH,
  example: 'ada@example.com',
});
const username = text('Name to sign in with at other systems; unique in the account, whatever its case.', {
  pattern: '\\S',
  maxLength: MAX_NAME_LENGTH,
  example: 'ada',
});
const picture = nullish(
  text('Address of a picture.', { format: 'uri', maxLength: 2048, example: 'https://example.com/ada.png' }),
);
const externalId = nullish(name('Id of the user in a system of yours.', 'employee-17'));
const roleNames = (description: string) =>
  nullish(list(name('Name of a role.', 'Explorer'), description, { maxItems: MAX_USER_ROLES }));

/** Of the built-in roles, as if they had policies: each permission once for each role. */
const MAX_BUILT_IN_POLICY_BYTES = 64 * 1024;

export const User = object('A user of the account.', {
  id: id('Id of the user.'),
  email,
  username,
  firstName: nullish(name('Name for display.', 'Ada')),
  title: nullish(name('What the user does.', 'Analyst')),
  picture,
  externalId,
  isAdmin: boolean('Whether the user is an administrator, by themselves or through a group.'),
  isDeactivated: nullish(boolean('Whether the user may do nothing until activated again.')),
  defaultRoles: roleNames(
    'The names of the roles that the user has by themselves: a built-in one first, then those of the account by name. Groups ' +
      'may confer others.',
  ),
  activeRoleId: nullish(
    id(
      'Id of the role of the account that the user has, where it is a single one; null for none and for several.',
    ),
  ),
  settings: nullish(describe(UserSettingsInput, 'The settings of the user.')),
  notifications: freeObject(
    'The notifications that the user takes: each by its name, with the value `true`.',
  ),
  tosAccepted: nullish(freeObject('What was noted of terms that the user has accepted, as it was sent.')),
  lastLogin: nullish(timestamp('When the user signed in to the console last; null means never.')),
  createdAt: nullish(timestamp('When the user was created.')),
  updatedAt: nullish(timestamp('When the user was last changed.')),
  aliases: nullish(
    list(UserAlias, 'What SAML providers call the user, by the newest sign-in first.', {
      maxItems: MAX_IDENTITY_PROVIDERS,
    }),
  ),
  gitUser: nullish(name('Name at the git provider; null for none.', 'ada')),
  samlId: nullish(
    name(
      'What the SAML provider of the newest sign-in calls the user (`NameID`); null for none.',
      'ada@idp.example.com',
    ),
  ),
  impersonation: nullish(
    describe(UserImpersonation, 'As whom the user acts; null, since nobody may act as another user.'),
  ),
  userPolicies: nullish(
    boundedTo(
      MAX_ACCOUNT_POLICY_BYTES + MAX_BUILT_IN_POLICY_BYTES,
      list(
        Policy,
        'What the roles of the caller permit, its groups included; only in the answer of `GET /api/v1/users/me`.',
        { maxItems: MAX_ID },
      ),
    ),
  ),
});
export type User = Static<typeof User>;

export const UsersListResponse = page(User);
export type UsersListResponse = Static<typeof UsersListResponse>;

/**
 * What may be a password from now on, as far as a schema can tell: the commonest, and those made of names, are refused
 * besides.
 */
export const newPassword = text(
  'A new password: neither a common one nor made of the names of its user. Nothing is asked of its characters.',
  {
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_NEW_PASSWORD_LENGTH,
    example: 'correct horse battery staple',
  },
);
const password = newPassword;

const managed = {
  firstName: nullish(name('Name for display.', 'Ada')),
  picture,
  isAdmin: nullish(
    boolean(
      'Whether the user is an administrator; the same as the role `Admin`. False for one who was leaves them the role `Viewer`.',
    ),
  ),
  defaultRoles: roleNames(
    'The roles of the user by their names: those of the account, and the built-in ones `Viewer` (also `AIBIViewer`, `Guest`), ' +
      '`Explorer` (`AIBIUser`, `D3User`), `Developer` (`AIBIDeveloper`) and `Admin`, each of which includes those before it, so ' +
      'that the highest is kept. An empty list takes every role away.',
  ),
  settings: nullish(describe(UserSettingsInput, 'Settings of the user; what is absent stays.')),
};

export const UserCreateInput = input('A user to create.', {
  email,
  username,
  ...managed,
  externalId,
  isExternal: nullish(boolean('Taken without effect.')),
  password: nullish(password),
});
export type UserCreateInput = Static<typeof UserCreateInput>;

export const UserUpdateInput = input('Changes of a user; what is absent stays.', {
  ...managed,
  title: nullish(name('What the user does.', 'Analyst')),
  isDeactivated: nullish(
    boolean('True takes access away and ends the sessions of the user; false gives access back.'),
  ),
  password: nullish(password),
  notifications: nullish(
    list(name('Name of a notification.', 'weekly-digest'), 'The notifications that the user takes.', {
      maxItems: 100,
    }),
  ),
  tosAccepted: nullish(freeObject('What to note of terms that the user has accepted.')),
  lastLogin: nullish(timestamp('Taken without effect: the server notes it by itself.')),
  embedTheme: nullish(freeObject('Taken without effect: a session of the embedded surfaces has its own.')),
  securityContext: nullish(
    freeObject('Taken without effect: attributes and groups of a user reach the security context.'),
  ),
});
export type UserUpdateInput = Static<typeof UserUpdateInput>;

export const UserInvitation = object('A link by which a user sets a password.', {
  url: text('The link; it is in this answer and nowhere else, works once, and replaces the one before.', {
    example: 'https://oriel.example.com/invitation#4fQ…',
  }),
  expiresAt: timestamp('When it stops working.'),
  delivery: oneOf(
    'Whether the user has it by mail: `sent` once the mail server has taken it, `not_configured` without a mail server, `failed` ' +
      'where it has not taken it. In the last two cases send the link yourself.',
    ['sent', 'not_configured', 'failed'],
  ),
});
export type UserInvitation = Static<typeof UserInvitation>;

export const CreatedUser = object('A new user.', {
  ...User.properties,
  invitation: nullable(
    describe(
      UserInvitation,
      'The link to send to the user; null for a user that was created with a password.',
    ),
  ),
});
export type CreatedUser = Static<typeof CreatedUser>;

export const AcceptInvitationInput = input('An invitation, and the password to set.', {
  token: text('What follows `#` in the link.', { maxLength: MAX_NAME_LENGTH, example: '4fQ…' }),
  password,
});
export type AcceptInvitationInput = Static<typeof AcceptInvitationInput>;

export const AcceptedInvitation = object('The user with the new password.', {
  email: text('E-mail address to sign in with.', { example: 'ada@example.com' }),
});
export type AcceptedInvitation = Static<typeof AcceptedInvitation>;

export const BulkUserAction = oneOf('What is done to users.', ['DEACTIVATE', 'ACTIVATE', 'DELETE']);
export type BulkUserAction = Static<typeof BulkUserAction>;

export const BulkUserActionInput = input('Users, and what is done to them.', {
  action: describe(BulkUserAction, 'What is done.'),
  userIds: list(id('Id of a user.'), 'The users, in this order; one that is named twice counts once.', {
    minItems: 1,
    maxItems: MAX_BULK_ITEMS,
  }),
  dryRun,
});
export type BulkUserActionInput = Static<typeof BulkUserActionInput>;

export const BulkUserActionFailure = object('A user of a bulk operation that was refused.', {
  userId: id('Id of the user.'),
  error: describe(BulkActionError, 'Why the action failed for this user.'),
});
export type BulkUserActionFailure = Static<typeof BulkUserActionFailure>;

export const UserAccess = object('What hangs on a user.', {
  isActive: boolean('Whether they can sign in.'),
  credentials: integer('API keys, console sessions and environment tokens of theirs that work.', {
    minimum: 0,
    example: 2,
  }),
  sharedItems: integer('Folders, workbooks and reports that are shared with them by name.', {
    minimum: 0,
    example: 3,
  }),
  ownedItems: integer(
    'Folders, workbooks and reports that are theirs; without them, those belong to nobody.',
    {
      minimum: 0,
      example: 7,
    },
  ),
});
export type UserAccess = Static<typeof UserAccess>;

export const BulkUserAccessChange = object('What would hang on a user by a bulk operation.', {
  userId: id('Id of the user.'),
  before: describe(UserAccess, 'Access before the change.'),
  after: nullable(describe(UserAccess, 'Then; null for a user that would be deleted.')),
});

export const BulkUserActionPayload = object('What became of each user.', {
  ...pick(BulkUserActionInput, 'action'),
  succeeded: list(id('Id of a user.'), 'The users to whom it was done, or of whom it held already.'),
  failed: list(BulkUserActionFailure, 'The users that were refused, and why.'),
  accessChanges: optional(
    list(BulkUserAccessChange, 'In a dry run: the users on whom something else would hang than now.', {
      maxItems: MAX_BULK_ITEMS,
    }),
  ),
});
export type BulkUserActionPayload = Static<typeof BulkUserActionPayload>;

const users = '/api/v1/users';
const administration = operationsTagged('Users Admin');

export const userOperations = {
  getUsers: administration(`GET ${users}`, {
    summary: 'List the users',
    description:
      'The users of the account, by e-mail address. A key that is scoped to deployments is refused.',
    access: adminOnly,
    query: {
      search: nullish(text('Part of the name, the username or the e-mail address, in any case.')),
      isDeactivated: nullish(boolean('Only those that are deactivated, or only those that are not.')),
      ...paging,
    },
    answer: UsersListResponse,
    refusals: ['invalid_cursor'],
  }),
  getUser: administration(`GET ${users}/{userId}`, {
    summary: 'Get a user',
    description: 'One user of the account. A key that is scoped to deployments is refused.',
    access: adminOnly,
    answer: User,
  }),
  createUser: administration(`POST ${users}`, {
    summary: 'Create a user',
    description:
      'Without a password the answer has a link, which works for seven days: opening it sets the password of the user. ' +
      'Send it to them. Without roles the user is a `Viewer`.',
    access: adminOnly,
    body: UserCreateInput,
    answer: CreatedUser,
    refusals: ['email_taken', 'username_taken', 'roles_not_found', 'password_refused', 'unknown_host'],
  }),
  updateUser: administration(`PUT ${users}/{userId}`, {
    summary: 'Change a user',
    description:
      'A password that is set ends the console sessions of the user. Nobody deactivates themselves, and one administrator has ' +
      'to remain who is active and is one by themselves.',
    access: adminOnly,
    body: optionalJson(UserUpdateInput),
    answer: User,
    refusals: [
      'roles_not_found',
      'own_deactivation',
      'last_administrator',
      'break_glass_user_needed',
      'password_refused',
    ],
  }),
  deleteUser: administration(`DELETE ${users}/{userId}`, {
    summary: 'Delete a user',
    description:
      'With the keys, sessions, settings and attribute values of the user, and what was shared with them. What they own stays ' +
      'and belongs to nobody. Nobody deletes themselves, and one administrator has to remain.',
    access: adminOnly,
    refusals: ['own_deletion', 'last_administrator', 'break_glass_user_needed'],
  }),
  bulkUserAction: administration(`POST ${users}/bulk`, {
    summary: 'Deactivate, activate or delete users',
    description:
      'Each user by the rules of the single operation, in order and in a transaction of its own: what fails for one does not ' +
      'take back what was done to others. An action on users who are in that state already succeeds and changes nothing. A dry ' +
      'run meets the same refusals, also those by what it would have done to users before.',
    access: adminOnly,
    body: BulkUserActionInput,
    isItemwise: true,
    answer: BulkUserActionPayload,
  }),
  inviteUser: administration(`POST ${users}/{userId}/invitation`, {
    summary: 'Make a new invitation link',
    description:
      'The link works once and for seven days, and replaces the one before; also for a user who has forgotten their password. ' +
      'Until it is used, the password stays as it is.',
    access: adminOnly,
    answer: UserInvitation,
    refusals: ['user_deactivated', 'unknown_host'],
  }),
  acceptInvitation: operationsTagged('Identity')('POST /api/v1/invitations/accept', {
    summary: 'Set a password by an invitation',
    description:
      'The token is the credential and works once. The console sessions of the user end; sign in with the new password.',
    access: anyone,
    body: AcceptInvitationInput,
    answer: AcceptedInvitation,
    refusals: ['invitation_unknown', 'password_refused'],
  }),
  updateMySettings: operationsTagged('Users')(`PATCH ${users}/me/settings`, {
    summary: 'Change your settings',
    description:
      'What is absent stays, and null removes a setting; `sheets` is merged field by field in the same way.',
    access: signedIn,
    body: optionalJson(UserSettingsInput),
    answer: User,
  }),
};
