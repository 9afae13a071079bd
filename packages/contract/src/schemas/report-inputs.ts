import { Type, type Static } from 'typebox';
import { FreeObject, input, nullable, ref } from '../schema.ts';
import { PivotItems, ReportHost, ReportPlacementResultChecksum, ReportSource } from './reports.ts';

export const CreateReportInput = input(
  'CreateReportInput',
  Type.Object({
    endResultCell: Type.Optional(nullable(Type.String())),
    externalWorkbookId: Type.Optional(nullable(Type.String())),
    folderId: Type.Optional(nullable(Type.Integer())),
    host: Type.Optional(nullable(ref(ReportHost))),
    jsonQuery: Type.Optional(nullable(Type.String())),
    meta: Type.Optional(nullable(FreeObject)),
    name: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
    pivotItems: Type.Optional(nullable(ref(PivotItems))),
    publicId: Type.Optional(
      nullable(Type.String({ minLength: 12, maxLength: 12, pattern: '^[0-9A-Za-z]+$' })),
    ),
    resultChecksum: Type.Optional(nullable(ref(ReportPlacementResultChecksum))),
    resultLocation: Type.Optional(nullable(Type.String())),
    sheetId: Type.Optional(nullable(Type.String())),
    source: Type.Optional(nullable(ref(ReportSource))),
    sqlQuery: Type.Optional(nullable(Type.String())),
    title: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
    workbookId: Type.Optional(nullable(Type.Integer())),
    workbookName: Type.Optional(nullable(Type.String())),
  }),
);
export type CreateReportInput = Static<typeof CreateReportInput>;

export const UpdateReportInput = input(
  'UpdateReportInput',
  Type.Object({
    endResultCell: Type.Optional(nullable(Type.String())),
    externalWorkbookId: Type.Optional(nullable(Type.String())),
    folderId: Type.Optional(nullable(Type.Integer())),
    host: Type.Optional(nullable(ref(ReportHost))),
    jsonQuery: Type.Optional(nullable(Type.String())),
    meta: Type.Optional(nullable(FreeObject)),
    name: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
    pivotItems: Type.Optional(nullable(ref(PivotItems))),
    placementId: Type.Optional(nullable(Type.String())),
    publicId: Type.Optional(
      nullable(Type.String({ minLength: 12, maxLength: 12, pattern: '^[0-9A-Za-z]+$' })),
    ),
    resultChecksum: Type.Optional(nullable(ref(ReportPlacementResultChecksum))),
    resultLocation: Type.Optional(nullable(Type.String())),
    sheetId: Type.Optional(nullable(Type.String())),
    sqlQuery: Type.Optional(nullable(Type.String())),
    title: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
    workbookId: Type.Optional(nullable(Type.Integer())),
    workbookName: Type.Optional(nullable(Type.String())),
  }),
);
export type UpdateReportInput = Static<typeof UpdateReportInput>;

export const RefreshReportInput = input(
  'RefreshReportInput',
  Type.Object({
    anchorCell: Type.Optional(nullable(Type.String())),
    externalWorkbookId: Type.Optional(nullable(Type.String())),
    placementId: Type.Optional(nullable(Type.String())),
    resultChecksum: Type.Optional(nullable(ref(ReportPlacementResultChecksum))),
    resultLocation: Type.Optional(nullable(Type.String())),
    sheetId: Type.Optional(nullable(Type.String())),
    sheetName: Type.Optional(nullable(Type.String())),
  }),
);
export type RefreshReportInput = Static<typeof RefreshReportInput>;

export const DisconnectReportFromWorkbookInput = input(
  'DisconnectReportFromWorkbookInput',
  Type.Object({
    anchorCell: Type.Optional(nullable(Type.String())),
    externalWorkbookId: Type.Optional(nullable(Type.String())),
    placementId: Type.Optional(nullable(Type.String())),
    resultLocation: Type.Optional(nullable(Type.String())),
    sheetId: Type.Optional(nullable(Type.String())),
    sheetName: Type.Optional(nullable(Type.String())),
  }),
);
export type DisconnectReportFromWorkbookInput = Static<typeof DisconnectReportFromWorkbookInput>;
