export { ApiError, isApiError, type ApiErrorCode } from './api-error.ts';
export {
  createClient,
  type CallInput,
  type Client,
  type ClientOptions,
  type LineOperationId,
  type QueryInput,
} from './client.ts';
export type { CallerOptions } from './fetch-with-headers.ts';
export type { FetchClient, FetchInput, FetchResult } from './fetch-client.ts';
export type { Fetch } from './fetch-with-retry.ts';
export { OAuthError, type OAuthTokens } from './oauth-refresh.ts';
export {
  createOAuthTokens,
  type OAuthCredential,
  type OAuthTokensOptions,
  type OAuthTokenStore,
} from './oauth-tokens.ts';
export {
  createPlatformClient,
  createSvcPlatformClient,
  type PlatformApiSchemas,
  type PlatformClient,
  type PlatformClientOptions,
  type SvcPlatformClient,
  type SvcPlatformClientOptions,
} from './platform-client.ts';
export type { ItemOf, ListOperationId } from './list-items.ts';
