import { Type, type Static } from 'typebox';
import { Timestamp, input, named, nullable, ref } from '../schema.ts';
import { PageInfo, ResourceOwner, WorkspaceFolderPathEntry, WorkspaceItemType } from './common.ts';

export const Folder = named(
  'Folder',
  Type.Object({
    createdAt: Timestamp,
    createdBy: Type.Optional(Type.Integer()),
    deploymentId: Type.Integer(),
    folderPath: Type.Optional(Type.Array(ref(WorkspaceFolderPathEntry))),
    id: Type.Integer(),
    name: Type.String(),
    parentId: Type.Optional(nullable(Type.Integer())),
    position: Type.Integer(),
    type: ref(WorkspaceItemType),
    updatedAt: Timestamp,
    updatedBy: Type.Optional(nullable(Type.Integer())),
    user: Type.Optional(nullable(ref(ResourceOwner))),
  }),
);
export type Folder = Static<typeof Folder>;

export const FoldersListResponse = named(
  'FoldersListResponse',
  Type.Object({
    count: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
    data: Type.Array(ref(Folder)),
    items: Type.Array(ref(Folder)),
    pageInfo: Type.Optional(nullable(ref(PageInfo))),
  }),
);
export type FoldersListResponse = Static<typeof FoldersListResponse>;

export const CreateFolderInput = input(
  'CreateFolderInput',
  Type.Object({
    name: Type.String({ maxLength: 255 }),
    parentId: Type.Optional(nullable(Type.Integer())),
    position: Type.Optional(nullable(Type.Integer())),
  }),
);
export type CreateFolderInput = Static<typeof CreateFolderInput>;

export const UpdateFolderInput = input(
  'UpdateFolderInput',
  Type.Object({
    name: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
    position: Type.Optional(nullable(Type.Integer())),
  }),
);
export type UpdateFolderInput = Static<typeof UpdateFolderInput>;
