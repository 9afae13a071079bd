import { Type, type Static } from 'typebox';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { input, named, nullable, oneOf, ref, Timestamp } from '../schema.ts';

export const SignInInput = input(
  'SignInInput',
  Type.Object({
    email: Type.String({ maxLength: MAX_NAME_LENGTH }),
    password: Type.String({ maxLength: 1024 }),
  }),
);
export type SignInInput = Static<typeof SignInInput>;

/** What a user may do everywhere in the account, from least to most. */
export const UserRole = named('UserRole', oneOf('Viewer', 'Explorer', 'Developer', 'Admin'));
export type UserRole = Static<typeof UserRole>;

export const CurrentUser = named(
  'CurrentUser',
  Type.Object({
    id: Type.Integer(),
    email: Type.String(),
    firstName: nullable(Type.String()),
    role: ref(UserRole),
    isAdmin: Type.Boolean(),
    tenantName: Type.String(),
  }),
);
export type CurrentUser = Static<typeof CurrentUser>;

export const ApiKey = named(
  'ApiKey',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    /** The first characters of the key, to recognise it by. */
    prefix: Type.String(),
    /** The deployments that the key reaches; null means every deployment of its user. */
    deploymentIds: nullable(Type.Array(Type.Integer())),
    createdAt: Timestamp,
    expiresAt: nullable(Timestamp),
    lastUsedAt: nullable(Timestamp),
  }),
);
export type ApiKey = Static<typeof ApiKey>;

export const ApiKeysListResponse = named(
  'ApiKeysListResponse',
  Type.Object({ items: Type.Array(ref(ApiKey)) }),
);
export type ApiKeysListResponse = Static<typeof ApiKeysListResponse>;

export const CreateApiKeyInput = input(
  'CreateApiKeyInput',
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH }),
    deploymentIds: Type.Optional(nullable(Type.Array(Type.Integer(), { minItems: 1, maxItems: 100 }))),
    expiresAt: Type.Optional(nullable(Timestamp)),
  }),
);
export type CreateApiKeyInput = Static<typeof CreateApiKeyInput>;

export const CreatedApiKey = named(
  'CreatedApiKey',
  Type.Object({
    apiKey: ref(ApiKey),
    /** The key itself. It is shown in this answer only; the server keeps a hash of it. */
    secret: Type.String(),
  }),
);
export type CreatedApiKey = Static<typeof CreatedApiKey>;
