import { signedIn } from '../access.ts';
import { operationsTagged } from '../operation.ts';
import { boolean, id, list, nullish, object, oneOf, text, timestamp, type Static } from '../schema.ts';

const statuses = ['active', 'expired', 'error'] as const;

export const UserOAuthToken = object(
  'Your connection with a provider. The tokens themselves are never answered.',
  {
    id: id('Id of the connection.'),
    integrationId: id('Id of the integration.'),
    userId: id('Id of the user who asks.'),
    status: oneOf(
      '`active`; `expired`: the token has ended and there is none to renew it with; `error`: the provider refuses, `lastError` says why. ' +
        'Both are mended by connecting anew.',
      statuses,
    ),
    accessTokenExpiresAt: nullish(
      timestamp('When the access token ends; null where the provider does not say.'),
    ),
    refreshTokenExpiresAt: nullish(
      timestamp('The same of the refresh token; null also where there is none.'),
    ),
    lastError: nullish(
      text('What went wrong last; null since the last success.', {
        example: 'The provider refuses: invalid_grant',
      }),
    ),
    createdAt: timestamp('When you first connected.'),
    updatedAt: timestamp('When the connection last changed.'),
  },
);
export type UserOAuthToken = Static<typeof UserOAuthToken>;

export const OAuthFlowStart = object('Where to go on.', {
  authorizationUrl: text('Open it in the browser in which you are signed in, within ten minutes.', {
    example: 'https://login.example.com/oauth2/authorize?response_type=code&state=x',
  }),
  expiresAt: timestamp('Until when you can come back from there.'),
});
export type OAuthFlowStart = Static<typeof OAuthFlowStart>;

export const UserOAuthTokenRevoked = object('The connection is gone.', {
  success: boolean('Always true: failures are answered as problems.'),
  revokedAtProvider: boolean(
    'Whether the provider has confirmed it. False where it has no address for that, or did not answer: the tokens are forgotten here all the same.',
  ),
});
export type UserOAuthTokenRevoked = Static<typeof UserOAuthTokenRevoked>;

const path = '/api/v1/user-oauth-tokens';
const operation = operationsTagged('User OAuth Tokens');

export const userOAuthTokenOperations = {
  listUserOAuthTokens: operation(`GET ${path}`, {
    summary: 'List your connections',
    description: 'Your own, those that failed too.',
    access: signedIn,
    answer: list(UserOAuthToken, 'All of them.'),
  }),
  getUserOAuthToken: operation(`GET ${path}/{integrationId}`, {
    summary: 'Get your connection with a provider',
    description: 'Its status, and what went wrong last.',
    access: signedIn,
    answer: UserOAuthToken,
    refusals: ['user_oauth_token_not_found'],
  }),
  revokeUserOAuthToken: operation(`DELETE ${path}/{integrationId}`, {
    summary: 'Disconnect from a provider',
    description: 'Forgets your tokens, and has the provider revoke them where it has an address for that.',
    access: signedIn,
    answer: UserOAuthTokenRevoked,
  }),
  initiateOAuthFlow: operation(`POST ${path}/{integrationId}/initiate`, {
    summary: 'Connect with a provider',
    description:
      'Answers the address at which you agree. Only you can come back from there: in this browser, where a console session asks; once.',
    access: signedIn,
    answer: OAuthFlowStart,
  }),
};
