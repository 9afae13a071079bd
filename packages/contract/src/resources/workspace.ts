import { signedInOrCreator } from '../access.ts';
import { boundedTo } from '../bounded-schemas.ts';
import { MAX_ACCESS_CHANGE_BYTES, MAX_ACCESS_CHANGES, MAX_BULK_ITEMS, MAX_NAME_LENGTH } from '../limits.ts';
import { page, paging } from '../lists.ts';
import { operationsTagged } from '../operation.ts';
import { pathParameters } from '../parameters.ts';
import {
  boolean,
  describe,
  id,
  input,
  integer,
  list,
  nullable,
  nullish,
  object,
  oneOf,
  optional,
  pick,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { dryRun, ResourceOwner, SortDirection, WorkspaceItemType } from './common.ts';
import { AccessChange } from './item-access.ts';
import { Workbook } from './workbooks.ts';

export const WorkspaceItemRefInput = input('An item of the workspace.', {
  type: describe(WorkspaceItemType, 'Kind of the item, by which its id is read.'),
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
  error: describe(BulkActionError, 'Why the action failed for this item.'),
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
  dryRun,
});
export type BulkMoveWorkspaceObjectsInput = Static<typeof BulkMoveWorkspaceObjectsInput>;

const { undoId } = pathParameters;

/** With what names the items. */
const MAX_ACCESS_CHANGES_BYTES = MAX_ACCESS_CHANGES * MAX_ACCESS_CHANGE_BYTES + MAX_BULK_ITEMS * 1000;

export const BulkAccessChange = object('How the access to an item would change.', {
  ...pick(WorkspaceItemRefInput, 'type', 'id'),
  changes: list(AccessChange, 'The subjects, each with what it may do now and what it could do then.', {
    maxItems: MAX_ACCESS_CHANGES,
  }),
  count: integer('How many subjects there are; more than `changes` names where there are many.', {
    minimum: 1,
    example: 2,
  }),
});
export type BulkAccessChange = Static<typeof BulkAccessChange>;

/** What bulk operations answer beside what became of the items. */
const outcome = {
  undoId: optional(
    describe(undoId, 'By which `undo` takes it back, for a day; absent where nothing was changed.'),
  ),
  accessChanges: optional(
    boundedTo(
      MAX_ACCESS_CHANGES_BYTES,
      list(
        BulkAccessChange,
        `In a dry run: the items to which users, groups or embed tenants would have another access; for an embed session its embed tenant, with the viewers and groups of it. ${MAX_ACCESS_CHANGES} subjects in all.`,
        { maxItems: MAX_BULK_ITEMS },
      ),
    ),
  ),
};

export const BulkMoveWorkspaceObjectsResponse = object('What became of each item.', {
  moved: list(Workbook, 'The items that were moved, as a single move answers them.', {
    maxItems: MAX_BULK_ITEMS,
  }),
  failed: list(WorkspaceBulkFailure, 'The items that were refused, and why.', { maxItems: MAX_BULK_ITEMS }),
  ...outcome,
});
export type BulkMoveWorkspaceObjectsResponse = Static<typeof BulkMoveWorkspaceObjectsResponse>;

export const BulkDeleteWorkspaceObjectsInput = input('Items to delete.', {
  items: list(
    WorkspaceItemRefInput,
    'The items, in the order in which they are deleted; one that is named twice counts once.',
    { minItems: 1, maxItems: MAX_BULK_ITEMS },
  ),
  dryRun,
});
export type BulkDeleteWorkspaceObjectsInput = Static<typeof BulkDeleteWorkspaceObjectsInput>;

export const WorkspaceItemRef = object('An item of the workspace.', {
  ...pick(WorkspaceItemRefInput, 'type', 'id'),
});
export type WorkspaceItemRef = Static<typeof WorkspaceItemRef>;

export const BulkDeleteWorkspaceObjectsPayload = object('What became of each item.', {
  deleted: list(WorkspaceItemRef, 'The items that were deleted.', { maxItems: MAX_BULK_ITEMS }),
  failed: list(WorkspaceBulkFailure, 'The items that were refused, and why.', { maxItems: MAX_BULK_ITEMS }),
  ...outcome,
});
export type BulkDeleteWorkspaceObjectsPayload = Static<typeof BulkDeleteWorkspaceObjectsPayload>;

export const TrashedItem = object('A deleted item, which can be restored for a day.', {
  id: id('Id of the entry, by which it is restored.'),
  type: describe(WorkspaceItemType, 'Kind of the item.'),
  itemId: id('Id that the item had, and has again when it is restored.'),
  name: text('Name of the item.'),
  folderId: nullable(id('The folder that it was in; null for the root.')),
  deletedAt: timestamp('When it was deleted.'),
  expiresAt: timestamp('When it is gone for good.'),
  deletedBy: nullable(describe(ResourceOwner, 'Who deleted it; null after that user was deleted.')),
  undoId,
});
export type TrashedItem = Static<typeof TrashedItem>;

export const TrashResponse = page(TrashedItem);
export type TrashResponse = Static<typeof TrashResponse>;

export const UndoWorkspaceChangeResponse = object('What became of each item.', {
  restored: list(Workbook, 'The items that are back where they were.'),
  failed: list(WorkspaceBulkFailure, 'The items that are not, and why.'),
});
export type UndoWorkspaceChangeResponse = Static<typeof UndoWorkspaceChangeResponse>;

export const WorkspaceOrderField = oneOf('What workbooks and reports are sorted by.', [
  'updated_at',
  'created_at',
  'name',
  'viewer_last_viewed_at',
]);
export type WorkspaceOrderField = Static<typeof WorkspaceOrderField>;

/** What both feeds take. */
export const feedQuery = {
  folderId: nullish(id('The folder to list; default the root.')),
  types: nullish(
    list(WorkspaceItemType, 'Only these kinds; the parameter may be repeated.', { maxItems: 10 }),
  ),
  orderByField: nullish(
    describe(WorkspaceOrderField, 'Field that the items are ordered by; default `name`.'),
  ),
  orderByDirection: nullish(describe(SortDirection, 'Default `ASC` for names, `DESC` for times.')),
  search: nullish(text('Part of the name, in any case, across all folders.', { maxLength: MAX_NAME_LENGTH })),
};

const workspace = '/api/v1/deployments/{deploymentId}/workspace';
const operation = operationsTagged('Workspace');

export const workspaceOperations = {
  workspaceObjects: operation(`GET ${workspace}`, {
    isBatched: true,
    summary: 'List the workspace',
    description:
      'Folders, workbooks and reports directly in a folder, or at the root, that the caller can see; every kind in the ' +
      'shape of a workbook. Folders come first, by name.',
    access: signedInOrCreator,
    query: {
      ...feedQuery,
      isFavorite: nullish(
        boolean("Whether only the caller's favourites are listed, across all folders; default false."),
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
      'A folder cannot move into itself, below itself, or past ten levels. A report that is a tab of a workbook lies where that ' +
      'lies and cannot move by itself. A move to where the item is changes nothing. What a user of the account has no access to is ' +
      'refused with 403, what is not there with 404; embed sessions get 404 for both.',
    access: signedInOrCreator,
    body: MoveWorkspaceObjectInput,
    answer: Workbook,
    refusals: [
      'folder_move_into_itself',
      'folder_too_deep',
      'folder_name_taken',
      'folder_not_found',
      'workbook_not_found',
      'report_not_found',
      'report_in_workbook',
    ],
  }),
  bulkMoveWorkspaceObjects: operation(`POST ${workspace}/bulk-move`, {
    isBatched: true,
    summary: 'Move many folders, workbooks and reports',
    description:
      'Moves items to one folder, in the order given, each by the rules of a single move; one that fails takes back no other. The answer ' +
      'is 200 whatever becomes of the items, and says where this request has put them. When it arrives, everything in `moved` is on ' +
      'disk; an item that was moved and cannot be read is there with what is known of it, and `damaged` names the rest. Of a ' +
      'workbook each document stands in the answer once: the draft in `meta`, what is published in `publishedDashboard`.',
    access: signedInOrCreator,
    body: BulkMoveWorkspaceObjectsInput,
    isItemwise: true,
    answer: BulkMoveWorkspaceObjectsResponse,
  }),
  bulkDeleteWorkspaceObjects: operation(`POST ${workspace}/bulk-delete`, {
    summary: 'Delete many folders, workbooks and reports',
    description:
      'Deletes items in the order given, each by the rules of a single delete; one that fails takes back no other. It ' +
      'needs manage access, a folder with sub-folders is refused, and what lies in a folder moves to the root. The answer ' +
      'is 200 whatever becomes of the items. What was deleted rests in the trash for a day, and `undoId` brings all of it back.',
    access: signedInOrCreator,
    body: BulkDeleteWorkspaceObjectsInput,
    isItemwise: true,
    answer: BulkDeleteWorkspaceObjectsPayload,
  }),
  undoWorkspaceChange: operation(`POST ${workspace}/undo/{undoId}`, {
    isBatched: true,
    summary: 'Undo a bulk move or delete',
    description:
      'Takes back a bulk move or delete of the caller, for a day: deleted items are restored as by the trash, the last first, and ' +
      'moved ones move back by the rules of a single move, where they are still in the folder that they were moved to. ' +
      'One that fails takes back no other. Asked again, it does what is left to do.',
    access: signedInOrCreator,
    isItemwise: true,
    answer: UndoWorkspaceChangeResponse,
  }),
  getTrash: operation(`GET ${workspace}/trash`, {
    summary: 'List deleted items',
    description:
      'Items that were deleted within the last day, the last first: those that the caller owned or deleted, and all for an ' +
      'administrator. Who deleted an item is null for a viewer of an embed session.',
    access: signedInOrCreator,
    query: paging,
    answer: TrashResponse,
    refusals: ['invalid_cursor'],
  }),
  restoreTrashedItem: operation(`POST ${workspace}/trash/{trashedItemId}/restore`, {
    summary: 'Restore a deleted item',
    description:
      'Brings an item back with its id and all that went with it: reports and dashboards with their versions, access, favourites, ' +
      'placements, and the content of a folder that has stayed at the root. It returns to its folder, or to the root where that is ' +
      'gone. The caller needs manage access on it there. A slug, a public id or a name of a folder that is taken by now is a conflict.',
    access: signedInOrCreator,
    answer: Workbook,
    refusals: ['folder_name_taken', 'folder_too_deep', 'slug_taken', 'public_id_taken', 'workbook_not_found'],
  }),
  purgeTrashedItem: operation(`DELETE ${workspace}/trash/{trashedItemId}`, {
    summary: 'Delete an item for good',
    description: 'Removes an item from the trash before its day is over. It cannot be restored after that.',
    access: signedInOrCreator,
  }),
};
