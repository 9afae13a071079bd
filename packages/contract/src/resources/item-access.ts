import { authorOrCreator, signedIn, signedInOrCreator } from '../access.ts';
import {
  MAX_ACCESS_CHANGES,
  MAX_CLIENT_URI_LENGTH,
  MAX_FOLDER_DEPTH,
  MAX_ITEM_GRANTS,
  MAX_NAME_LENGTH,
} from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import {
  boolean,
  describe,
  id,
  input,
  integer,
  list,
  nullish,
  object,
  oneOf,
  optional,
  text,
  type Static,
} from '../schema.ts';
import { ResourceOwner, WorkspaceItemType } from './common.ts';

export const AccessSubjectType = oneOf(
  'To whom something is given: a user, a group of users, everybody of the account, the viewers of one embed tenant, or those of all; ' +
    'within the embed tenant of a session in creator mode also one of its viewers, or one of its groups.',
  ['USER', 'GROUP', 'ORGANIZATION', 'EMBED_TENANT', 'ALL_EMBED_USERS', 'EMBED_USER', 'EMBED_GROUP'],
);
export type AccessSubjectType = Static<typeof AccessSubjectType>;

export const ItemAccessLevel = oneOf(
  'To see the content and its data; also to change it and, of a folder, to put something in; also to share, move and delete it.',
  ['read', 'edit', 'manage'],
);
export type ItemAccessLevel = Static<typeof ItemAccessLevel>;

export const AccessSubject = object('A subject that access may be given to.', {
  subjectType: describe(AccessSubjectType, 'Kind of the subject, by which its id is read.'),
  subjectId: nullish(id('Id of the user, of the viewer, or of the group; null for the other kinds.')),
  embedTenantName: nullish(
    text('Name of the embed tenant; null for the other kinds.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'northwind',
    }),
  ),
  name: nullish(
    text('Name of the group, or how the viewer or the embed tenant is shown; null for the other kinds.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'managers',
    }),
  ),
  email: nullish(
    text('E-mail address of the user or the viewer; null for the other kinds.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'ada@example.com',
    }),
  ),
  firstName: nullish(text('Name of the user for display.', { maxLength: MAX_NAME_LENGTH, example: 'Ada' })),
  picture: nullish(
    text('Address of a picture of the user.', {
      maxLength: MAX_CLIENT_URI_LENGTH,
      example: 'https://example.com/ada.png',
    }),
  ),
});
export type AccessSubject = Static<typeof AccessSubject>;

export const AccessPlace = object('An item that hands its access down.', {
  type: describe(WorkspaceItemType, 'Kind of the item, by which its id is read.'),
  id: id('Its id among those of its kind.'),
  name: text(
    'Name of the item; empty where the caller does not see it, as of the workbook of a tab that was shared by itself.',
    {
      maxLength: MAX_NAME_LENGTH,
      example: 'Sales',
    },
  ),
});
export type AccessPlace = Static<typeof AccessPlace>;

export const ItemAccessEntry = object('What one subject was given.', {
  ...AccessSubject.properties,
  level: describe(ItemAccessLevel, 'What it may do.'),
  inheritedFrom: nullish(
    describe(AccessPlace, 'The folder or the workbook that it is given on; null for the item itself.'),
  ),
});
export type ItemAccessEntry = Static<typeof ItemAccessEntry>;

/** Where access to an item is given: on itself, its workbook and the folders above. Each has an owner besides. */
const MAX_PLACES = MAX_FOLDER_DEPTH + 2;

export const ItemAccess = object('Who reaches an item.', {
  owner: nullish(
    describe(ResourceOwner, 'Who owns the item, and manages it; null after that user was deleted.'),
  ),
  entries: list(
    ItemAccessEntry,
    'What holds for each subject: what was given on the item itself, else what is nearest above it. Administrators manage ' +
      'everything, owners of what lies above everything in it.',
    { maxItems: MAX_ITEM_GRANTS * MAX_PLACES },
  ),
});
export type ItemAccess = Static<typeof ItemAccess>;

export const ItemGrantInput = input('What to give to one subject.', {
  subjectType: describe(AccessSubjectType, 'The kind of the subject.'),
  subjectId: nullish(id('Id of the user, of the viewer, or of the group; for those alone.')),
  embedTenantName: nullish(
    text('Name of the embed tenant; for that alone.', { maxLength: MAX_NAME_LENGTH, example: 'northwind' }),
  ),
  level: describe(
    ItemAccessLevel,
    'What it may do. Embed tenants only read; viewers and groups of one read or edit.',
  ),
});
export type ItemGrantInput = Static<typeof ItemGrantInput>;

export const ItemAccessInput = input('What is given on an item.', {
  entries: list(
    ItemGrantInput,
    'Everything that is given on the item itself from now on, each subject once.',
    {
      maxItems: MAX_ITEM_GRANTS,
      example: [{ subjectType: 'USER', subjectId: 7, level: 'edit' }],
    },
  ),
});
export type ItemAccessInput = Static<typeof ItemAccessInput>;

const levelOrNone = (description: string) => oneOf(description, ['none', 'read', 'edit', 'manage']);

export const AccessReason = object('One thing that a user’s access to an item comes from.', {
  kind: oneOf('A role that reaches every item, owning it or what lies above, or something given.', [
    'ROLE',
    'OWNER',
    'GRANT',
  ]),
  level: describe(ItemAccessLevel, 'The level that it leads to by itself.'),
  subject: nullish(describe(AccessSubject, 'To whom it was given; null for what is not given.')),
  place: nullish(describe(AccessPlace, 'The item that is owned, or that it was given on; null for a role.')),
  isDecisive: boolean('Whether the level of the user is this one.'),
});
export type AccessReason = Static<typeof AccessReason>;

export const AccessChange = object('How the access of one subject changes.', {
  subject: describe(AccessSubject, 'Who the access is of.'),
  before: levelOrNone('What it may do now.'),
  after: levelOrNone('What it could do then.'),
});
export type AccessChange = Static<typeof AccessChange>;

export const AccessExplanation = object('Why a user may or may not do something with an item.', {
  userId: id('Id of the user.'),
  level: levelOrNone('What the user may do with the item.'),
  limit: levelOrNone(
    'The most that the roles of the user allow, whatever was given; `none` for one who is deactivated or may not open the deployment.',
  ),
  reasons: list(
    AccessReason,
    'What it comes from, the highest level first; empty where nothing gives access.',
    {
      maxItems: (MAX_ITEM_GRANTS + 1) * MAX_PLACES,
    },
  ),
  move: nullish(
    object('What moving the item to the folder in question would change.', {
      level: levelOrNone('What the user could do with the item then.'),
      changes: list(
        AccessChange,
        `The subjects with access that would change: by what is given, and by owning what lies above. The first ${MAX_ACCESS_CHANGES}.`,
        { maxItems: MAX_ACCESS_CHANGES },
      ),
      count: integer('How many subjects there are; more than `changes` names where there are many.', {
        minimum: 0,
        example: 2,
      }),
    }),
  ),
});
export type AccessExplanation = Static<typeof AccessExplanation>;

export const AccessSubjectsResponse = object('Subjects that were found.', {
  items: list(
    AccessSubject,
    'Users by e-mail address, then groups, then embed tenants by name; viewers and groups of an embed tenant alike. At most 20 of each.',
  ),
});
export type AccessSubjectsResponse = Static<typeof AccessSubjectsResponse>;

const deployment = '/api/v1/deployments/{deploymentId}';
const operation = operationsTagged('Sharing');

const getting = (item: 'folder' | 'workbook' | 'report') =>
  ({
    summary: `Get who reaches a ${item}`,
    record: `${item}Access`,
    description: `Needs manage access to the ${item}.`,
    access: signedInOrCreator,
    answer: ItemAccess,
    isBatched: true,
  }) as const;

const setting = (item: 'folder' | 'workbook' | 'report') =>
  ({
    summary: `Share a ${item}`,
    record: `${item}Access`,
    description:
      `Replaces what is given on the ${item} itself; needs manage access. For each subject what is given here wins over what ` +
      'is given above, more or less; of the subjects that a user is among, the highest level counts. What was given above is ' +
      'taken away there. It takes effect with the answer: a change that a user has begun with access that this takes away is ' +
      'either done before, or refused. An embed session in creator mode shares with its embed tenant, its viewers and its groups ' +
      'alone; what was given to others stays.',
    access: signedInOrCreator,
    body: ItemAccessInput,
    answer: ItemAccess,
    isBatched: true,
    refusals: ['duplicate_subject', 'user_not_found', 'group_not_found', 'embed_tenant_not_found'],
  }) as const;

const explaining = (item: string) =>
  ({
    summary: `Explain what a user may do with a ${item}`,
    description:
      `Which roles, owners and grants it comes from, and with \`folderId\` what moving the ${item} there would change for ` +
      'whom. Needs manage access.',
    access: signedIn,
    query: {
      userId: id('Id of the user.'),
      folderId: optional(
        id('The folder to which it might be moved; 0 is the root. Default: no move is looked at.'),
      ),
    },
    answer: AccessExplanation,
    isBatched: true,
  }) as const;

export const itemAccessOperations = {
  getFolderAccess: operation(`GET ${deployment}/folders/{folderId}/access`, getting('folder')),
  updateFolderAccess: operation(`PUT ${deployment}/folders/{folderId}/access`, setting('folder')),
  explainFolderAccess: operation(`GET ${deployment}/folders/{folderId}/access/explanation`, {
    ...explaining('folder'),
    refusals: ['user_not_found'],
  }),
  getWorkbookAccess: operation(`GET ${deployment}/workbooks/{workbookId}/access`, getting('workbook')),
  updateWorkbookAccess: operation(`PUT ${deployment}/workbooks/{workbookId}/access`, setting('workbook')),
  explainWorkbookAccess: operation(`GET ${deployment}/workbooks/{workbookId}/access/explanation`, {
    ...explaining('workbook'),
    refusals: ['user_not_found', 'folder_not_found'],
  }),
  getReportAccess: operation(`GET ${deployment}/reports/{reportId}/access`, getting('report')),
  updateReportAccess: operation(`PUT ${deployment}/reports/{reportId}/access`, setting('report')),
  explainReportAccess: operation(`GET ${deployment}/reports/{reportId}/access/explanation`, {
    ...explaining('report'),
    refusals: ['user_not_found', 'folder_not_found'],
  }),
  findAccessSubjects: operation(`GET ${deployment}/access-subjects`, {
    summary: 'Find whom to share with',
    description:
      'Active users, groups and embed tenants of the account with the text in their name or address; for an embed session in ' +
      'creator mode the viewers and the groups of its embed tenant.',
    access: authorOrCreator,
    query: {
      search: text('Part of a name or an address, in any case.', {
        minLength: 1,
        maxLength: MAX_NAME_LENGTH,
        example: 'grace',
      }),
    },
    answer: AccessSubjectsResponse,
  }),
};
