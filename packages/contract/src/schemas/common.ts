import { Type, type Static } from 'typebox';
import { named, nullable, oneOf } from '../schema.ts';

export const WorkspaceItemType = named('WorkspaceItemType', oneOf('FOLDER', 'WORKBOOK', 'REPORT'));
export type WorkspaceItemType = Static<typeof WorkspaceItemType>;

export const SortDirection = named('SortDirection', oneOf('ASC', 'DESC'));
export type SortDirection = Static<typeof SortDirection>;

export const PageInfo = named(
  'PageInfo',
  Type.Object({
    endCursor: Type.Optional(nullable(Type.String())),
    hasNextPage: Type.Boolean(),
    hasPreviousPage: Type.Boolean(),
    startCursor: Type.Optional(nullable(Type.String())),
  }),
);
export type PageInfo = Static<typeof PageInfo>;

export const ResourceOwner = named(
  'ResourceOwner',
  Type.Object({
    email: Type.String(),
    firstName: Type.Optional(nullable(Type.String())),
    id: Type.Integer(),
    picture: Type.Optional(nullable(Type.String())),
  }),
);
export type ResourceOwner = Static<typeof ResourceOwner>;

export const WorkspaceFolderPathEntry = named(
  'WorkspaceFolderPathEntry',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
  }),
);
export type WorkspaceFolderPathEntry = Static<typeof WorkspaceFolderPathEntry>;
