import { adminOnly, type Access } from '../access.ts';
import { boundedTo } from '../bounded-schemas.ts';
import {
  DEFAULT_SCIM_PAGE_SIZE,
  MAX_BODY_BYTES,
  MAX_CLIENT_URI_LENGTH,
  MAX_DOCUMENT_BODY_BYTES,
  MAX_ID,
  MAX_NAME_LENGTH,
  MAX_PAGE_BYTES,
  MAX_PAGE_SIZE,
  MAX_SCIM_EMAILS,
  MAX_SCIM_FILTER_LENGTH,
  MAX_SCIM_MEMBERS,
  MAX_SCIM_OPERATIONS,
} from '../limits.ts';
import { ETAG, json, nothing, operationsTagged, value, type Answer } from '../operation.ts';
import {
  boolean,
  describe,
  freeObject,
  input,
  integer,
  list,
  object,
  objectSchema,
  oneOf,
  optional,
  text,
  timestamp,
  union,
  unsafe,
  type Fields,
  type ObjectOf,
  type Schema,
  type Static,
} from '../schema.ts';
import { scimUrns } from '../values/scim-urns.ts';

const name = (description: string, example: string) =>
  text(description, { maxLength: MAX_NAME_LENGTH, example });
const urns = (example: string) =>
  list(name('URN of a schema.', example), 'The schemas that it is of.', { maxItems: 20 });

export const ScimMeta = object('What the server keeps of a resource.', {
  resourceType: optional(name('Kind of the resource.', 'User')),
  created: optional(timestamp('When it was created.')),
  lastModified: optional(timestamp('When it was last changed.')),
  location: optional(
    text('Address of the resource in this API.', {
      example: 'https://oriel.example.com/api/scim/v2/Users/7',
    }),
  ),
  version: optional(name('Its entity tag, as in `ETag`.', '"1x4f"')),
});
export type ScimMeta = Static<typeof ScimMeta>;

export const ScimName = input('The parts of the name of a user.', {
  givenName: optional(name('First name of the user.', 'Grace')),
  familyName: optional(name('Family name of the user.', 'Hopper')),
});
export type ScimName = Static<typeof ScimName>;

export const ScimEmail = input('An e-mail address of a user.', {
  value: text('The e-mail address itself.', {
    format: 'email',
    maxLength: MAX_NAME_LENGTH,
    example: 'grace.hopper@example.com',
  }),
  type: optional(name('What it is for, such as `work` or `home`.', 'work')),
  primary: optional(
    boolean('Whether it is the one that the user is written to; of several the first is, if none says so.'),
  ),
});
export type ScimEmail = Static<typeof ScimEmail>;

const userName = text(
  'Name of the user at the identity provider, usually the e-mail address; unique in the account, whatever its case.',
  { minLength: 1, maxLength: MAX_NAME_LENGTH, pattern: '\\S', example: 'grace@example.com' },
);
const displayName = name(
  'Name for display; made of the parts of the name where it is absent.',
  'Grace Hopper',
);
const externalId = name('Id at the identity provider.', '00u1a2b3c4');
const title = name('What the user does.', 'Rear Admiral');
const attributes = freeObject(
  'The values of the attributes of users, by their names. Access policies read them as `userAttributes.NAME`.',
);

const userFields = {
  externalId: optional(externalId),
  displayName: optional(displayName),
  name: optional(describe(ScimName, 'The parts of the name.')),
  title: optional(title),
  active: optional(boolean('Whether the user may sign in and do anything.')),
  emails: optional(
    list(ScimEmail, 'E-mail addresses. Absent: the userName is the address.', { maxItems: MAX_SCIM_EMAILS }),
  ),
};

/** What a provider says of a user, in the one form that the server works with. */
export const ScimUserContent = input('What is stored of a user.', { userName, ...userFields });
export type ScimUserContent = Static<typeof ScimUserContent>;

export const ScimUser = object('A user, as SCIM has it.', {
  schemas: urns(scimUrns.user),
  id: text('Id of the user.', { maxLength: MAX_NAME_LENGTH, example: '7' }),
  userName: optional(userName),
  ...userFields,
  // A request may ask for parts of the addresses alone.
  emails: optional(
    list(
      object('An e-mail address.', { ...ScimEmail.properties, value: optional(ScimEmail.properties.value) }),
      'E-mail addresses of the user, of which one is primary.',
      { maxItems: MAX_SCIM_EMAILS },
    ),
  ),
  [scimUrns.userAttributes]: optional(attributes),
  meta: optional(describe(ScimMeta, 'What the server keeps of it.')),
});
export type ScimUser = Static<typeof ScimUser>;

/** An object that says what is known of some fields, and may have others. */
function open<F extends Fields>(
  description: string,
  fields: F,
): Schema<ObjectOf<F> & Record<string, unknown>> {
  return unsafe(objectSchema(fields, { description, additionalProperties: true }));
}

const flag = (description: string) =>
  union(description, [
    boolean('True or false.'),
    text('The same as a text, in any case.', { pattern: '^[TtFf]\\w{3,4}$', example: 'True' }),
  ]);

export const ScimUserInput = open(
  'A user as an identity provider sends it. Attributes of the SCIM core and enterprise schemas that are not listed are taken and not ' +
    'stored; any other is refused. Values of attributes of users stand below the URN of the extension, or as keys of their own: ' +
    `\`${scimUrns.userAttributes}:NAME\`.`,
  {
    schemas: optional(urns(scimUrns.user)),
    userName,
    externalId: optional(externalId),
    displayName: optional(displayName),
    name: optional(open('The parts of the name.', ScimName.properties)),
    title: optional(title),
    active: optional(flag('Whether the user may sign in and do anything; default true for a new user.')),
    emails: optional(
      list(
        open('An e-mail address.', {
          ...ScimEmail.properties,
          primary: optional(flag('Whether it is the one to write to.')),
        }),
        'E-mail addresses of the user, of which one is primary.',
        { maxItems: MAX_SCIM_EMAILS },
      ),
    ),
  },
);
export type ScimUserInput = Static<typeof ScimUserInput>;

export const ScimMember = object('A member of a group, with `$ref`, the address of the user.', {
  value: optional(text('Id of the user.', { maxLength: String(MAX_ID).length, example: '7' })),
  $ref: optional(
    // Of what JSON escapes, an address has nothing.
    boundedTo(
      MAX_CLIENT_URI_LENGTH / 4,
      text('Address of the user.', {
        maxLength: MAX_CLIENT_URI_LENGTH / 4,
        example: 'https://oriel.example.com/api/scim/v2/Users/7',
      }),
    ),
  ),
  display: optional(name('Name for display.', 'Grace Hopper')),
});
export type ScimMember = Static<typeof ScimMember>;

const groupName = text(
  'Name of the group; unique in the account, and not one that begins with `system:`. Access policies of data models name groups by it.',
  { minLength: 1, maxLength: MAX_NAME_LENGTH, pattern: '\\S', example: 'analysts' },
);

/** What a provider says of a group, in the one form that the server works with. */
export const ScimGroupContent = input('What is stored of a group.', {
  displayName: groupName,
  externalId: optional(externalId),
  members: optional(
    list(
      text('Id of a user.', { minLength: 1, maxLength: MAX_NAME_LENGTH }),
      'The users in it, by their ids.',
      {
        maxItems: MAX_SCIM_MEMBERS,
      },
    ),
  ),
});
export type ScimGroupContent = Static<typeof ScimGroupContent>;

export const ScimGroup = object('A group of users, as SCIM has it.', {
  schemas: urns(scimUrns.group),
  id: text('Id of the group.', { example: '3' }),
  displayName: optional(groupName),
  externalId: optional(externalId),
  members: optional(list(ScimMember, 'The users in it, by their ids.', { maxItems: MAX_ID })),
  meta: optional(describe(ScimMeta, 'What the server keeps of it.')),
});
export type ScimGroup = Static<typeof ScimGroup>;

export const CreatedScimGroup = object('A new group of users, with the members that were sent.', {
  ...ScimGroup.properties,
  members: optional(list(ScimMember, 'The users in it, by their ids.', { maxItems: MAX_SCIM_MEMBERS })),
});
export type CreatedScimGroup = Static<typeof CreatedScimGroup>;

export const ScimMemberInput = open('A user to be in a group.', {
  value: text('Id of the user.', { minLength: 1, maxLength: MAX_NAME_LENGTH, example: '7' }),
});
export type ScimMemberInput = Static<typeof ScimMemberInput>;

export const ScimGroupInput = open('A group as an identity provider sends it.', {
  schemas: optional(urns(scimUrns.group)),
  displayName: groupName,
  externalId: optional(externalId),
  members: optional(
    list(
      ScimMemberInput,
      'The users in it; one that is named twice counts once. Groups within groups are refused.',
      {
        maxItems: MAX_SCIM_MEMBERS,
      },
    ),
  ),
});
export type ScimGroupInput = Static<typeof ScimGroupInput>;

export const ScimPatchOperation = open('One change of a resource.', {
  op: text('`add`, `replace` or `remove`, in any case.', {
    pattern: '^(?:[Aa][Dd][Dd]|[Rr][Ee][Pp][Ll][Aa][Cc][Ee]|[Rr][Ee][Mm][Oo][Vv][Ee])$',
    example: 'replace',
  }),
  path: optional(
    text(
      'What is changed, such as `active`, `name.familyName`, `emails[type eq "work"].value` or the URN of an attribute of users. Absent: ' +
        '`value` is an object with a field for each path.',
      { maxLength: MAX_SCIM_FILTER_LENGTH, example: 'title' },
    ),
  ),
  value: optional(
    unsafe<unknown>({ description: 'The value, of the kind that the path takes.', examples: ['Commodore'] }),
  ),
});
export type ScimPatchOperation = Static<typeof ScimPatchOperation>;

export const ScimPatch = open('Changes of a resource: all of them, in their order, or none.', {
  schemas: urns(scimUrns.patchOp),
  Operations: list(ScimPatchOperation, 'The changes, made in their order.', {
    minItems: 1,
    maxItems: MAX_SCIM_OPERATIONS,
  }),
});
export type ScimPatch = Static<typeof ScimPatch>;

/** Resources of SCIM come in pages as other lists do: they end early where they are large. */
const page = <S extends object>(items: S, what: string) =>
  object(`A page of ${what}, which may have fewer than were asked for.`, {
    schemas: urns(scimUrns.listResponse),
    totalResults: integer('How many there are in the whole list.', { minimum: 0 }),
    startIndex: integer('Which one the page begins with, counted from 1.', { minimum: 1 }),
    itemsPerPage: integer('How many the page has.', { minimum: 0 }),
    Resources: list(items, `The ${what} of the page.`),
  });

export const ScimUserList = page(ScimUser, 'users');
// The last user may go beyond, by what was sent of it in one request.
boundedTo(MAX_PAGE_BYTES + 2 * MAX_DOCUMENT_BODY_BYTES, ScimUserList.properties.Resources);
export type ScimUserList = Static<typeof ScimUserList>;
export const ScimGroupList = page(ScimGroup, 'groups');
export type ScimGroupList = Static<typeof ScimGroupList>;
const free = freeObject('As RFC 7643 describes it.');
export const ScimSchemaList = page(free, 'schemas');
export type ScimSchemaList = Static<typeof ScimSchemaList>;
export const ScimResourceTypeList = page(free, 'kinds of resources');
export type ScimResourceTypeList = Static<typeof ScimResourceTypeList>;
export const ScimServiceProviderConfig = freeObject('What of SCIM the server does. @see RFC 7643, section 5');
export type ScimServiceProviderConfig = Static<typeof ScimServiceProviderConfig>;

const SCIM = 'application/scim+json';
const tagged = { etag: optional(ETAG) };

/** The answer of an operation: a resource of SCIM. */
function answering<S extends object>(schema: S): { 200: Answer<S> & { body: 'value' } } {
  return { 200: value('The answer.', schema, { mediaType: SCIM }) };
}

/** The same of a resource with an entity tag. */
function answeringTagged<S extends object>(schema: S): { 200: Answer<S> & { body: 'value' } } {
  return { 200: value('The answer.', schema, { mediaType: SCIM, headers: tagged }) };
}

function answeringCreated<S extends object>(schema: S): { 201: Answer<S> & { body: 'value' } } {
  const location = text('The address of the resource.');
  return { 201: value('Created.', schema, { mediaType: SCIM, headers: { location, ...tagged } }) };
}

/** What reads one resource answers without it where the client has it as it is. */
const answeringRead = <S extends object>(schema: S) => ({
  ...answeringTagged(schema),
  304: nothing('The client has it as it is.', tagged),
});
const seen = {
  'if-none-match': optional(
    text(
      'Entity tags that the client has seen, or `*`. Where the resource has one of them, it is not sent again.',
      {
        example: '"1x4f"',
      },
    ),
  ),
};

const removed = { 204: nothing('Done.') };

const access: Access = { ...adminOnly, takesApiKeyScheme: true };
const family = { access, problems: 'scim', takesUnknownFields: true } as const;

const shown = {
  attributes: optional(
    text('Which attributes are answered, besides `schemas` and `id`: their names with commas between.', {
      example: 'userName,emails.value',
    }),
  ),
  excludedAttributes: optional(
    text('Which attributes are left out: their names with commas between.', { example: 'members' }),
  ),
};

const paging = {
  filter: optional(
    text(
      'Which ones are listed: a filter of RFC 7644, section 3.4.2.2, with `eq`, `ne`, `co`, `sw`, `ew`, `gt`, `ge`, `lt`, `le`, `pr`, `and`, ' +
        '`or`, `not` and parentheses.',
      { maxLength: MAX_SCIM_FILTER_LENGTH, example: 'userName eq "grace@example.com"' },
    ),
  ),
  startIndex: optional(integer('Which one the page begins with, counted from 1; default 1.', { example: 1 })),
  count: optional(
    integer(
      `The most that the page has; default ${DEFAULT_SCIM_PAGE_SIZE}, at most ${MAX_PAGE_SIZE}. 0 asks for their number alone.`,
      { example: 100 },
    ),
  ),
  sortBy: optional(text('The attribute that they are in the order of; default `id`.', { example: 'id' })),
  sortOrder: optional(
    oneOf('Order of the page: `ascending`, which is the default, or `descending`.', [
      'ascending',
      'descending',
    ]),
  ),
};

const pagingRules =
  'In the order of `id`, unless it says otherwise, so that pages of a list that grows do not shift. `startIndex` below 1 stands for 1 and ' +
  '`count` below 0 for 0. A key that is scoped to deployments is refused.';

const body = <S extends object>(schema: S, maxBytes = MAX_BODY_BYTES) =>
  json(schema, { mediaType: SCIM, maxBytes });

const base = '/api/scim/v2';
const users = operationsTagged('SCIM Users');
const groups = operationsTagged('SCIM Groups');
const discovery = operationsTagged('SCIM');

const userRefusals = [
  'email_taken',
  'username_taken',
  'attributes_not_found',
  'attribute_type_mismatch',
  'attribute_value_too_large',
] as const;
const changeRefusals = [
  ...userRefusals,
  'own_deactivation',
  'last_administrator',
  'break_glass_user_needed',
] as const;
const patchRefusals = [
  'scim_path_invalid',
  'scim_target_missing',
  'scim_read_only',
  'scim_filter_invalid',
] as const;

const userRules =
  'The role of a user is not changed by SCIM. `active` with the value false ends the sessions of the user, and their keys and tokens ' +
  'work no longer. At least one active administrator has to remain.';
const groupRules =
  'A member that is no user is refused, and so are new members of a group that confers the right of an administrator: SCIM makes nobody ' +
  'an administrator.';

export const scimOperations = {
  getScimServiceProviderConfig: discovery(`GET ${base}/ServiceProviderConfig`, {
    ...family,
    summary: 'Get what the server does of SCIM',
    description:
      'Which of the optional parts of SCIM there are: patches, filters, sorting and entity tags, but no bulk operations.',
    answers: answering(ScimServiceProviderConfig),
    refusals: ['unknown_host'],
  }),
  listScimResourceTypes: discovery(`GET ${base}/ResourceTypes`, {
    ...family,
    summary: 'List the kinds of resources',
    description: 'Users and groups.',
    answers: answering(ScimResourceTypeList),
    refusals: ['unknown_host'],
  }),
  getScimResourceType: discovery(`GET ${base}/ResourceTypes/{scimResourceType}`, {
    ...family,
    summary: 'Get a kind of resources',
    description: 'One of `User` and `Group`.',
    answers: answering(free),
    refusals: ['unknown_host'],
  }),
  listScimSchemas: discovery(`GET ${base}/Schemas`, {
    ...family,
    summary: 'List the schemas',
    description:
      'Those of users and of groups, and the extension with the attributes of users that the account has.',
    answers: answering(ScimSchemaList),
    refusals: ['unknown_host'],
  }),
  getScimSchema: discovery(`GET ${base}/Schemas/{scimSchemaUrn}`, {
    ...family,
    summary: 'Get a schema',
    description: 'One schema by its URN.',
    answers: answering(free),
    refusals: ['unknown_host'],
  }),
  listScimUsers: users(`GET ${base}/Users`, {
    ...family,
    summary: 'List the users',
    description: `All users of the account, those of the console too. ${pagingRules}`,
    query: { ...paging, ...shown },
    answers: answering(ScimUserList),
    refusals: ['scim_filter_invalid', 'unknown_host'],
  }),
  createScimUser: users(`POST ${base}/Users`, {
    ...family,
    summary: 'Create a user',
    description:
      'A user with the default role of `/api/v1/provisioning-settings` and without a password. A userName or an e-mail address that another user has is refused with 409.',
    query: shown,
    body: body(ScimUserInput),
    answers: answeringCreated(ScimUser),
    refusals: [...userRefusals, 'unknown_host'],
  }),
  getScimUser: users(`GET ${base}/Users/{scimUserId}`, {
    ...family,
    summary: 'Get a user',
    description: 'One user of the account. A key that is scoped to deployments is refused.',
    headers: seen,
    query: shown,
    answers: answeringRead(ScimUser),
    refusals: ['unknown_host'],
  }),
  replaceScimUser: users(`PUT ${base}/Users/{scimUserId}`, {
    ...family,
    summary: 'Replace a user',
    description: `What is absent is removed, except \`active\`, and the attributes of users where neither \`schemas\` nor a key names the extension. ${userRules}`,
    query: shown,
    body: body(ScimUserInput),
    answers: answeringTagged(ScimUser),
    refusals: [...changeRefusals, 'unknown_host'],
  }),
  patchScimUser: users(`PATCH ${base}/Users/{scimUserId}`, {
    ...family,
    summary: 'Change a user',
    description: `Takes what Okta and Entra send: booleans as texts, paths as keys of the value, and filters in paths. ${userRules}`,
    query: shown,
    body: body(ScimPatch),
    answers: answeringTagged(ScimUser),
    refusals: [...changeRefusals, ...patchRefusals, 'unknown_host'],
  }),
  deleteScimUser: users(`DELETE ${base}/Users/{scimUserId}`, {
    ...family,
    summary: 'Delete a user',
    description:
      'Their keys and sessions end. Folders, workbooks and reports of theirs stay and belong to nobody. At least one active administrator has to remain.',
    answers: removed,
    refusals: ['own_deletion', 'last_administrator', 'break_glass_user_needed'],
  }),
  listScimGroups: groups(`GET ${base}/Groups`, {
    ...family,
    summary: 'List the groups',
    description:
      `The groups of users of the account. A page with more than ${MAX_SCIM_MEMBERS} members ends there; without the members ` +
      `(\`excludedAttributes=members\`) it is as long as \`count\` says. ${pagingRules}`,
    query: { ...paging, ...shown },
    answers: answering(ScimGroupList),
    isBatched: true,
    refusals: ['scim_filter_invalid', 'unknown_host'],
  }),
  createScimGroup: groups(`POST ${base}/Groups`, {
    ...family,
    summary: 'Create a group',
    description: `A group without a role. A name that another group has is refused with 409. ${groupRules}`,
    query: shown,
    body: body(ScimGroupInput, MAX_DOCUMENT_BODY_BYTES),
    answers: answeringCreated(CreatedScimGroup),
    refusals: ['group_name_taken', 'unknown_host'],
  }),
  getScimGroup: groups(`GET ${base}/Groups/{scimGroupId}`, {
    ...family,
    summary: 'Get a group',
    description: 'One group of users. A key that is scoped to deployments is refused.',
    headers: seen,
    query: shown,
    answers: answeringRead(ScimGroup),
    isBatched: true,
    refusals: ['unknown_host'],
  }),
  replaceScimGroup: groups(`PUT ${base}/Groups/{scimGroupId}`, {
    ...family,
    summary: 'Replace a group',
    description: `The members are those of the request and no others. The roles that it confers stay. ${groupRules}`,
    query: shown,
    body: body(ScimGroupInput, MAX_DOCUMENT_BODY_BYTES),
    answers: answeringTagged(ScimGroup),
    isBatched: true,
    refusals: ['group_name_taken', 'unknown_host'],
  }),
  patchScimGroup: groups(`PATCH ${base}/Groups/{scimGroupId}`, {
    ...family,
    summary: 'Change a group',
    description: `Members are added and removed without the others. ${groupRules}`,
    query: shown,
    body: body(ScimPatch, MAX_DOCUMENT_BODY_BYTES),
    answers: answeringTagged(ScimGroup),
    isBatched: true,
    refusals: ['group_name_taken', ...patchRefusals, 'unknown_host'],
  }),
  deleteScimGroup: groups(`DELETE ${base}/Groups/{scimGroupId}`, {
    ...family,
    summary: 'Delete a group',
    description: 'Its members stay users. They lose the roles that it confers, and what was shared with it.',
    answers: removed,
  }),
};
