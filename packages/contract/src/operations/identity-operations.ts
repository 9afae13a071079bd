import { operation, anyone, parameters, signedIn } from '../operation.ts';
import {
  ApiKeysListResponse,
  CreateApiKeyInput,
  CreatedApiKey,
  CurrentUser,
  SignInInput,
} from '../schemas/identity.ts';
import { Id } from './parameters.ts';

export const identityOperations = {
  signIn: operation('signIn', {
    summary: 'Sign in to the console',
    description:
      'Checks an e-mail address and a password and sets the console session cookie, which only the console of the same ' +
      'origin may use. Programs use API keys instead. After several failures the address has to wait (429).',
    access: anyone,
    body: SignInInput,
    answer: CurrentUser,
  }),
  signOut: operation('signOut', {
    summary: 'Sign out of the console',
    description:
      'Ends the console session of the cookie and removes the cookie. Without a session it does nothing.',
    access: anyone,
  }),
  getCurrentUser: operation('getCurrentUser', {
    summary: 'Get the user behind the credential',
    description: 'Answers with the console user, or with the user that the API key belongs to.',
    access: signedIn,
    answer: CurrentUser,
  }),
  getApiKeys: operation('getApiKeys', {
    summary: 'List your API keys',
    description: 'The keys of the calling user, newest first, without their secrets.',
    access: signedIn,
    answer: ApiKeysListResponse,
  }),
  createApiKey: operation('createApiKey', {
    summary: 'Create an API key',
    description:
      'Creates a key that acts as the calling user, on the given deployments or on all. The secret is in this answer and ' +
      'nowhere else. A key with a scope can only create keys within that scope.',
    access: signedIn,
    body: CreateApiKeyInput,
    status: 201,
    answer: CreatedApiKey,
  }),
  revokeApiKey: operation('revokeApiKey', {
    summary: 'Revoke an API key',
    description: 'The key stops working at once. Keys of other users are not found.',
    access: signedIn,
    params: parameters({ apiKeyId: Id }),
  }),
};
