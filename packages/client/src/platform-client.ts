import type * as contract from '@oriel/contract';
import type { Schema, Static } from '@oriel/contract';
import { createClient, type Client, type ClientOptions } from './client.ts';

/** A client of the API. */
export type PlatformClient = Client;

/** What a client is made with. */
export type PlatformClientOptions = ClientOptions;

type Contract = typeof contract;

/** The types of the API by the names of their schemas in the OpenAPI document, as `PlatformApiSchemas['Workbook']`. */
export type PlatformApiSchemas = {
  [Name in keyof Contract as Contract[Name] extends Schema ? Name : never]: Static<Contract[Name]>;
};

/** Makes a client of the API, by the name that programs for other platforms of this kind use. */
export const createPlatformClient: (options: PlatformClientOptions) => PlatformClient = createClient;

/** @deprecated Use {@link createPlatformClient}. */
export const createSvcPlatformClient = createPlatformClient;

/** @deprecated Use {@link PlatformClient}. */
export type SvcPlatformClient = PlatformClient;

/** @deprecated Use {@link PlatformClientOptions}. */
export type SvcPlatformClientOptions = PlatformClientOptions;
