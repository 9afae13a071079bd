import { anyone, permissions, signedIn } from '../access.ts';
import {
  KEY_OVERLAP_SECONDS,
  MAX_KEY_DEPLOYMENTS,
  MAX_KEY_OVERLAP_SECONDS,
  MAX_KEY_TAGS,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_TAG_LENGTH,
  MAX_USER_API_KEYS,
} from '../limits.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import { PermissionName } from './roles.ts';
import { User } from './users.ts';
import {
  boolean,
  describe,
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

export const SignInInput = input('An e-mail address and a password.', {
  email: text('E-mail address of the user, in any case.', {
    maxLength: MAX_NAME_LENGTH,
    example: 'ada@example.com',
  }),
  password: text('Password of the user.', {
    maxLength: MAX_PASSWORD_LENGTH,
    example: 'correct horse battery staple',
  }),
});
export type SignInInput = Static<typeof SignInInput>;

export const UserRole = oneOf('What a user may do everywhere in the account, from least to most.', [
  'Viewer',
  'Explorer',
  'Developer',
  'Admin',
]);
export type UserRole = Static<typeof UserRole>;

export const CurrentUser = object('The user behind the credential.', {
  ...User.properties,
  role: describe(
    UserRole,
    'The highest built-in role that has no more than the roles of the user give them together.',
  ),
  permissions: list(
    PermissionName,
    'What the roles of the user permit in the whole account, each by its name; of `All`, which permits everything, every one. ' +
      'A credential for some deployments reaches no further than those.',
    { maxItems: permissions.length, example: ['DeploymentRead', 'DownloadData'] },
  ),
  tenantName: text('Name of the account.', { example: 'Example Ltd' }),
  needsSecondFactor: boolean(
    'Whether the session is good for nothing but setting up a second factor, which the account demands.',
  ),
});
export type CurrentUser = Static<typeof CurrentUser>;

const groupName = text('Name of a group of operations, as the reference has it.', {
  minLength: 1,
  maxLength: MAX_TAG_LENGTH,
  example: 'Reports',
});

export const ApiKey = object('An API key, without the key itself.', {
  id: id('Id of the key.'),
  userId: id('Id of the user that it acts as.'),
  name: text('What it is for.', { minLength: 1, maxLength: MAX_NAME_LENGTH, example: 'Nightly import' }),
  prefix: text('The first characters of the key, to recognise it by.', {
    maxLength: MAX_NAME_LENGTH,
    example: 'orl_8Kf2mQz1',
  }),
  deploymentIds: nullable(
    list(id('Id of a deployment.'), 'The deployments that it reaches; null means every one of its user.', {
      maxItems: MAX_KEY_DEPLOYMENTS,
    }),
  ),
  isReadOnly: boolean('Whether it only reads: what changes anything is refused with `insufficient_scope`.'),
  tags: nullable(
    list(groupName, 'The groups of operations that it may call; null means every one.', {
      maxItems: MAX_KEY_TAGS,
    }),
  ),
  createdAt: timestamp('When it was created.'),
  expiresAt: nullable(timestamp('When it stops working; null means never.')),
  lastUsedAt: nullable(timestamp('When it was last used, to the minute; null means never.')),
});
export type ApiKey = Static<typeof ApiKey>;

export const ApiKeysListResponse = object('API keys.', {
  items: list(ApiKey, 'The keys, newest first.', { maxItems: MAX_USER_API_KEYS }),
});
export type ApiKeysListResponse = Static<typeof ApiKeysListResponse>;

export const CreateApiKeyInput = input('An API key to create.', {
  ...pick(ApiKey, 'name'),
  deploymentIds: nullish(
    list(
      id('Id of a deployment.'),
      'The deployments that it may reach; default those of the credential that creates it.',
      {
        minItems: 1,
        maxItems: MAX_KEY_DEPLOYMENTS,
      },
    ),
  ),
  isReadOnly: nullish(boolean('Whether it may only read, queries included; default false.')),
  tags: nullish(
    list(
      groupName,
      'The groups of operations that it may call, by the names of the reference; default those of the credential that creates it.',
      { minItems: 1, maxItems: MAX_KEY_TAGS },
    ),
  ),
  expiresAt: nullish(timestamp('When it stops working; default never, or with the key that creates it.')),
});
export type CreateApiKeyInput = Static<typeof CreateApiKeyInput>;

export const RotateApiKeyInput = input('How an API key is replaced.', {
  overlapSeconds: nullish(
    integer(
      `How long the key goes on working, in seconds; 0 ends it at once. Default ${KEY_OVERLAP_SECONDS}.`,
      {
        minimum: 0,
        maximum: MAX_KEY_OVERLAP_SECONDS,
        example: KEY_OVERLAP_SECONDS,
      },
    ),
  ),
});
export type RotateApiKeyInput = Static<typeof RotateApiKeyInput>;

export const CreatedApiKey = object('A new API key.', {
  apiKey: describe(ApiKey, 'What is known of the key from now on.'),
  token: text('The key itself. It is in this answer and nowhere else; the server keeps a hash of it.', {
    example: 'orl_8Kf2mQz1…',
  }),
  secret: describe(text('The key itself.', { example: 'orl_8Kf2mQz1…' }), 'The same as `token`.', {
    deprecated: true,
  }),
});
export type CreatedApiKey = Static<typeof CreatedApiKey>;

export const SignedOut = object('The console session is over.', {
  providerSignOutUrl: nullable(
    text(
      'Where the browser goes to end the session at the identity provider as well; null where there is none to end.',
      {
        example: 'https://login.example.com/logout?client_id=oriel',
      },
    ),
  ),
});
export type SignedOut = Static<typeof SignedOut>;

const operation = operationsTagged('Identity');

export const identityOperations = {
  signIn: operation('POST /api/v1/sign-in', {
    summary: 'Sign in to the console',
    description:
      'Sets the console session cookie, which only the console of the same origin may use. Programs use API keys instead. ' +
      'Failed attempts are limited for each account and each address; a browser in which the user has signed in before is told ' +
      'by a second cookie and has a limit of its own. Where the user has a second factor, the right password is refused with ' +
      '`second_factor_required`, and a cookie goes on to `signInWithSecondFactor`.',
    access: anyone,
    body: SignInInput,
    answer: CurrentUser,
    refusals: ['sign_in_failed', 'second_factor_required', 'password_sign_in_disabled'],
  }),
  signOut: operation('POST /api/v1/sign-out', {
    summary: 'Sign out of the console',
    description:
      'Ends the console session of the cookie and removes the cookie. Without a session it does nothing. Where the session came from ' +
      'an identity provider that ends its own as well, the answer says where the browser goes for that.',
    access: anyone,
    answer: SignedOut,
  }),
  getCurrentUser: operation('GET /api/v1/users/me', {
    summary: 'Get the user behind the credential',
    description: 'Answers with the console user, or with the user that the API key belongs to.',
    access: { ...signedIn, takesEnrolling: true },
    answer: CurrentUser,
  }),
};

const keys = '/api/v1/api-keys';
const keysOperation = operationsTagged('API Keys');

export const apiKeyOperations = {
  getApiKeys: keysOperation(`GET ${keys}`, {
    summary: 'List your API keys',
    description:
      'The keys of the calling user, newest first, without their secrets; of another user for administrators. A key that is ' +
      'scoped to deployments lists those within its scope.',
    access: signedIn,
    query: {
      userId: optional(id('The user in question; default the caller. Of others for administrators alone.')),
    },
    answer: ApiKeysListResponse,
    refusals: ['admin_only', 'user_not_found'],
  }),
  getApiKey: keysOperation(`GET ${keys}/{apiKeyId}`, {
    summary: 'Get an API key',
    description:
      'What is known of a key of the calling user, without its secret; of any key of the account for administrators.',
    access: signedIn,
    answer: ApiKey,
  }),
  createApiKey: keysOperation(`POST ${keys}`, {
    summary: 'Create an API key',
    description:
      'Creates a key that acts as the calling user, on the given deployments or on all, for all operations or for fewer. ' +
      'One that is created with a key may do no more than that key, expires with it at the latest, and is revoked with it. ' +
      'What a key makes other than keys, such as a session or a user, may do what it is made for. ' +
      `A user has at most ${MAX_USER_API_KEYS} keys; then a new one takes the place of the one that expired longest ago.`,
    access: signedIn,
    withinScope: 'A key that is scoped to deployments creates keys within its scope alone.',
    body: CreateApiKeyInput,
    status: 201,
    answer: CreatedApiKey,
    refusals: ['deployment_out_of_scope', 'deployment_not_found', 'too_many_records'],
  }),
  revokeApiKey: keysOperation(`DELETE ${keys}/{apiKeyId}`, {
    summary: 'Revoke an API key',
    description:
      'The key stops working at once, and so do those that were created with it. Administrators revoke any key of the ' +
      'account; to others only their own are there.',
    access: signedIn,
    withinScope: 'To a key that is scoped to deployments, keys that reach further are not there.',
  }),
  rotateApiKey: keysOperation(`POST ${keys}/{apiKeyId}/rotate`, {
    summary: 'Replace an API key',
    description:
      'Creates a key that may do the same and lasts as long as the old one was made for, and ends the old one after an ' +
      'overlap, in which both work. Only keys of the calling user are there. A key replaces itself and those that were ' +
      'created with it; what replaces it ends no later than it does. Keys that ' +
      'were created with the old one stay, and are revoked with the new one.',
    access: signedIn,
    withinScope: 'To a key that is scoped to deployments, keys that reach further are not there.',
    body: optionalJson(RotateApiKeyInput),
    status: 201,
    answer: CreatedApiKey,
    refusals: ['too_many_records'],
  }),
};
