import { signedIn } from '../access.ts';
import { MAX_BULK_ITEMS, MAX_NAME_LENGTH } from '../limits.ts';
import { page, paging } from './lists.ts';
import { operationsTagged } from '../operation.ts';
import {
  describe,
  id,
  input,
  integer,
  list,
  nullish,
  object,
  oneOf,
  pick,
  text,
  type Static,
} from '../schema.ts';
import { SortDirection, WorkspaceItemType } from './common.ts';
import { Workbook } from './workbooks.ts';

export const WorkspaceItemRefInput = input('An item of the workspace.', {
  type: describe(WorkspaceItemType, 'Its kind.'),
  id: id('Its id among those of its kind.'),
});
export type WorkspaceItemRefInput = Static<typeof WorkspaceItemRefInput>;

export const BulkActionError = object('Why one item of a bulk operation was refused.', {
  status: integer('The HTTP status that the single operation would have answered.', { example: 403 }),
  message: text('What the single operation would have said.'),
});
export type BulkActionError = Static<typeof BulkActionError>;

export const WorkspaceBulkFailure = object('An item of a bulk operation that was refused.', {
  ...pick(WorkspaceItemRefInput, 'type', 'id'),
  error: describe(BulkActionError, 'Why.'),
});
export type WorkspaceBulkFailure = Static<typeof WorkspaceBulkFailure>;

export const WorkspaceConnectionResponse = page(Workbook);
export type WorkspaceConnectionResponse = Static<typeof WorkspaceConnectionResponse>;

const folderId = nullish(id('The folder that it goes to; null or absent is the root.'));

export const MoveWorkspaceObjectInput = input('An item to move.', {
  ...pick(WorkspaceItemRefInput, 'type', 'id'),
  folderId,
});
export type MoveWorkspaceObjectInput = Static<typeof MoveWorkspaceObjectInput>;

export const BulkMoveWorkspaceObjectsInput = input('Items to move, all to one folder.', {
  items: list(
    WorkspaceItemRefInput,
    'The items, in the order in which they are moved; one that is named twice counts once.',
    {
      minItems: 1,
      maxItems: MAX_BULK_ITEMS,
    },
  ),
  folderId,
});
export type BulkMoveWorkspaceObjectsInput = Static<typeof BulkMoveWorkspaceObjectsInput>;

export const BulkMoveWorkspaceObjectsResponse = object('What became of each item.', {
  moved: list(Workbook, 'The items that were moved, as a single move answers them.'),
  failed: list(WorkspaceBulkFailure, 'The items that were refused, and why.'),
});
export type BulkMoveWorkspaceObjectsResponse = Static<typeof BulkMoveWorkspaceObjectsResponse>;

export const WorkspaceOrderField = oneOf('What workbooks and reports are sorted by.', [
  'updated_at',
  'created_at',
  'name',
  'viewer_last_viewed_at',
]);
export type WorkspaceOrderField = Static<typeof WorkspaceOrderField>;

const workspace = '/api/v1/deployments/{deploymentId}/workspace';
const operation = operationsTagged('Workspace');

export const workspaceOperations = {
  workspaceObjects: operation(`GET ${workspace}`, {
    summary: 'List the workspace',
    description:
      'Folders, workbooks and reports directly in a folder, or at the root, that the caller can see; every kind in the ' +
      'shape of a workbook. Folders come first, by name.',
    access: signedIn,
    query: {
      folderId: nullish(id('The folder to list; default the root.')),
      types: nullish(
        list(WorkspaceItemType, 'Only these kinds; the parameter may be repeated.', { maxItems: 10 }),
      ),
      orderByField: nullish(describe(WorkspaceOrderField, 'Default `name`.')),
      orderByDirection: nullish(describe(SortDirection, 'Default `ASC` for names, `DESC` for times.')),
      search: nullish(
        text('Part of the name, in any case, across all folders.', { maxLength: MAX_NAME_LENGTH }),
      ),
      ...paging,
    },
    answer: WorkspaceConnectionResponse,
    refusals: ['invalid_cursor', 'folder_not_found'],
  }),
  moveWorkspaceObject: operation(`POST ${workspace}/move`, {
    summary: 'Move a folder, workbook or report',
    description:
      'A folder or workbook needs manage access, a report edit and manage access, and the folder it goes to edit access. ' +
      'A folder cannot move into itself, below itself, or past ten levels.',
    access: signedIn,
    body: MoveWorkspaceObjectInput,
    answer: Workbook,
    refusals: [
      'folder_move_into_itself',
      'folder_too_deep',
      'folder_name_taken',
      'folder_not_found',
      'workbook_not_found',
      'report_not_found',
    ],
  }),
  bulkMoveWorkspaceObjects: operation(`POST ${workspace}/bulk-move`, {
    summary: 'Move many folders, workbooks and reports',
    description:
      'Moves items to one folder, in the order given, each in its own transaction by the rules of a single move. The answer ' +
      'is 200 whatever becomes of the items. When it arrives, everything in `moved` is on disk; an item that ' +
      'was moved and cannot be read is there with what is known of it, and `damaged` names the rest.',
    access: signedIn,
    body: BulkMoveWorkspaceObjectsInput,
    answer: BulkMoveWorkspaceObjectsResponse,
  }),
};
