import { MAX_ISSUE_PATH_LENGTH, MAX_ISSUES, MAX_NAME_LENGTH } from '../limits.ts';
import {
  boolean,
  id,
  integer,
  list,
  nullish,
  object,
  oneOf,
  optional,
  text,
  type Static,
} from '../schema.ts';

/** The body of every answer that refuses a whole request. */
export const Problem = object('Why a request was refused.', {
  status: integer('The HTTP status of the answer.', { example: 404 }),
  code: text('A stable code from the error catalogue; programs decide by it.', { example: 'not_found' }),
  message: text('What happened, with which value, and what to do. Its wording may change.'),
  requestId: text('The log of the server has the request under this id.'),
  issues: optional(
    list(
      object('A field that failed validation.', {
        path: text('Where the field is, as in `items[3].id`.', { example: 'items[3].id' }),
        message: text('What is wrong with it.'),
      }),
      'One entry for each field that failed validation; only with the code `validation_failed`.',
    ),
  ),
});
export type Problem = Static<typeof Problem>;

export const DamagedPart = object('A stored part of a record that does not meet its schema.', {
  path: text('Where it is in the record, as in `config.widgets[3].config`.', {
    maxLength: MAX_ISSUE_PATH_LENGTH,
    example: 'config.widgets[3].config',
  }),
  message: text('What is wrong with it.', { example: 'must be object' }),
});
export type DamagedPart = Static<typeof DamagedPart>;

/** What the caller may do with an item: the same decision that refuses everything else. */
export const callerRights = {
  canEdit: nullish(boolean('Whether the caller may change it.')),
  canManage: nullish(boolean('Whether the caller may move, share and delete it.')),
};

/** Of every bulk operation. */
export const dryRun = nullish(
  boolean(
    'Whether nothing is changed, and the answer says what would become of each item and of the access to it; default false.',
  ),
);

/** For records with parts that are stored as they were sent. */
export const damaged = optional(
  list(
    DamagedPart,
    'Only where something stored does not meet its schema, such as what an older version let through: it is answered as ' +
      `null or left out, and everything else as it is. At most ${MAX_ISSUES} parts are named.`,
    { maxItems: MAX_ISSUES },
  ),
);

export { PageInfo } from '../lists.ts';

export const SortDirection = oneOf('Ascending or descending.', ['ASC', 'DESC']);
export type SortDirection = Static<typeof SortDirection>;

export const WorkspaceItemType = oneOf('What kind of item of the workspace this is.', [
  'FOLDER',
  'WORKBOOK',
  'REPORT',
]);
export type WorkspaceItemType = Static<typeof WorkspaceItemType>;

export const ResourceOwner = object('A user, as far as others are shown of it.', {
  id: id('Id of the user; 0 for one that was deleted.'),
  email: text('E-mail address; empty for a user that was deleted.', { example: 'ada@example.com' }),
  firstName: nullish(text('Name for display.', { example: 'Ada' })),
  picture: nullish(text('Address of a picture.', { example: 'https://example.com/ada.png' })),
});
export type ResourceOwner = Static<typeof ResourceOwner>;

export const WorkspaceFolderPathEntry = object('A folder on the path to an item.', {
  id: id('Id of the folder.'),
  name: text('Name of the folder.', { maxLength: MAX_NAME_LENGTH, example: 'Sales' }),
});
export type WorkspaceFolderPathEntry = Static<typeof WorkspaceFolderPathEntry>;
