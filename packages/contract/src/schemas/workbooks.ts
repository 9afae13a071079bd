import { Type, type Static } from 'typebox';
import { FreeObject, Timestamp, input, named, nullable, ref } from '../schema.ts';
import { PageInfo, ResourceOwner, WorkspaceFolderPathEntry, WorkspaceItemType } from './common.ts';
import { Dashboard, DashboardConfig } from './dashboards.ts';

export const Workbook = named(
  'Workbook',
  Type.Object({
    calculatedFields: FreeObject,
    createdAt: Timestamp,
    createdBy: Type.Optional(Type.Integer()),
    dashboardDraft: Type.Optional(nullable(ref(DashboardConfig))),
    dashboardPublished: Type.Optional(nullable(ref(DashboardConfig))),
    deploymentId: Type.Integer(),
    folderId: Type.Optional(nullable(Type.Number())),
    folderPath: Type.Optional(Type.Array(ref(WorkspaceFolderPathEntry))),
    id: Type.Integer(),
    isFavorite: Type.Optional(nullable(Type.Boolean())),
    meta: FreeObject,
    name: Type.String(),
    publishedDashboard: Type.Optional(nullable(ref(Dashboard))),
    slug: Type.Optional(nullable(Type.String())),
    type: ref(WorkspaceItemType),
    updatedAt: Timestamp,
    user: Type.Optional(nullable(ref(ResourceOwner))),
    userId: Type.Optional(nullable(Type.Number())),
  }),
);
export type Workbook = Static<typeof Workbook>;

export const WorkbooksListResponse = named(
  'WorkbooksListResponse',
  Type.Object({
    count: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
    data: Type.Array(ref(Workbook)),
    items: Type.Array(ref(Workbook)),
    pageInfo: Type.Optional(nullable(ref(PageInfo))),
  }),
);
export type WorkbooksListResponse = Static<typeof WorkbooksListResponse>;

export const CreateWorkbookInput = input(
  'CreateWorkbookInput',
  Type.Object({
    folderId: Type.Optional(nullable(Type.Number())),
    meta: Type.Optional(nullable(FreeObject)),
    name: Type.Optional(nullable(Type.String())),
  }),
);
export type CreateWorkbookInput = Static<typeof CreateWorkbookInput>;

export const UpdateWorkbookInput = input(
  'UpdateWorkbookInput',
  Type.Object({
    folderId: Type.Optional(nullable(Type.Number())),
    meta: Type.Optional(nullable(FreeObject)),
    name: Type.Optional(nullable(Type.String())),
    slug: Type.Optional(nullable(Type.String())),
    slugTakeover: Type.Optional(nullable(Type.Boolean())),
  }),
);
export type UpdateWorkbookInput = Static<typeof UpdateWorkbookInput>;

export const WorkbookDashboard = named(
  'WorkbookDashboard',
  Type.Object({
    dashboardDraft: Type.Optional(nullable(ref(DashboardConfig))),
    dashboardPublished: Type.Optional(nullable(ref(DashboardConfig))),
  }),
);
export type WorkbookDashboard = Static<typeof WorkbookDashboard>;
