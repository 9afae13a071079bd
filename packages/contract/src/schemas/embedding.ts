import { Type, type Static } from 'typebox';
import { FreeObject, input, named, nullable, oneOf, ref } from '../schema.ts';

export const EmbedTenantProfile = input(
  'EmbedTenantProfile',
  Type.Object({
    displayName: Type.Optional(nullable(Type.String())),
  }),
);
export type EmbedTenantProfile = Static<typeof EmbedTenantProfile>;

export const EmbedThemeChatInput = input(
  'EmbedThemeChatInput',
  Type.Object({
    backgroundColor: Type.Optional(nullable(Type.String())),
    borderColor: Type.Optional(nullable(Type.String())),
  }),
);
export type EmbedThemeChatInput = Static<typeof EmbedThemeChatInput>;

export const EmbedThemeAnalyticsChat = input(
  'EmbedThemeAnalyticsChat',
  Type.Object({
    backgroundColor: Type.Optional(nullable(Type.String())),
    chatInput: Type.Optional(nullable(ref(EmbedThemeChatInput))),
  }),
);
export type EmbedThemeAnalyticsChat = Static<typeof EmbedThemeAnalyticsChat>;

export const EmbedThemeChat = input(
  'EmbedThemeChat',
  Type.Object({
    inputColor: Type.Optional(nullable(Type.String())),
  }),
);
export type EmbedThemeChat = Static<typeof EmbedThemeChat>;

export const EmbedTheme = input(
  'EmbedTheme',
  Type.Object({
    analyticsChat: Type.Optional(nullable(ref(EmbedThemeAnalyticsChat))),
    /** Corner radius of surfaces and controls in pixels. */
    borderRadius: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 64 }))),
    chat: Type.Optional(nullable(ref(EmbedThemeChat))),
    font: Type.Optional(nullable(Type.String())),
    primaryColor: Type.Optional(nullable(Type.String())),
  }),
);
export type EmbedTheme = Static<typeof EmbedTheme>;

export const GroupDefinition = input(
  'GroupDefinition',
  Type.Object({
    description: Type.Optional(nullable(Type.String())),
    name: Type.String(),
  }),
);
export type GroupDefinition = Static<typeof GroupDefinition>;

export const EmbedSessionSettings = input(
  'EmbedSessionSettings',
  Type.Object({
    allowAi: Type.Optional(nullable(Type.Boolean())),
    allowChatWorkspaceAuthoring: Type.Optional(nullable(Type.Boolean())),
    locale: Type.Optional(nullable(Type.String())),
    showAiWidgets: Type.Optional(nullable(Type.Boolean())),
    showDashboardChat: Type.Optional(nullable(Type.Boolean())),
    showDashboardSettings: Type.Optional(nullable(Type.Boolean())),
    showGroupByCube: Type.Optional(nullable(Type.Boolean())),
    showMemberNames: Type.Optional(nullable(Type.Boolean())),
    showWorkbookChat: Type.Optional(nullable(Type.Boolean())),
    showWorkbookShare: Type.Optional(nullable(Type.Boolean())),
    timezone: Type.Optional(nullable(Type.String())),
  }),
);
export type EmbedSessionSettings = Static<typeof EmbedSessionSettings>;

export const UserAttributeType = named(
  'UserAttributeType',
  oneOf('string', 'number', 'boolean', 'string_array', 'number_array'),
);
export type UserAttributeType = Static<typeof UserAttributeType>;

export const UserAttributeDefinition = input(
  'UserAttributeDefinition',
  Type.Object({
    defaultValue: Type.Optional(nullable(Type.String())),
    description: Type.Optional(nullable(Type.String())),
    displayName: Type.Optional(nullable(Type.String())),
    name: Type.String(),
    type: ref(UserAttributeType),
  }),
);
export type UserAttributeDefinition = Static<typeof UserAttributeDefinition>;

export const UserAttributeInput = input(
  'UserAttributeInput',
  Type.Object({
    name: Type.String(),
    value: Type.Optional(
      nullable(
        Type.Union([
          Type.String(),
          Type.Number(),
          Type.Boolean(),
          Type.Array(Type.String()),
          Type.Array(Type.Number()),
        ]),
      ),
    ),
  }),
);
export type UserAttributeInput = Static<typeof UserAttributeInput>;

export const EmbedUserProfile = input(
  'EmbedUserProfile',
  Type.Object({
    displayName: Type.Optional(nullable(Type.String())),
    picture: Type.Optional(nullable(Type.String({ format: 'uri' }))),
  }),
);
export type EmbedUserProfile = Static<typeof EmbedUserProfile>;

export const GenerateSession = input(
  'GenerateSession',
  Type.Object({
    branchName: Type.Optional(nullable(Type.String())),
    creatorMode: Type.Optional(nullable(Type.Boolean())),
    deploymentId: Type.Number(),
    email: Type.Optional(nullable(Type.String())),
    embedTenantName: Type.Optional(nullable(Type.String({ pattern: '^[a-z][a-z0-9-]{0,34}[a-z0-9]$' }))),
    embedTenantProfile: Type.Optional(nullable(ref(EmbedTenantProfile))),
    embedTheme: Type.Optional(nullable(ref(EmbedTheme))),
    externalId: Type.Optional(nullable(Type.String())),
    groupDefinitions: Type.Optional(nullable(Type.Array(ref(GroupDefinition)))),
    groups: Type.Optional(nullable(Type.Array(Type.String()))),
    internalId: Type.Optional(nullable(Type.String())),
    isEphemeral: Type.Optional(nullable(Type.Boolean())),
    publicDashboardId: Type.Optional(nullable(Type.String())),
    roles: Type.Optional(nullable(Type.Array(Type.String()))),
    securityContext: Type.Optional(nullable(FreeObject)),
    settings: Type.Optional(nullable(ref(EmbedSessionSettings))),
    tenantGroupDefinitions: Type.Optional(nullable(Type.Array(ref(GroupDefinition)))),
    tenantGroups: Type.Optional(nullable(Type.Array(Type.String()))),
    userAttributeDefinitions: Type.Optional(nullable(Type.Array(ref(UserAttributeDefinition)))),
    userAttributes: Type.Optional(nullable(Type.Array(ref(UserAttributeInput)))),
    userProfile: Type.Optional(nullable(ref(EmbedUserProfile))),
  }),
);
export type GenerateSession = Static<typeof GenerateSession>;

export const GenerateSessionResponse = named(
  'GenerateSessionResponse',
  Type.Object({
    sessionId: Type.String(),
  }),
);
export type GenerateSessionResponse = Static<typeof GenerateSessionResponse>;

export const PostTokenBySessionIdInput = input(
  'PostTokenBySessionIdInput',
  Type.Object({
    sessionId: Type.String(),
  }),
);
export type PostTokenBySessionIdInput = Static<typeof PostTokenBySessionIdInput>;

export const GenerateEmbedTokenResponse = named(
  'GenerateEmbedTokenResponse',
  Type.Object({
    token: Type.String(),
  }),
);
export type GenerateEmbedTokenResponse = Static<typeof GenerateEmbedTokenResponse>;

export const UpdateDashboardEmbeddingInput = input(
  'UpdateDashboardEmbeddingInput',
  Type.Object({
    allowEmbed: Type.Boolean(),
  }),
);
export type UpdateDashboardEmbeddingInput = Static<typeof UpdateDashboardEmbeddingInput>;

export const DashboardEmbeddingResponse = named(
  'DashboardEmbeddingResponse',
  Type.Object({
    allowEmbed: Type.Boolean(),
    publicId: Type.String(),
  }),
);
export type DashboardEmbeddingResponse = Static<typeof DashboardEmbeddingResponse>;

/** The origins that may frame an embedded surface and talk to it. An empty list allows signed sessions anywhere. */
export const EmbedAllowedOrigins = input(
  'EmbedAllowedOrigins',
  Type.Object({
    origins: Type.Array(Type.String({ format: 'uri', maxLength: 255 }), { maxItems: 100, uniqueItems: true }),
  }),
);
export type EmbedAllowedOrigins = Static<typeof EmbedAllowedOrigins>;
