import { Type } from 'typebox';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { operation, parameters, signedIn } from '../operation.ts';
import { nullable, ref } from '../schema.ts';
import { SortDirection, WorkspaceItemType } from '../schemas/common.ts';
import { Workbook } from '../schemas/workbooks.ts';
import {
  BulkMoveWorkspaceObjectsInput,
  BulkMoveWorkspaceObjectsResponse,
  MoveWorkspaceObjectInput,
  WorkspaceConnectionResponse,
  WorkspaceOrderField,
} from '../schemas/workspace.ts';
import { deploymentParams, Id, paging } from './parameters.ts';

export const workspaceOperations = {
  workspaceObjects: operation('workspaceObjects', {
    summary: 'List the workspace',
    description:
      'Folders, workbooks and reports directly in folderId, or at the root, that the caller can see. Folders come first; ' +
      'orderByField sorts the rest. search finds part of a name, in any case, across all folders. types may be repeated.',
    access: signedIn,
    params: deploymentParams,
    query: parameters({
      folderId: Type.Optional(nullable(Id)),
      types: Type.Optional(nullable(Type.Array(ref(WorkspaceItemType)))),
      orderByField: Type.Optional(nullable(ref(WorkspaceOrderField))),
      orderByDirection: Type.Optional(nullable(ref(SortDirection))),
      search: Type.Optional(nullable(Type.String({ maxLength: MAX_NAME_LENGTH }))),
      ...paging,
    }),
    answer: WorkspaceConnectionResponse,
  }),
  moveWorkspaceObject: operation('moveWorkspaceObject', {
    summary: 'Move a folder, workbook or report',
    description:
      'folderId is where it goes, for a folder its new parent; null or absent is the root. A workbook or folder needs ' +
      'manage access, a report edit and manage access, and the folder it goes to edit access (403). A folder cannot move ' +
      'into itself, below itself, or past ten levels (400).',
    access: signedIn,
    params: deploymentParams,
    body: MoveWorkspaceObjectInput,
    answer: Workbook,
  }),
  bulkMoveWorkspaceObjects: operation('bulkMoveWorkspaceObjects', {
    summary: 'Move many folders, workbooks and reports',
    description:
      'Moves 1 to 100 items to one place, in the order given, each in its own transaction by the rules of a single move. ' +
      'The answer is 200 whatever becomes of the items: moved has each item as a single move answers it, failed has the ' +
      'status and message that a single move would have been refused with. An item named twice counts once. When the ' +
      'answer arrives, everything in moved is on disk.',
    access: signedIn,
    params: deploymentParams,
    body: BulkMoveWorkspaceObjectsInput,
    answer: BulkMoveWorkspaceObjectsResponse,
  }),
};
