import { Type, type Static } from 'typebox';
import { input, named, nullable, oneOf, ref } from '../schema.ts';
import { PageInfo, WorkspaceItemType } from './common.ts';
import { Workbook } from './workbooks.ts';

export const WorkspaceItemRef = input(
  'WorkspaceItemRef',
  Type.Object({
    id: Type.Integer(),
    type: ref(WorkspaceItemType),
  }),
);
export type WorkspaceItemRef = Static<typeof WorkspaceItemRef>;

export const BulkActionError = named(
  'BulkActionError',
  Type.Object({
    message: Type.String(),
    status: Type.Integer(),
  }),
);
export type BulkActionError = Static<typeof BulkActionError>;

export const WorkspaceBulkFailure = named(
  'WorkspaceBulkFailure',
  Type.Object({
    error: ref(BulkActionError),
    id: Type.Integer(),
    type: ref(WorkspaceItemType),
  }),
);
export type WorkspaceBulkFailure = Static<typeof WorkspaceBulkFailure>;

export const WorkspaceConnectionResponse = named(
  'WorkspaceConnectionResponse',
  Type.Object({
    items: Type.Array(ref(Workbook)),
    pageInfo: ref(PageInfo),
  }),
);
export type WorkspaceConnectionResponse = Static<typeof WorkspaceConnectionResponse>;

export const MoveWorkspaceObjectInput = input(
  'MoveWorkspaceObjectInput',
  Type.Object({
    folderId: Type.Optional(nullable(Type.Integer())),
    id: Type.Integer(),
    type: ref(WorkspaceItemType),
  }),
);
export type MoveWorkspaceObjectInput = Static<typeof MoveWorkspaceObjectInput>;

export const BulkMoveWorkspaceObjectsInput = input(
  'BulkMoveWorkspaceObjectsInput',
  Type.Object({
    folderId: Type.Optional(nullable(Type.Integer())),
    items: Type.Array(ref(WorkspaceItemRef), { minItems: 1, maxItems: 100 }),
  }),
);
export type BulkMoveWorkspaceObjectsInput = Static<typeof BulkMoveWorkspaceObjectsInput>;

export const BulkMoveWorkspaceObjectsResponse = named(
  'BulkMoveWorkspaceObjectsResponse',
  Type.Object({
    failed: Type.Array(ref(WorkspaceBulkFailure)),
    moved: Type.Array(ref(Workbook)),
  }),
);
export type BulkMoveWorkspaceObjectsResponse = Static<typeof BulkMoveWorkspaceObjectsResponse>;

export const WorkspaceOrderField = named(
  'WorkspaceOrderField',
  oneOf('updated_at', 'created_at', 'name', 'viewer_last_viewed_at'),
);
export type WorkspaceOrderField = Static<typeof WorkspaceOrderField>;
