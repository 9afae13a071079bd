import { Type, type Static } from 'typebox';
import { FreeObject, Timestamp, input, named, nullable, oneOf, ref } from '../schema.ts';
import { PageInfo, ResourceOwner, WorkspaceFolderPathEntry, WorkspaceItemType } from './common.ts';

export const ReportHost = named('ReportHost', oneOf('GOOGLE_SHEETS', 'EXCEL'));
export type ReportHost = Static<typeof ReportHost>;

export const ReportPlacementResultChunk = input(
  'ReportPlacementResultChunk',
  Type.Object({
    from: Type.Integer({ minimum: 0 }),
    hash: Type.String({ minLength: 1, maxLength: 64 }),
    to: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
  }),
);
export type ReportPlacementResultChunk = Static<typeof ReportPlacementResultChunk>;

export const ReportPlacementResultChecksum = input(
  'ReportPlacementResultChecksum',
  Type.Object({
    chunks: Type.Array(ref(ReportPlacementResultChunk), { maxItems: 2000 }),
    v: Type.Integer({ minimum: 1 }),
  }),
);
export type ReportPlacementResultChecksum = Static<typeof ReportPlacementResultChecksum>;

export const ReportPlacementSyncStatus = named(
  'ReportPlacementSyncStatus',
  oneOf('UP_TO_DATE', 'CHANGED', 'UNKNOWN'),
);
export type ReportPlacementSyncStatus = Static<typeof ReportPlacementSyncStatus>;

export const ReportPlacement = named(
  'ReportPlacement',
  Type.Object({
    anchorCell: Type.Optional(nullable(Type.String())),
    endResultCell: Type.Optional(nullable(Type.String())),
    host: Type.Optional(nullable(ref(ReportHost))),
    id: Type.Optional(nullable(Type.String())),
    placedAt: Type.Optional(nullable(Type.String())),
    placedByUserId: Type.Optional(nullable(Type.Integer())),
    queryChecksum: Type.Optional(nullable(Type.String())),
    refreshedAt: Type.Optional(nullable(Type.String())),
    refreshedByUserId: Type.Optional(nullable(Type.Integer())),
    resultChecksum: Type.Optional(nullable(ref(ReportPlacementResultChecksum))),
    resultLocation: Type.String(),
    sheetId: Type.Optional(nullable(Type.String())),
    sheetName: Type.Optional(nullable(Type.String())),
    syncStatus: Type.Optional(nullable(ref(ReportPlacementSyncStatus))),
    workbookId: Type.String(),
    workbookName: Type.Optional(nullable(Type.String())),
  }),
);
export type ReportPlacement = Static<typeof ReportPlacement>;

export const PivotItemsDisplayScale = named(
  'PivotItemsDisplayScale',
  oneOf('model', 'absolute', 'thousands', 'millions', 'billions'),
);
export type PivotItemsDisplayScale = Static<typeof PivotItemsDisplayScale>;

export const PivotItemsMeasuresAxis = named('PivotItemsMeasuresAxis', oneOf('columns', 'rows'));
export type PivotItemsMeasuresAxis = Static<typeof PivotItemsMeasuresAxis>;

export const PivotItemsMeasuresPosition = named('PivotItemsMeasuresPosition', oneOf('before', 'after'));
export type PivotItemsMeasuresPosition = Static<typeof PivotItemsMeasuresPosition>;

export const PivotItems = input(
  'PivotItems',
  Type.Object({
    columns: Type.Array(Type.String()),
    displayScale: Type.Optional(nullable(ref(PivotItemsDisplayScale))),
    filters: Type.Array(Type.String()),
    measures: Type.Array(Type.String()),
    measuresAxis: Type.Optional(nullable(ref(PivotItemsMeasuresAxis))),
    measuresPosition: Type.Optional(nullable(ref(PivotItemsMeasuresPosition))),
    rows: Type.Array(Type.String()),
    showAppliedFilters: Type.Optional(nullable(Type.Boolean())),
    showColumnTotals: Type.Optional(nullable(Type.Boolean())),
    showRowTotals: Type.Optional(nullable(Type.Boolean())),
  }),
);
export type PivotItems = Static<typeof PivotItems>;

export const RoleWithAccess = named(
  'RoleWithAccess',
  Type.Object({
    actions: Type.Array(
      oneOf(
        'All',
        'DeploymentsManage',
        'DeploymentCreate',
        'DeploymentRead',
        'DeploymentUpdate',
        'DeploymentDelete',
        'SecretsManage',
        'DownloadData',
        'PlaygroundRead',
        'SchemaRead',
        'SchemaUpdate',
        'SchemaUpdateDevBranches',
        'APMRead',
        'ChatHistoryRead',
        'PreAggregationBuild',
        'AlertsCreate',
        'AlertsRead',
        'AlertsUpdate',
        'AlertsDelete',
        'AuditLogManage',
        'BillingRead',
        'SqlRunnerRead',
        'DataAssetsRead',
        'DataAssetsManage',
        'CubeNetworkConnect',
        'ReportRead',
        'ReportEdit',
        'ReportManage',
        'WorkbookManage',
        'WorkbookRead',
        'WorkbookEdit',
        'ChatThreadRead',
        'AgentManage',
        'AgentRead',
        'AgentSpaceManage',
        'AgentAdmin',
        'DeploymentAgentRead',
        'OAuthIntegrationsManage',
        'OAuthIntegrationsIssueTokens',
        'McpToolsManage',
        'AIBIDevelop',
        'AIBIExplore',
        'AIBIView',
        'ChartPalettesManage',
        'DashboardThemesManage',
        'AIBIDeveloper',
        'AIBIUser',
        'AIBIViewer',
        'EmbedDeploymentRead',
        'EmbedDashboardRead',
        'FolderRead',
        'FolderEdit',
        'FolderManage',
      ),
    ),
    id: Type.Integer(),
    name: Type.String(),
  }),
);
export type RoleWithAccess = Static<typeof RoleWithAccess>;

export const ReportSource = named('ReportSource', oneOf('GOOGLE_SHEETS', 'EXCEL', 'PLAYGROUND', 'D3'));
export type ReportSource = Static<typeof ReportSource>;

export const Report = named(
  'Report',
  Type.Object({
    canEdit: Type.Optional(nullable(Type.Boolean())),
    canManage: Type.Optional(nullable(Type.Boolean())),
    createdAt: Timestamp,
    createdBy: Type.Optional(Type.Integer()),
    currentQueryChecksum: Type.Optional(nullable(Type.String())),
    deploymentId: Type.Integer(),
    description: Type.Optional(nullable(Type.String())),
    endResultCell: Type.Optional(nullable(Type.String())),
    externalWorkbookId: Type.Optional(nullable(Type.String())),
    externalWorkbookPlacements: Type.Optional(nullable(Type.Array(ref(ReportPlacement)))),
    folderId: Type.Optional(nullable(Type.Integer())),
    folderPath: Type.Optional(Type.Array(ref(WorkspaceFolderPathEntry))),
    id: Type.Integer(),
    jsonQuery: Type.Optional(nullable(Type.String())),
    meta: Type.Optional(nullable(FreeObject)),
    name: Type.String({ maxLength: 255 }),
    pivotItems: Type.Optional(nullable(ref(PivotItems))),
    publicId: Type.String({ minLength: 12, maxLength: 12, pattern: '^[0-9A-Za-z]+$' }),
    refreshedBy: Type.Optional(nullable(Type.Integer())),
    refreshedByUser: ref(ResourceOwner),
    resultLocation: Type.Optional(nullable(Type.String())),
    rolesWithAccess: Type.Optional(nullable(Type.Array(ref(RoleWithAccess)))),
    source: Type.Optional(nullable(ref(ReportSource))),
    sqlQuery: Type.Optional(nullable(Type.String())),
    title: Type.Optional(nullable(Type.String())),
    type: ref(WorkspaceItemType),
    updatedAt: Timestamp,
    user: ref(ResourceOwner),
    userId: Type.Integer(),
    version: Type.Optional(nullable(Type.Integer())),
    workbookId: Type.Optional(nullable(Type.Integer())),
  }),
);
export type Report = Static<typeof Report>;

export const ReportsListResponse = named(
  'ReportsListResponse',
  Type.Object({
    count: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
    data: Type.Array(ref(Report)),
    items: Type.Array(ref(Report)),
    pageInfo: Type.Optional(nullable(ref(PageInfo))),
  }),
);
export type ReportsListResponse = Static<typeof ReportsListResponse>;

export const ReportSortField = named(
  'ReportSortField',
  oneOf('name', 'createdAt', 'updatedAt', 'lastViewedAt'),
);
export type ReportSortField = Static<typeof ReportSortField>;
