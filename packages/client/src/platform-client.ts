import { createClient, type Client, type ClientOptions } from './client.ts';

/** A client of the API. */
export type PlatformClient = Client;

/** What a client is made with. */
export type PlatformClientOptions = ClientOptions;

/** Makes a client of the API, by the name that programs for other platforms of this kind use. */
export const createPlatformClient: (options: PlatformClientOptions) => PlatformClient = createClient;

/** @deprecated Use {@link createPlatformClient}. */
export const createSvcPlatformClient = createPlatformClient;

/** @deprecated Use {@link PlatformClient}. */
export type SvcPlatformClient = PlatformClient;

/** @deprecated Use {@link PlatformClientOptions}. */
export type SvcPlatformClientOptions = PlatformClientOptions;
