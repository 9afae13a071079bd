import {
  exampleOf,
  operations,
  type Operation,
  type OperationId,
  type PathParameterName,
  type TSchema,
} from '@oriel/contract';
import {
  recordNameOf,
  recordsNamedBy,
  requestFromSchema,
  type OperationRequest,
  type PathValues,
  type RequestOptions,
} from './request-from-schema.ts';

/** What the schemas of an operation cannot say of a request that succeeds. */
interface Special {
  /** Records that no parameter or field names. */
  readonly records?: readonly PathParameterName[];
  options?(records: PathValues): RequestOptions;
  /** Fields that exclude others, and are missing where all others are sent. */
  readonly exclusive?: readonly string[];
}

/** Its absence is valid by the schema, because the protocol refuses it in words of its own. */
const withQuery: Special = { options: () => ({ fields: ['query'] }) };

/** Which fields an entry has follows from its kind. */
const givingToUser: Special = {
  records: ['userId'],
  options: ({ userId }) => ({
    values: { entries: [{ subjectType: 'USER', subjectId: userId, level: 'read' }] },
  }),
};

const editOf = (oldText: string, newText: string): RequestOptions => ({
  values: { edits: [{ oldText, newText }] },
});

const smallestManifest = {
  metadata: { dbt_schema_version: 'https://schemas.getdbt.com/dbt/manifest/v12.json' },
  nodes: {
    'model.shop.orders': {
      unique_id: 'model.shop.orders',
      resource_type: 'model',
      name: 'orders',
      relation_name: '"shop"."main"."orders"',
    },
  },
};

const specials: Partial<Record<OperationId, Special>> = {
  // Settings of its kind have to be there, and attributes.
  createIdentityProvider: {
    records: ['userId'],
    // Of each request another one.
    options: ({ userId }) => ({ fields: ['oidc'], values: { slug: `company-${userId}` } }),
    exclusive: ['attributes'],
  },
  updateIdentityProvider: { exclusive: ['attributes'] },
  // Passwords are switched off only where a provider was tested.
  updateAuthenticationSettings: {
    options: () => ({ values: { requiresProvider: false } }),
    exclusive: ['breakGlassUserId'],
  },
  updateWorkbookDashboard: {
    options: () => ({ values: { dashboardDraft: { title: 'Sales', widgets: [] } } }),
  },
  // One that can be opened.
  createDashboardAppPreview: { options: () => ({ values: { app: { html: '<p>Sales</p>' } } }) },
  // A report lies in a workbook or in a folder.
  createReport: { options: () => ({ without: ['folderId'] }), exclusive: ['folderId'] },
  updateReport: { options: () => ({ without: ['folderId', 'publicId'] }), exclusive: ['folderId'] },
  // Where users are sent back to, with the default of the others.
  createOAuthClient: {
    records: ['userId'],
    options: ({ userId }) => ({
      values: { userId, redirectUris: ['https://reports.example.com/callback'] },
    }),
  },
  updateOAuthClient: { records: ['userId'], options: ({ userId }) => ({ values: { userId } }) },
  // By exactly one of two ids.
  addGroupMembers: { options: () => ({ values: { members: [{ externalId: 'viewer-1' }] } }) },
  removeGroupMembers: { options: () => ({ values: { members: [{ externalId: 'viewer-1' }] } }) },
  // By exactly one of two targets, with an action.
  updateEmbedAccess: {
    records: ['embedTenantName'],
    options: ({ embedTenantName }) => ({ values: { embedTenantName, action: 'read' } }),
    exclusive: ['allEmbedUsers', 'allowEmbed'],
  },
  // Groups that are there.
  provisionEmbedUser: { exclusive: ['groups', 'tenantGroups'] },
  // Only a version that the server knows.
  updateDeployment: { exclusive: ['releaseChannelVersion'] },
  // By one of the two ids of a dashboard, and what the kind of schedule needs.
  createNotification: {
    options: () => ({ values: { scheduleType: 'DAILY', hour: 9 } }),
    exclusive: ['dashboardId'],
  },
  getNotifications: {
    exclusive: ['dashboardId', 'recipientEmail', 'recipientEmbedTenantName', 'recipientExternalId'],
  },
  startExport: { exclusive: ['dashboardId', 'renderAs'] },
  // Only members of what the report asks.
  exportReport: { exclusive: ['filters'] },
  addRecipients: {
    records: ['userId'],
    options: ({ userId }) => ({ values: { recipients: [{ type: 'USER', userId }] } }),
  },
  removeRecipients: {
    records: ['userId'],
    options: ({ userId }) => ({ values: { recipients: [{ type: 'USER', id: userId }] } }),
  },
  // One of two names of the branch has to be there.
  setBranchStagingEnvironment: { options: () => ({ fields: ['branchName'] }), exclusive: ['branchId'] },
  // Both name one branch, which has ids of its own.
  updateFiles: { exclusive: ['branchId', 'branchName'] },
  removeFiles: { exclusive: ['branchId', 'branchName'] },
  renameFiles: { exclusive: ['branchId', 'branchName'] },
  validateDataModel: { exclusive: ['devMode'] },
  mergeIntoParentBranch: {
    options: () => ({ values: { message: 'Add quarterly targets' } }),
    exclusive: ['branchId', 'branchName'],
  },
  // What dbt writes, and neither a branch nor a repository of dbt.
  startTransformSync: {
    options: () => ({
      values: { source: 'manifest', manifest: smallestManifest, output: 'branch' },
      without: ['branchName', 'ref'],
    }),
  },
  mergeToDefaultBranch: { exclusive: ['branchId', 'branchName'] },
  fileHashes: { exclusive: ['live'] },
  startUpload: { exclusive: ['live'] },
  // A file that is empty, and there already.
  finishUpload: {
    options: () => ({
      values: { files: { 'README.md': { hash: 'da39a3ee5e6b4b0d3255bfef95601890afd80709' } } },
    }),
  },
  // An API key names the person, who has no thread yet.
  streamAgentChat: {
    options: () => ({
      values: { input: 'How many?', sessionSettings: { externalId: 'viewer-1' } },
      without: ['chatId', 'messageId', 'images', 'activeBranchName', 'dashboard'],
    }),
    exclusive: ['chatId', 'messageId', 'images', 'activeBranchName', 'dashboard', 'sessionSettings'],
  },
  // The owner of the thread.
  abortAgentChat: {
    records: ['chatThreadId'],
    options: ({ chatThreadId }) => ({
      values: { chatId: chatThreadId, sessionSettings: { externalId: 'viewer-1' } },
    }),
  },
  // The parent of a reply, which is no folder.
  createDashboardComment: {
    records: ['commentId'],
    options: ({ commentId }) => ({ values: { parentId: commentId } }),
  },
  updateChatThreadAccess: {
    records: ['userId', 'groupId'],
    options: ({ userId, groupId }) => ({
      values: { organization: true, userIds: [userId], groupIds: [groupId] },
    }),
  },
  load: withQuery,
  loadByAddress: withQuery,
  compileSql: withQuery,
  compileSqlByAddress: withQuery,
  dryRun: withQuery,
  dryRunByAddress: withQuery,
  // An id names an item only together with its type.
  moveWorkspaceObject: {
    records: ['reportId'],
    options: ({ reportId }) => ({ values: { type: 'REPORT', id: reportId } }),
  },
  bulkMoveWorkspaceObjects: {
    records: ['reportId', 'workbookId'],
    options: ({ reportId, workbookId, folderId }) => ({
      // To the root, since a folder cannot move into itself.
      variant: 'required',
      values: {
        items: [
          { type: 'REPORT', id: reportId },
          { type: 'WORKBOOK', id: workbookId },
          { type: 'FOLDER', id: folderId },
        ],
      },
    }),
  },
  bulkDeleteWorkspaceObjects: {
    records: ['reportId'],
    options: ({ reportId }) => ({ values: { items: [{ type: 'REPORT', id: reportId }] } }),
  },
  updateFavorite: {
    records: ['reportId'],
    options: ({ reportId }) => ({ values: { type: 'REPORT', id: reportId } }),
  },
  // By exactly one kind of factor.
  signInWithSecondFactor: {
    options: () => ({ values: { code: '123456' } }),
    exclusive: ['recoveryCode', 'passkey'],
  },
  // Edits of what every file has; the hash is that of the file as it is.
  editReportFile: { options: () => editOf('"name":', '"title": "Revenue",\n  "name":'), exclusive: ['hash'] },
  editDashboardFile: {
    options: () => editOf('"widgets":', '"description": "By month",\n  "widgets":'),
    exclusive: ['hash'],
  },
  // Another workbook has it.
  updateWorkbook: { options: () => ({ without: ['slug'] }) },
  // A folder is there where something in it is shared with all embed users.
  sharedWorkspaceObjects: { options: () => ({ variant: 'required' }) },
  // For embed sessions alone.
  duplicateWorkbook: { exclusive: ['shared'] },
  // The same as in the path.
  upsertReportByPublicId: {
    options: () => ({ without: ['publicId', 'folderId'] }),
    exclusive: ['publicId', 'folderId'],
  },
  updateFolderAccess: givingToUser,
  updateWorkbookAccess: givingToUser,
  updateReportAccess: givingToUser,
  // Its ids are texts.
  createUserAttributeValue: {
    records: ['userId', 'userAttributeId'],
    options: ({ userId, userAttributeId }) => ({
      values: { userId: String(userId), userAttributeId: String(userAttributeId) },
    }),
  },
  // Other names than those that others have by the examples of their creation.
  replaceScimUser: { options: () => ({ values: { userName: 'hopper@example.com' } }) },
  replaceScimGroup: { options: () => ({ values: { displayName: 'forecasters' } }) },
  // Other names than those of the examples of their creation, and an audience where there is one to choose.
  updateOAuthIntegration: { options: () => ({ values: { name: 'lake' } }) },
  createOidcTokenConfig: { exclusive: ['customAudience'] },
  updateOidcTokenConfig: { options: () => ({ values: { name: 'lake', targetEnvVar: 'LAKE_TOKEN_FILE' } }) },
  // By the schema, a value without a path may stand for several.
  patchScimUser: { options: () => ({ fields: ['path', 'value'] }) },
  patchScimGroup: {
    records: ['scimUserId'],
    options: ({ scimUserId }) => ({
      values: { Operations: [{ op: 'add', path: 'members', value: [{ value: scimUserId }] }] },
    }),
  },
  // One of two ids of the viewer has to be there; and a dashboard in a session needs a share besides.
  generateSession: {
    options: () => ({ variant: 'required', fields: ['externalId'] }),
    exclusive: ['internalId'],
  },
};

/** The path parameters of the records that an example of an operation can name. */
export function recordsOf(id: OperationId): Set<PathParameterName> {
  return new Set([...recordsNamedBy(operations[id]), ...(specials[id]?.records ?? [])]);
}

/**
 * A request for an operation, made from its schemas, that is valid and succeeds for a caller who may see and change the
 * records: with everything that names one of them.
 */
export function exampleRequestFor(id: OperationId, records: PathValues): OperationRequest {
  return requestFromSchema(operations[id], records, specials[id]?.options?.(records));
}

/** The same, as a reader would write it: a read is asked without what narrows it, a change changes something. */
export function shownRequestFor(id: OperationId, records: PathValues): OperationRequest {
  const { method, body }: Operation = operations[id];
  const options: RequestOptions = {
    ...(method === 'GET' && { variant: 'required' }),
    ...specials[id]?.options?.(records),
  };
  const isEmpty = body && JSON.stringify(exampleOf(body.schema, { hasField: () => false })) === '{}';
  const fields = isEmpty && !options.values ? tellingFields(body.schema) : [];
  return requestFromSchema(operations[id], records, {
    ...options,
    fields: [...fields, ...(options.fields ?? [])],
  });
}

/** How many fields stand for a body in which every field may be left out. */
const SHOWN_FIELDS = 2;

/** The first fields of a body that name no record, and have an example of their own. */
function tellingFields(schema: TSchema): string[] {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, TSchema>> };
  return Object.entries(properties)
    .filter(([name, field]) => hasExample(field) && recordNameOf(name, field) === undefined)
    .slice(0, SHOWN_FIELDS)
    .map(([name]) => name);
}

function hasExample(schema: TSchema): boolean {
  const { examples, deprecated, anyOf, allOf } = schema as {
    examples?: readonly unknown[];
    deprecated?: boolean;
    anyOf?: readonly TSchema[];
    allOf?: readonly TSchema[];
  };
  const inner = anyOf?.[0] ?? allOf?.[0];
  return !deprecated && (examples !== undefined || (inner !== undefined && hasExample(inner)));
}

/** A request with everything that an operation declares, which its schemas allow; what it names may be out of reach. */
export function completeRequestFor(id: OperationId, records: PathValues): OperationRequest {
  const { options, exclusive = [] } = specials[id] ?? {};
  return requestFromSchema(operations[id], records, {
    ...options?.(records),
    variant: 'complete',
    without: exclusive,
  });
}
