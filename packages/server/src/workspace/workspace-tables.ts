import { defineTables } from '../db/schema/table-rules.ts';
import type {
  CalculatedField,
  DashboardConfig,
  PivotItems,
  ReportHost,
  ReportPlacementResultChecksum,
  ReportSnapshot,
  ReportSource,
} from '@oriel/contract';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { GeneratedJson, Json } from '../db/values/column-types.ts';
import { limits } from '@oriel/contract';

declare module '../db/tables.ts' {
  interface Tables extends WorkspaceTables {}
}

/** A report as a version of a dashboard keeps it, so that it can be restored. */
export interface ReportTab {
  reportId: number;
  name: string;
  title: string | null;
  description: string | null;
  sqlQuery: string | null;
  jsonQuery: string | null;
  pivotItems: PivotItems | null;
  meta: Record<string, unknown> | null;
}

/** What a deleted item had. */
interface TrashContent {
  /** The rows by their tables, as they were stored. */
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[] | null>>;
  /** By `table.column`: the rows that referred to it and refer to nothing now, and to which of its rows. */
  readonly links: Readonly<
    Record<string, readonly { readonly id: number; readonly target: number }[] | null>
  >;
}

/** Folders, workbooks, reports, dashboards, and who may see them. */
interface WorkspaceTables {
  folders: {
    id: Generated<number>;
    deploymentId: number;
    parentId: number | null;
    name: string;
    position: Generated<number>;
    path: number[];
    /** The viewer in creator mode who has made it. */
    embedUserId: Generated<number | null>;
    userId: number | null;
    createdBy: number | null;
    updatedBy: number | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  workbooks: {
    id: Generated<number>;
    deploymentId: number;
    folderId: number | null;
    name: string;
    slug: string | null;
    meta: GeneratedJson;
    calculatedFields: ColumnType<Record<string, CalculatedField>, string | undefined, string>;
    /** Bytes of its documents. The database keeps it. */
    contentBytes: ColumnType<number, never, never>;
    version: Generated<number>;
    restoredVersion: number | null;
    /** The viewer in creator mode who has made it. */
    embedUserId: Generated<number | null>;
    userId: number | null;
    createdBy: number | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  reports: {
    id: Generated<number>;
    deploymentId: number;
    /** Null of one that is shown with a placeholder: see `public-id.ts`. */
    publicId: string | null;
    /** Whether it was chosen by a caller; one that was made may be replaced once. */
    isPublicIdChosen: Generated<boolean>;
    workbookId: number | null;
    /** Null at the root and in a workbook. */
    folderId: number | null;
    name: string;
    title: string | null;
    description: string | null;
    sqlQuery: string | null;
    jsonQuery: string | null;
    pivotItems: JSONColumnType<PivotItems> | null;
    meta: Json | null;
    version: Generated<number>;
    source: ReportSource | null;
    /** Of what the report asks; null while it asks nothing. The database keeps it. */
    currentQueryChecksum: ColumnType<string | null, never, never>;
    /** Bytes of its documents. The database keeps it. */
    contentBytes: ColumnType<number, never, never>;
    externalWorkbookId: string | null;
    resultLocation: string | null;
    endResultCell: string | null;
    /** The viewer in creator mode who has made it. */
    embedUserId: Generated<number | null>;
    userId: number | null;
    createdBy: number | null;
    refreshedBy: number | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  reportPlacements: {
    reportId: number;
    id: string;
    host: ReportHost | null;
    workbookId: string;
    workbookName: string | null;
    sheetId: string | null;
    sheetName: string | null;
    anchorCell: string | null;
    resultLocation: string;
    endResultCell: string | null;
    placedAt: Generated<string>;
    placedByUserId: number | null;
    refreshedAt: string | null;
    refreshedByUserId: number | null;
    queryChecksum: string | null;
    resultChecksum: JSONColumnType<ReportPlacementResultChecksum> | null;
  };
  dashboards: {
    id: Generated<number>;
    deploymentId: number;
    workbookId: number;
    publicId: string;
    status: Generated<'draft' | 'published' | 'archived'>;
    allowEmbed: Generated<boolean>;
    restrictDataDownload: Generated<boolean>;
    useBoardDashboards: Generated<boolean>;
    createdBy: number | null;
    createdAt: Generated<string>;
  };
  dashboardVersions: {
    id: Generated<number>;
    dashboardId: number;
    versionNumber: number;
    title: string | null;
    description: string | null;
    config: JSONColumnType<DashboardConfig>;
    reportSnapshots: ColumnType<ReportSnapshot[], string, string>;
    /** Bytes of its documents. The database keeps it. */
    contentBytes: ColumnType<number, never, never>;
    /** Null of versions of before tabs were recorded. */
    tabs: JSONColumnType<ReportTab[]> | null;
    restoredFrom: number | null;
    createdBy: number | null;
    createdAt: Generated<string>;
  };
  grants: {
    id: Generated<number>;
    deploymentId: number;
    /** A key of `resourceKinds` in access/resource-kinds.ts. */
    resourceType: string;
    resourceId: number;
    subjectType:
      | 'USER'
      | 'GROUP'
      | 'ORGANIZATION'
      | 'EMBED_TENANT'
      | 'ALL_EMBED_USERS'
      | 'EMBED_USER'
      | 'EMBED_GROUP';
    subjectId: Generated<number>;
    level: number;
  };
  workspaceFavorites: {
    userId: number;
    resourceType: 'FOLDER' | 'WORKBOOK' | 'REPORT';
    resourceId: number;
    createdAt: Generated<string>;
  };
  viewerFavorites: {
    embedUserId: number;
    resourceType: 'FOLDER' | 'WORKBOOK' | 'REPORT';
    resourceId: number;
    createdAt: Generated<string>;
  };
  workspaceViews: {
    userId: number;
    resourceType: string;
    resourceId: number;
    viewedAt: Generated<string>;
  };
  trash: {
    id: Generated<number>;
    deploymentId: number;
    itemType: 'FOLDER' | 'WORKBOOK' | 'REPORT';
    itemId: number;
    name: string;
    folderId: number | null;
    ownerId: number | null;
    /** Null for a viewer. */
    deletedBy: number | null;
    viewerOwnerId: number | null;
    deletedByViewer: number | null;
    deletedAt: Generated<string>;
    undoId: string;
    content: JSONColumnType<TrashContent>;
  };
  bulkMoves: {
    id: string;
    deploymentId: number;
    /** Null for a viewer. */
    userId: number | null;
    embedUserId: number | null;
    folderId: number | null;
    movedAt: Generated<string>;
    items: JSONColumnType<{ type: 'FOLDER' | 'WORKBOOK' | 'REPORT'; id: number; from: number | null }[]>;
  };
}

/** What becomes of their rows. */
export const workspaceTables = defineTables<WorkspaceTables>({
  folders: { audited: { resource: 'folder', kept: ['path'], frequent: ['parentId', 'updatedBy'] } },
  workbooks: { audited: { resource: 'workbook', kept: ['contentBytes'], frequent: ['folderId'] } },
  reports: {
    audited: { resource: 'report', kept: ['currentQueryChecksum', 'contentBytes'], frequent: ['folderId'] },
  },
  reportPlacements: { audited: { resource: 'reportPlacement', key: ['reportId', 'id'] } },
  dashboards: { audited: { resource: 'dashboard' } },
  dashboardVersions: { audited: { resource: 'dashboardVersion', kept: ['contentBytes'] } },
  grants: { audited: { resource: 'grant' } },
  workspaceFavorites: { audited: { resource: 'favorite', key: ['userId', 'resourceType', 'resourceId'] } },
  viewerFavorites: { audited: { resource: 'favorite', key: ['embedUserId', 'resourceType', 'resourceId'] } },
  workspaceViews: { unaudited: 'It is noted by using something, which changes nothing.' },
  trash: {
    unaudited: 'The log has the items that were deleted and restored.',
    expires: { key: 'id', when: `deleted_at < now() - interval '${limits.UNDO_TTL_SECONDS} seconds'` },
  },
  bulkMoves: {
    unaudited: 'The log has the items that were moved.',
    expires: { key: 'id', when: `moved_at < now() - interval '${limits.UNDO_TTL_SECONDS} seconds'` },
  },
});
