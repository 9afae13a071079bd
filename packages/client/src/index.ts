export { ApiError } from './api-error.ts';
export { createClient, type CallInput, type Client, type ClientOptions } from './client.ts';
export type { Fetch } from './fetch-with-retry.ts';
