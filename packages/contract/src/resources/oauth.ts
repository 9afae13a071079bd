import { adminOnly, inPerson, signedIn } from '../access.ts';
import { MAX_KEY_DEPLOYMENTS, MAX_NAME_LENGTH, MAX_REDIRECT_URIS, MAX_CLIENT_URI_LENGTH } from '../limits.ts';
import { page, pagingOnRequest } from '../lists.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  describe,
  id,
  input,
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

export const OAuthScope = oneOf(
  'What a client may be given: `openid` and `email` say who the user is, `offline_access` gives refresh tokens, `api:read` calls ' +
    'operations that change nothing, `api:write` every operation that the user may.',
  ['openid', 'email', 'offline_access', 'api:read', 'api:write'],
);
export type OAuthScope = Static<typeof OAuthScope>;

const scopes = (description: string) => list(OAuthScope, description, { maxItems: 5 });

export const OAuthGrantType = oneOf('A way of getting tokens.', [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
]);
export type OAuthGrantType = Static<typeof OAuthGrantType>;

const address = (description: string, example: string) =>
  text(description, { minLength: 1, maxLength: MAX_CLIENT_URI_LENGTH, example });
const addresses = (description: string, example: string) =>
  list(address('An address.', example), description, { maxItems: MAX_REDIRECT_URIS });

export const OAuthClient = object('A program that users let act for them, or that acts by itself.', {
  id: id('Id of the client.'),
  clientId: text('What the client calls itself in requests.', { example: 'V1StGXR8_Z5jdHi6B-myT' }),
  name: text('What users are told that it is.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: '\\S',
    example: 'Quarterly reports',
  }),
  uri: nullable(address('Its home page.', 'https://reports.example.com')),
  applicationType: oneOf(
    '`native` is a program on the computer of its user: it listens on any port of the loopback interface, or at a scheme of its own.',
    ['web', 'native'],
  ),
  tokenEndpointAuthMethod: oneOf(
    'How it proves who it is: by its secret in a header or in the form, or not at all (`none`), as programs that cannot keep a secret.',
    ['none', 'client_secret_basic', 'client_secret_post'],
  ),
  grantTypes: list(OAuthGrantType, 'How it may get tokens.', { minItems: 1, maxItems: 4 }),
  redirectUris: addresses(
    'Where users may be sent back to, each compared as it stands; of native clients without regard to the port of a loopback address.',
    'https://reports.example.com/callback',
  ),
  postLogoutRedirectUris: addresses(
    'Where users may be sent to after they have signed out.',
    'https://reports.example.com/',
  ),
  scopes: scopes('What it may ask for at most.'),
  userId: nullable(
    id(
      'Id of the user that it acts as by `client_credentials`; without one, it gets nothing of the API that way.',
    ),
  ),
  isDynamic: boolean('Whether it was registered by the protocol (RFC 7591).'),
  createdAt: timestamp('When it was created.'),
  updatedAt: timestamp('When it was changed last.'),
});
export type OAuthClient = Static<typeof OAuthClient>;

export const OAuthClientsListResponse = page(OAuthClient);
export type OAuthClientsListResponse = Static<typeof OAuthClientsListResponse>;

const settable = {
  uri: nullish(OAuthClient.properties.uri),
  redirectUris: nullish(OAuthClient.properties.redirectUris),
  postLogoutRedirectUris: nullish(OAuthClient.properties.postLogoutRedirectUris),
  scopes: nullish(scopes('What it may ask for at most; default all.')),
  userId: nullish(OAuthClient.properties.userId),
};

export const CreateOAuthClientInput = input('An OAuth client to create.', {
  ...pick(OAuthClient, 'name'),
  applicationType: nullish(describe(OAuthClient.properties.applicationType, 'Where it runs; default `web`.')),
  tokenEndpointAuthMethod: nullish(
    describe(
      OAuthClient.properties.tokenEndpointAuthMethod,
      'How it proves who it is; default `none` for native clients and `client_secret_basic` for others.',
    ),
  ),
  grantTypes: nullish(
    describe(
      OAuthClient.properties.grantTypes,
      'How it may get tokens; default `authorization_code` and `refresh_token`.',
    ),
  ),
  ...settable,
});
export type CreateOAuthClientInput = Static<typeof CreateOAuthClientInput>;

export const UpdateOAuthClientInput = input('What changes of an OAuth client.', {
  name: nullish(OAuthClient.properties.name),
  grantTypes: nullish(OAuthClient.properties.grantTypes),
  ...settable,
});
export type UpdateOAuthClientInput = Static<typeof UpdateOAuthClientInput>;

export const CreatedOAuthClient = object('An OAuth client with its new secret.', {
  client: describe(OAuthClient, 'What is known of the client from now on.'),
  clientSecret: nullable(
    text('The secret. It is in this answer and nowhere else; null for a client that has none.', {
      example: 'ors_8Kf2mQz1…',
    }),
  ),
});
export type CreatedOAuthClient = Static<typeof CreatedOAuthClient>;

export const OAuthClientSummary = object('What users are told of a client.', {
  ...pick(OAuthClient, 'clientId', 'name', 'uri'),
  isBuiltIn: boolean('Whether it is a part of the product, such as its command line.'),
});
export type OAuthClientSummary = Static<typeof OAuthClientSummary>;

const deployments = nullable(
  list(
    object('A deployment.', {
      id: id('Id of the deployment.'),
      name: text('Name of the deployment.', { example: 'Sales' }),
    }),
    'The deployments that it asks for; null for every one of the user, none where it asks for nothing of the API.',
  ),
);

export const OAuthInteraction = object('What a client asks the signed-in user for.', {
  uid: text('Id of the request.', { example: 'a8oXcFSDhHAsqz1mGK5n2' }),
  client: describe(OAuthClientSummary, 'The application that asks for access.'),
  redirectHost: nullable(
    text('The host that the user is sent back to; null for a program on the same computer.', {
      example: 'reports.example.com',
    }),
  ),
  scopes: scopes('What it asks for.'),
  deployments,
  isSignInNeeded: boolean('Whether the client wants the user to sign in anew before.'),
  expiresAt: timestamp('Until when it can be answered.'),
});
export type OAuthInteraction = Static<typeof OAuthInteraction>;

export const ApproveOAuthInteractionInput = input('How a request is approved.', {
  isRemembered: nullish(
    boolean(
      'Whether the client gets the same again without asking, for a year or until it is withdrawn; default false.',
    ),
  ),
});
export type ApproveOAuthInteractionInput = Static<typeof ApproveOAuthInteractionInput>;

export const AnsweredOAuthInteraction = object('Where the browser goes next.', {
  redirectTo: text('An address of this server, which sends the user back to the client.', {
    example: 'https://oriel.example.com/oauth/authorize/a8oXcFSDhHAsqz1mGK5n2',
  }),
});
export type AnsweredOAuthInteraction = Static<typeof AnsweredOAuthInteraction>;

export const OAuthDeviceCode = object('What a device asks the signed-in user for.', {
  userCode: text('The code that the device shows.', { example: 'WDJB-MJHT' }),
  client: describe(OAuthClientSummary, 'The application that asks for access.'),
  scopes: scopes('What it asks for.'),
  deployments,
  clientAddress: nullable(text('The address that the device asks from.', { example: '203.0.113.7' })),
  userAgent: nullable(text('What it calls itself.', { example: 'oriel-cli/1.0' })),
  expiresAt: timestamp('Until when it can be answered.'),
});
export type OAuthDeviceCode = Static<typeof OAuthDeviceCode>;

export const OAuthGrant = object('What a user has let a client do.', {
  id: id('Id of the grant.'),
  userId: id('Id of the user.'),
  client: describe(OAuthClientSummary, 'Whom it was given to.'),
  scopes: scopes('What it was given.'),
  deploymentIds: nullable(
    list(id('Id of a deployment.'), 'The deployments that it reaches; null for every one of the user.', {
      maxItems: MAX_KEY_DEPLOYMENTS,
    }),
  ),
  isRemembered: boolean('Whether the client gets the same again without asking.'),
  createdAt: timestamp('When it was given.'),
  lastUsedAt: nullable(timestamp('When a token of it was last used, to the minute; null for never.')),
  expiresAt: timestamp('When it ends by itself.'),
});
export type OAuthGrant = Static<typeof OAuthGrant>;

export const OAuthGrantsListResponse = page(OAuthGrant);
export type OAuthGrantsListResponse = Static<typeof OAuthGrantsListResponse>;

const operation = operationsTagged('OAuth');
const clients = '/api/v1/oauth-clients';
const interactions = '/api/v1/oauth-interactions';
const deviceCodes = '/api/v1/oauth-device-codes';

export const oauthOperations = {
  getOAuthClients: operation(`GET ${clients}`, {
    summary: 'List the OAuth clients',
    description: 'The clients of the account, newest first, without their secrets.',
    access: adminOnly,
    query: pagingOnRequest,
    answer: OAuthClientsListResponse,
    refusals: ['invalid_cursor'],
  }),
  getOAuthClient: operation(`GET ${clients}/{oauthClientId}`, {
    summary: 'Get an OAuth client',
    description: 'What is known of a client, without its secret.',
    access: adminOnly,
    answer: OAuthClient,
  }),
  createOAuthClient: operation(`POST ${clients}`, {
    summary: 'Create an OAuth client',
    description:
      'Registers a program that users may let act for them. Redirect addresses are `https`, or `http` on the loopback interface; ' +
      'native clients may have a scheme of their own as well, such as `com.example.app:/callback`. A credential that is itself ' +
      'narrowed, or an access token, creates none.',
    access: adminOnly,
    body: CreateOAuthClientInput,
    status: 201,
    answer: CreatedOAuthClient,
    refusals: ['user_not_found'],
  }),
  updateOAuthClient: operation(`PATCH ${clients}/{oauthClientId}`, {
    summary: 'Change an OAuth client',
    description:
      'Changes the fields that are sent. With another `userId` the tokens that it has by `client_credentials` end at once; what it may ask ' +
      'for holds from the next token.',
    access: adminOnly,
    body: UpdateOAuthClientInput,
    answer: OAuthClient,
    refusals: ['user_not_found'],
  }),
  rotateOAuthClientSecret: operation(`POST ${clients}/{oauthClientId}/rotate-secret`, {
    summary: 'Replace the secret of an OAuth client',
    description:
      'The secret of before stops working at once; tokens go on. A client without a secret gets none.',
    access: adminOnly,
    answer: CreatedOAuthClient,
  }),
  deleteOAuthClient: operation(`DELETE ${clients}/{oauthClientId}`, {
    summary: 'Delete an OAuth client',
    description: 'Ends what users have let it do: its tokens are refused at once.',
    access: adminOnly,
  }),
  getOAuthInteraction: operation(`GET ${interactions}/{interactionUid}`, {
    summary: 'Get what an OAuth client asks for',
    description: `What the page of the consent shows.`,
    access: inPerson,
    answer: OAuthInteraction,
  }),
  approveOAuthInteraction: operation(`POST ${interactions}/{interactionUid}/approve`, {
    summary: 'Give an OAuth client what it asks for',
    description: `Answers with the address that sends the user back to the client.`,
    access: inPerson,
    body: optionalJson(ApproveOAuthInteractionInput),
    answer: AnsweredOAuthInteraction,
    refusals: ['oauth_sign_in_needed'],
  }),
  denyOAuthInteraction: operation(`POST ${interactions}/{interactionUid}/deny`, {
    summary: 'Refuse an OAuth client what it asks for',
    description: `Answers with the address that sends the user back to the client, which is told \`access_denied\`.`,
    access: inPerson,
    answer: AnsweredOAuthInteraction,
  }),
  getOAuthDeviceCode: operation(`GET ${deviceCodes}/{userCode}`, {
    summary: 'Get what a device asks for',
    description: `By the code that the device shows, in any case, with or without its dash.`,
    access: inPerson,
    answer: OAuthDeviceCode,
  }),
  approveOAuthDeviceCode: operation(`POST ${deviceCodes}/{userCode}/approve`, {
    summary: 'Give a device what it asks for',
    description: `The device gets its tokens with its next question.`,
    access: inPerson,
  }),
  denyOAuthDeviceCode: operation(`POST ${deviceCodes}/{userCode}/deny`, {
    summary: 'Refuse a device what it asks for',
    description: `The device is told \`access_denied\` with its next question.`,
    access: inPerson,
  }),
  getOAuthGrants: operation(`GET /api/v1/oauth-grants`, {
    summary: 'List what a user has let OAuth clients do',
    description: 'Of the calling user, newest first; of another user for administrators.',
    access: signedIn,
    query: {
      ...pagingOnRequest,
      userId: optional(id('The user in question; default the caller. Of others for administrators alone.')),
    },
    answer: OAuthGrantsListResponse,
    refusals: ['admin_only', 'invalid_cursor', 'user_not_found'],
  }),
  revokeOAuthGrant: operation(`DELETE /api/v1/oauth-grants/{oauthGrantId}`, {
    summary: 'Withdraw what a user has let an OAuth client do',
    description:
      'Its tokens are refused at once, and the client asks anew. Administrators withdraw any grant of the account; to others only ' +
      'their own are there.',
    access: signedIn,
  }),
};
