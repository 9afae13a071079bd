import { adminOnly, anyone } from '../access.ts';
import { MAX_BODY_BYTES, MAX_COLOR_LENGTH, MAX_NAME_LENGTH } from '../limits.ts';
import { json, operationsTagged } from '../operation.ts';
import {
  boolean,
  describe,
  freeObject,
  input,
  list,
  nullish,
  number,
  numericId,
  object,
  text,
  type Static,
} from '../schema.ts';
import { UserAttributeDefinition, UserAttributeInput } from './user-attributes.ts';

const color = (description: string) =>
  nullish(text(description, { maxLength: MAX_COLOR_LENGTH, example: '#4f46e5' }));
const name = (description: string, example: string) =>
  text(description, { maxLength: MAX_NAME_LENGTH, example });

export const EmbedTenantProfile = input('How an embed tenant is shown.', {
  displayName: nullish(name('Name for display.', 'Northwind Ltd')),
});
export type EmbedTenantProfile = Static<typeof EmbedTenantProfile>;

export const EmbedThemeChatInput = input('The look of the field that one writes into.', {
  backgroundColor: color('Background of the field, a CSS colour.'),
  borderColor: color('Border of the field, a CSS colour.'),
});
export type EmbedThemeChatInput = Static<typeof EmbedThemeChatInput>;

export const EmbedThemeAnalyticsChat = input('The look of the chat.', {
  backgroundColor: color('Background of the chat, a CSS colour.'),
  chatInput: nullish(describe(EmbedThemeChatInput, 'The field that one writes into.')),
});
export type EmbedThemeAnalyticsChat = Static<typeof EmbedThemeAnalyticsChat>;

export const EmbedThemeChat = input('The look of the chat, for older clients.', {
  inputColor: color('Background of the field that one writes into.'),
});
export type EmbedThemeChat = Static<typeof EmbedThemeChat>;

export const EmbedTheme = input('The look of one embed session; what is left out comes from the account.', {
  primaryColor: color('Colour of what stands out.'),
  font: nullish(name('Font family of all texts, as CSS names it.', 'Inter')),
  borderRadius: nullish(
    number('Corner radius of surfaces and controls in pixels.', { minimum: 0, maximum: 64, example: 8 }),
  ),
  analyticsChat: nullish(describe(EmbedThemeAnalyticsChat, 'The look of the chat.')),
  chat: nullish(describe(EmbedThemeChat, 'The chat, for older clients.')),
});
export type EmbedTheme = Static<typeof EmbedTheme>;

export const GroupDefinition = input('A group to create, or to update where there is one of the name.', {
  name: name('Name of the group.', 'Buyers'),
  description: nullish(text('What the group is for.')),
});
export type GroupDefinition = Static<typeof GroupDefinition>;

const flag = (description: string) => nullish(boolean(description));

export const EmbedSessionSettings = input(
  'Settings of one embed session. What is left out follows the account; where that says nothing either, it is on.',
  {
    locale: nullish(name('Language as a BCP 47 tag; one that is not shipped follows the account.', 'de')),
    timezone: nullish(
      name(
        'Time zone by its IANA name; any other text, also a bare offset, follows the account.',
        'Europe/Berlin',
      ),
    ),
    allowAi: flag('Whether anything may use AI. False wins over the settings below.'),
    allowExport: flag(
      'Whether rows may be downloaded where the address asks for it (`allowExport=true`). False wins over the address, which ' +
        'viewers can change; true grants nothing that the account or the dashboard forbids.',
    ),
    allowChatWorkspaceAuthoring: flag(
      'Whether the chat may save and change content, as far as the user may.',
    ),
    showAiWidgets: flag('Whether AI summaries can be made; those that exist are shown all the same.'),
    showDashboardChat: flag('Whether dashboards have a chat.'),
    showDashboardSettings: flag('Whether the editor of dashboards has its settings.'),
    showGroupByCube: flag('Whether the list of members can be grouped by cube.'),
    showMemberNames: flag('Whether members can be shown by their names in the model.'),
    showWorkbookChat: flag('Whether workbooks have a chat.'),
    showWorkbookShare: flag('Whether content can be shared from the workspace; it takes no access away.'),
  },
);
export type EmbedSessionSettings = Static<typeof EmbedSessionSettings>;

export const EmbedUserProfile = input('How a viewer is shown.', {
  displayName: nullish(name('Name for display.', 'Ada')),
  picture: nullish(text('Address of a picture.', { format: 'uri', example: 'https://example.com/ada.png' })),
});
export type EmbedUserProfile = Static<typeof EmbedUserProfile>;

const names = (what: string, description: string, example: string) =>
  nullish(list(name(`Name of ${what}.`, example), description));

export const GenerateSession = input('The viewer, and what the session fixes.', {
  deploymentId: numericId('Id of the deployment that the session looks at.'),
  externalId: nullish(
    name('Id of the viewer in the system of the host; creates or updates the viewer.', 'customer-17'),
  ),
  internalId: nullish(
    name('Username of a user of this account instead; it keeps its own groups and rights.', 'ada'),
  ),
  email: nullish(name('E-mail address of the viewer.', 'ada@example.com')),
  userProfile: nullish(describe(EmbedUserProfile, 'How the viewer is shown.')),
  isEphemeral: nullish(boolean('Whether the viewer is not kept beyond the session; default false.')),
  embedTenantName: nullish(
    text('Name of the embed tenant, such as the customer of the host; default that of the account.', {
      pattern: '^[a-z][a-z0-9-]{0,34}[a-z0-9]$',
      maxLength: 36,
      example: 'northwind',
    }),
  ),
  embedTenantProfile: nullish(describe(EmbedTenantProfile, 'How the embed tenant is shown.')),
  creatorMode: nullish(boolean('Whether the viewer may create content of its own; default false.')),
  groups: names(
    'a group',
    'Groups of the account, which must exist; policies of the model read them.',
    'managers',
  ),
  groupDefinitions: nullish(
    list(GroupDefinition, 'Taken without effect: groups of the account are defined elsewhere.', {
      deprecated: true,
    }),
  ),
  tenantGroups: names(
    'a group',
    'Groups of the embed tenant, for sharing within it; need `creatorMode` and `embedTenantName`.',
    'Buyers',
  ),
  tenantGroupDefinitions: nullish(
    list(GroupDefinition, 'Creates or updates groups of the embed tenant first.'),
  ),
  userAttributes: nullish(list(UserAttributeInput, 'Values of attributes, which must exist.')),
  userAttributeDefinitions: nullish(
    list(
      UserAttributeDefinition,
      'Creates attributes of the embed tenant first; needs `creatorMode` and `embedTenantName`.',
    ),
  ),
  roles: names('a role', 'Roles of the viewer.', 'Viewer'),
  securityContext: nullish(
    freeObject('Keys of the security context beside the reserved one, for policies of the model.'),
  ),
  settings: nullish(describe(EmbedSessionSettings, 'Settings of this session.')),
  embedTheme: nullish(describe(EmbedTheme, 'The look of this session.')),
  branchName: nullish(name('Branch of the model that is queried; default the one that is deployed.', 'main')),
  publicDashboardId: nullish(name('Public id of the dashboard that the session is for.', 'Zk3pQ9rT1xWb')),
});
export type GenerateSession = Static<typeof GenerateSession>;

export const GenerateSessionResponse = object('A session.', {
  sessionId: text('Id that can be exchanged once, within five minutes.', {
    example: '8f14e45fceea167a5a36dedd4bea2543',
  }),
});
export type GenerateSessionResponse = Static<typeof GenerateSessionResponse>;

export const PostTokenBySessionIdInput = input('The session to exchange.', {
  sessionId: text('Id of the session.', { example: '8f14e45fceea167a5a36dedd4bea2543' }),
});
export type PostTokenBySessionIdInput = Static<typeof PostTokenBySessionIdInput>;

export const GenerateEmbedTokenResponse = object('The token of a session.', {
  token: text(
    'Goes into the header `Authorization: Embed-Token`; lasts 24 hours, or until the key that generated the session expires or is revoked.',
  ),
});
export type GenerateEmbedTokenResponse = Static<typeof GenerateEmbedTokenResponse>;

export const RevokeEmbedSessionInput = input('The session to end.', {
  sessionId: text('Id of the session, exchanged or not.', {
    pattern: '^[0-9a-f]{32}$',
    maxLength: 32,
    example: '8f14e45fceea167a5a36dedd4bea2543',
  }),
});
export type RevokeEmbedSessionInput = Static<typeof RevokeEmbedSessionInput>;

const operation = operationsTagged('Embed');

/** Sessions of embedded surfaces, which the back end of a host generates. */
export const embedSessionOperations = {
  generateSession: operation('POST /api/v1/embed/generate-session', {
    summary: 'Generate an embed session',
    description:
      'Called by the back end of the host page. Creates or updates the viewer, and answers with an id that can be ' +
      'exchanged once, within five minutes, for a token. What it sets of the viewer (groups, attributes, profile) holds in ' +
      'the deployment of the session; what it leaves out keeps what was set there, or else what holds in the whole account.',
    access: { ...adminOnly, takesApiKeyScheme: true },
    withinScope:
      'A key that is scoped to deployments makes sessions for those alone; it uses the groups and attributes that an embed ' +
      'tenant has, and does not define any.',
    // What goes into the token is far smaller; see MAX_EMBED_CLAIMS_BYTES.
    body: json(GenerateSession, { maxBytes: MAX_BODY_BYTES }),
    answer: GenerateSessionResponse,
    refusals: [
      'duplicate_name',
      'groups_not_found',
      'attributes_not_found',
      'attribute_type_mismatch',
      'deployment_out_of_scope',
      'deployment_not_found',
      'user_not_found',
      'branch_not_found',
      'dashboard_not_found',
      'embed_user_limit',
    ],
  }),
  postTokenBySessionId: operation('POST /api/v1/embed/session/token', {
    summary: 'Exchange an embed session for a token',
    description:
      'Called by the embedded page: the session id is the credential and works once. The token lasts 24 hours and goes ' +
      'into the header `Authorization: Embed-Token`.',
    access: anyone,
    body: PostTokenBySessionIdInput,
    answer: GenerateEmbedTokenResponse,
    refusals: ['embed_session_unknown'],
  }),
  revokeEmbedSession: operation('POST /api/v1/embed/session/revoke', {
    summary: 'End an embed session',
    description:
      'As where a user signs out of the host. A session that was not exchanged cannot be any more; the token of one that was, and ' +
      'every data token made with it, get 401 from the next request on. It succeeds also for a session that is unknown, over or ' +
      'ended already. The embedded page does not close itself. Tokens of sessions that were generated by a version before this ' +
      'operation last until they expire.',
    access: adminOnly,
    withinScope: 'A key that is scoped to deployments ends the sessions of those alone.',
    body: RevokeEmbedSessionInput,
  }),
};
