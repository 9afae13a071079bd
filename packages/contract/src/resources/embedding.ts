import { adminOnly, anyone, inPerson, signedInOrCreator, signedInOrEmbed } from '../access.ts';
import {
  MAX_ALLOWED_ORIGINS,
  MAX_APP_BODY_BYTES,
  MAX_AUDIENCE_TENANTS,
  MAX_BODY_BYTES,
  MAX_COLOR_LENGTH,
  MAX_NAME_LENGTH,
  MAX_REFUSED_ORIGINS,
} from '../limits.ts';
import { json, operationsTagged } from '../operation.ts';
import {
  boolean,
  describe,
  freeObject,
  input,
  integer,
  list,
  nullish,
  number,
  numericId,
  object,
  oneOf,
  pick,
  text,
  timestamp,
  union,
  type Static,
} from '../schema.ts';
import { Dashboard, DashboardAppSource, ReportSnapshot } from './dashboards.ts';

const color = (description: string) =>
  nullish(text(description, { maxLength: MAX_COLOR_LENGTH, example: '#4f46e5' }));
const name = (description: string, example: string) =>
  text(description, { maxLength: MAX_NAME_LENGTH, example });

export const EmbedTenantProfile = input('How an embed tenant is shown.', {
  displayName: nullish(name('Name for display.', 'Northwind Ltd')),
});
export type EmbedTenantProfile = Static<typeof EmbedTenantProfile>;

export const EmbedThemeChatInput = input('The look of the field that one writes into.', {
  backgroundColor: color('Background.'),
  borderColor: color('Border.'),
});
export type EmbedThemeChatInput = Static<typeof EmbedThemeChatInput>;

export const EmbedThemeAnalyticsChat = input('The look of the chat.', {
  backgroundColor: color('Background.'),
  chatInput: nullish(describe(EmbedThemeChatInput, 'The field that one writes into.')),
});
export type EmbedThemeAnalyticsChat = Static<typeof EmbedThemeAnalyticsChat>;

export const EmbedThemeChat = input('The look of the chat, for older clients.', {
  inputColor: color('Background of the field that one writes into.'),
});
export type EmbedThemeChat = Static<typeof EmbedThemeChat>;

export const EmbedTheme = input('The look of one embed session; what is left out comes from the account.', {
  primaryColor: color('Colour of what stands out.'),
  font: nullish(name('Font family.', 'Inter')),
  borderRadius: nullish(
    number('Corner radius of surfaces and controls in pixels.', { minimum: 0, maximum: 64, example: 8 }),
  ),
  analyticsChat: nullish(describe(EmbedThemeAnalyticsChat, 'The chat.')),
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

export const UserAttributeType = oneOf('The type of the values of an attribute.', [
  'string',
  'number',
  'boolean',
  'string_array',
  'number_array',
]);
export type UserAttributeType = Static<typeof UserAttributeType>;

export const UserAttributeDefinition = input('An attribute of users, which policies of the model may read.', {
  name: name('Name of the attribute.', 'region'),
  type: describe(UserAttributeType, 'The type of its values.'),
  displayName: nullish(name('Name for display; default its name.', 'Region')),
  description: nullish(text('What it is for.')),
  defaultValue: nullish(text('The value of users that have none, as text.', { example: 'EMEA' })),
});
export type UserAttributeDefinition = Static<typeof UserAttributeDefinition>;

export const UserAttributeInput = input('The value of an attribute for a user.', {
  name: name('Name of the attribute.', 'region'),
  value: nullish(
    union('The value, of the type of the attribute; null removes it.', [
      text('A text.', { example: 'EMEA' }),
      number('A number.'),
      boolean('True or false.'),
      list(text('A text.'), 'Texts.'),
      list(number('A number.'), 'Numbers.'),
    ]),
  ),
});
export type UserAttributeInput = Static<typeof UserAttributeInput>;

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

export const UpdateDashboardEmbeddingInput = input('Whether a dashboard may be embedded.', {
  allowEmbed: boolean('Whether signed embed sessions may open it.'),
});
export type UpdateDashboardEmbeddingInput = Static<typeof UpdateDashboardEmbeddingInput>;

export const DashboardEmbeddingResponse = object('Whether a dashboard may be embedded.', {
  ...pick(UpdateDashboardEmbeddingInput, 'allowEmbed'),
  publicId: text('Public id of the dashboard.', { example: 'Zk3pQ9rT1xWb' }),
});
export type DashboardEmbeddingResponse = Static<typeof DashboardEmbeddingResponse>;

export const DashboardAudience = object('The audience of a dashboard: who it is shared with.', {
  allEmbedUsers: boolean('Whether it is shared with every embed user, of whichever tenant.'),
  embedTenants: list(
    name('Name of a tenant, as sessions are generated with it.', 'skyline-travel'),
    'The tenants that it is shared with by name, the workbook or a folder above it; the first in the order of names.',
    { maxItems: MAX_AUDIENCE_TENANTS },
  ),
});
export type DashboardAudience = Static<typeof DashboardAudience>;

const origin = (description: string) =>
  text(description, { format: 'uri', maxLength: MAX_NAME_LENGTH, example: 'https://app.example.com' });

export const EmbedAllowedOrigins = input(
  'The origins that may frame an embedded surface and exchange messages with it.',
  {
    origins: list(
      origin('An origin without a path.'),
      'The origins; an empty list lets a signed session be embedded by any page.',
      { maxItems: MAX_ALLOWED_ORIGINS, uniqueItems: true },
    ),
  },
);
export type EmbedAllowedOrigins = Static<typeof EmbedAllowedOrigins>;

export const EmbedRefusedOrigin = object('An origin with a page that wanted to frame an embedded surface.', {
  origin: origin('The origin, as the browser has named it.'),
  refusals: integer(
    'How often it was refused: once for each session that was refused, and at most once a minute without a session.',
    { minimum: 1, example: 3 },
  ),
  firstRefusedAt: timestamp('When it was refused first.'),
  lastRefusedAt: timestamp('When it was refused last.'),
});
export type EmbedRefusedOrigin = Static<typeof EmbedRefusedOrigin>;

export const EmbedRefusedOrigins = object('The origins that were refused.', {
  items: list(EmbedRefusedOrigin, 'The origins; the first is the one that was refused last.', {
    maxItems: MAX_REFUSED_ORIGINS,
  }),
});
export type EmbedRefusedOrigins = Static<typeof EmbedRefusedOrigins>;

/** 32 bytes in base64url, as SHA-256 gives them and as random secrets are written. */
const SECRET_LENGTH = 43;
const secret = (description: string) =>
  text(description, {
    minLength: SECRET_LENGTH,
    maxLength: SECRET_LENGTH,
    pattern: `^[A-Za-z0-9_-]{${SECRET_LENGTH}}$`,
  });

export const CreateEmbedSignInCodeInput = input('A frame that waits for a sign-in.', {
  challenge: secret('SHA-256 of a random secret that the frame keeps, in base64url (PKCE, S256).'),
});
export type CreateEmbedSignInCodeInput = Static<typeof CreateEmbedSignInCodeInput>;

export const EmbedSignInCode = object('The code of a sign-in.', {
  code: text('What the frame exchanges for its token: once, within a minute.'),
});
export type EmbedSignInCode = Static<typeof EmbedSignInCode>;

export const RedeemEmbedSignInCodeInput = input('A code, and the secret of the frame.', {
  code: secret('The code that the window of the sign-in has handed over.'),
  verifier: secret('The secret that the code was asked for with.'),
});
export type RedeemEmbedSignInCodeInput = Static<typeof RedeemEmbedSignInCodeInput>;

export const DashboardAppAddress = object(
  'Where the files of a dashboard app are, for one viewer and one version.',
  {
    path: text('Path of the entry on this server. Relative addresses in it lead to the other files.', {
      example: '/embed/apps/kM3fQ9rT1xWb/index.html',
    }),
    expiresAt: timestamp(
      'When the files stop being served there: within an hour. They stop before with the session or the key that asked for the address.',
    ),
  },
);
export type DashboardAppAddress = Static<typeof DashboardAppAddress>;

export const DashboardAppPreviewInput = input('An app to try.', {
  app: describe(DashboardAppSource, 'Its source, of which nothing is saved.'),
});
export type DashboardAppPreviewInput = Static<typeof DashboardAppPreviewInput>;

export const DashboardAppPreview = object('An app as it would be if it were published now.', {
  ...pick(DashboardAppAddress, 'path', 'expiresAt'),
  reportSnapshots: list(
    ReportSnapshot,
    'The reports that it may ask for, as they are now; `id` is that of the report, as there is no snapshot yet.',
  ),
});
export type DashboardAppPreview = Static<typeof DashboardAppPreview>;
export const CompiledChart = object('A chart of a dashboard, compiled before it is drawn.', {
  document: text(
    'The Vega-Lite document that was compiled, as JSON. `oriel:` marks stand for colours, titles and formats of language that are ' +
      'known where the chart is drawn.',
  ),
  vega: freeObject('The Vega document that it compiles to, with the same marks and without rows.'),
});
export type CompiledChart = Static<typeof CompiledChart>;

export const CompiledCharts = object('What of a dashboard is compiled before it is drawn.', {
  charts: list(
    CompiledChart,
    'Its charts with the controls as they were published. Charts that cannot be compiled without their rows are not among them.',
  ),
});
export type CompiledCharts = Static<typeof CompiledCharts>;

const operation = operationsTagged('Embed');

export const embeddingOperations = {
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
  createEmbedSignInCode: operation('POST /api/v1/embed/sign-in/code', {
    summary: 'Make a code for the frame that a user has signed in for',
    description:
      'Called by the window in which the viewer of a private surface has signed in. The frame alone that has the secret behind ' +
      '`challenge` can exchange the code, once, within a minute.',
    access: inPerson,
    body: CreateEmbedSignInCodeInput,
    answer: EmbedSignInCode,
  }),
  redeemEmbedSignInCode: operation('POST /api/v1/embed/sign-in/token', {
    summary: 'Exchange a sign-in code for a token',
    description:
      'Called by the frame of a private surface. The token goes into the header `Authorization: Embed-Token`. It may do what ' +
      'the user may, but for making credentials and changing people, and ends with the session in which it was handed over.',
    access: anyone,
    body: RedeemEmbedSignInCodeInput,
    answer: GenerateEmbedTokenResponse,
    refusals: ['embed_session_unknown'],
  }),
  getDashboard: operation('GET /api/v1/embed/dashboard/{publicId}', {
    summary: 'Get a published dashboard for embedding',
    description:
      'With the snapshots of its reports. An embed session sees a dashboard that is shared with its tenant or with all ' +
      'embed users and on which signed embedding is allowed. A user needs read access.',
    access: signedInOrEmbed,
    answer: Dashboard,
    refusals: ['embedding_not_allowed'],
  }),
  getDashboardAppAddress: operation('GET /api/v1/embed/dashboard/{publicId}/app', {
    summary: 'Get the address of a dashboard app',
    description:
      'For a dashboard of kind `APP` that the caller may see. Each answer has an address of its own, under which the files of the ' +
      'published version are served without another credential, in a sandbox: there is no data in them. See `packages/embed/SPEC.md` ' +
      'for what the app may ask the page around it.',
    access: signedInOrEmbed,
    answer: DashboardAppAddress,
    refusals: ['embedding_not_allowed'],
  }),
  createDashboardAppPreview: operation(
    'POST /api/v1/deployments/{deploymentId}/workbooks/{workbookId}/app-preview',
    {
      summary: 'Try a dashboard app',
      description:
        'Serves files that are not saved under an address of their own, as those of a published app, to who has asked: the address ' +
        'ends with the credential of the caller, after an hour, or with the next one for the same workbook. Needs edit access.',
      access: signedInOrCreator,
      body: json(DashboardAppPreviewInput, { maxBytes: MAX_APP_BODY_BYTES }),
      answer: DashboardAppPreview,
    },
  ),
  getCompiledCharts: operation('GET /api/v1/embed/dashboard/{publicId}/compiled-charts', {
    summary: 'Get the charts of a dashboard as Vega documents',
    description:
      'An embedded dashboard draws its charts from them and need not load Vega-Lite first. The documents hold no rows and no titles of ' +
      'the model. The list is empty where charts take too long to compile. The page then compiles them.',
    access: signedInOrEmbed,
    answer: CompiledCharts,
    refusals: ['embedding_not_allowed'],
  }),
  updateDashboardEmbedding: operation('PATCH /api/v1/embed/dashboard/{publicId}', {
    summary: 'Allow or forbid signed embedding of a dashboard',
    description:
      'The flag alone shows the dashboard to nobody: it must also be shared with the embed tenant.',
    access: adminOnly,
    withinScope: 'To a key that is scoped to deployments, dashboards of others are not there.',
    body: UpdateDashboardEmbeddingInput,
    answer: DashboardEmbeddingResponse,
  }),
  getDashboardAudience: operation('GET /api/v1/embed/dashboard/{publicId}/audience', {
    summary: 'Get whom a published dashboard is shared with',
    description:
      'A session of anybody else gets 404 for the dashboard. Whether signed embedding is allowed is a second condition.',
    access: adminOnly,
    answer: DashboardAudience,
  }),
  getEmbedAllowedOrigins: operation('GET /api/v1/embed/allowed-origins', {
    summary: 'Get the origins that may embed',
    description:
      'An empty list lets a signed session be embedded by any page; the session is then the only credential.',
    access: adminOnly,
    answer: EmbedAllowedOrigins,
  }),
  updateEmbedAllowedOrigins: operation('PUT /api/v1/embed/allowed-origins', {
    summary: 'Set the origins that may embed',
    description:
      'Where the list is filled, only pages of these origins may frame an embedded surface, exchange messages with it and ' +
      'call the API from a browser.',
    access: adminOnly,
    body: EmbedAllowedOrigins,
    answer: EmbedAllowedOrigins,
  }),
  getEmbedRefusedOrigins: operation('GET /api/v1/embed/refused-origins', {
    summary: 'List the origins that were refused',
    description:
      'Pages of these origins wanted to frame an embedded surface while they were not allowed to. A refusal is noted once for ' +
      'each session that could still be exchanged; without a session, at most once a minute for each origin, and of at most 20 new origins ' +
      `in an hour. The last ${MAX_REFUSED_ORIGINS} are remembered; what is allowed since is not among them.`,
    access: adminOnly,
    answer: EmbedRefusedOrigins,
  }),
  deleteEmbedRefusedOrigin: operation('DELETE /api/v1/embed/refused-origins', {
    summary: 'Forget an origin that was refused',
    description:
      'It is listed again when it is refused again. It succeeds also for an origin that is not listed.',
    access: adminOnly,
    query: { origin: origin('The origin, as it is listed.') },
  }),
};
