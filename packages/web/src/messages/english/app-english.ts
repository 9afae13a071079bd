import { appEditorEnglish } from './app-editor-english.ts';
import { editingEnglish } from './editing-english.ts';
import { itemEnglish } from './item-english.ts';
import { reportExportEnglish } from './report-export-english.ts';
import { trashEnglish } from './trash-english.ts';
import { workspaceEnglish } from './workspace-english.ts';

/**
 * The English texts of the rooms that the embedded application shows as well as the console. They are translated, in
 * `app-languages`.
 */
export const appEnglish = {
  ...appEditorEnglish,
  ...editingEnglish,
  ...itemEnglish,
  ...reportExportEnglish,
  ...trashEnglish,
  ...workspaceEnglish,
  action: {
    cancel: 'Cancel',
    clear: 'Clear',
    close: 'Close',
    copied: 'Copied',
    copy: 'Copy',
    create: 'Create',
    delete: 'Delete',
    edit: 'Edit',
    keep: 'Keep it',
    loadMore: 'Load more',
    move: 'Move',
    newFolder: 'New folder',
    newWorkbook: 'New workbook',
    refresh: 'Refresh',
    rename: 'Rename',
    save: 'Save',
    share: 'Share',
    signIn: 'Sign in',
    toWorkspace: 'Go to the workspace',
    tryAgain: 'Try again',
    tryNow: 'Try now',
    undo: 'Undo',
  },
  state: {
    loading: 'Loading',
    request: 'Request {{id}}',
  },
  connection: {
    gone: 'The server does not answer. Trying again until it does.',
    back: 'The server answers again.',
  },
  problem: {
    signedOut: 'Your session has ended',
    signedOutText: 'Sign in again; you come back to this page.',
    forbidden: 'You have no access to this',
    forbiddenText: 'An administrator or the owner can give you access.',
    notFound: 'There is nothing here',
    notFoundText: 'It may have been deleted, or it is not shared with you.',
    conflict: 'Another user has changed this',
    busyText: 'The server has too much to do at the moment. Try again in a little while.',
    busyUntilText_one: 'The server has too much to do at the moment. Try again in {{count, number}} second.',
    busyUntilText_other:
      'The server has too much to do at the moment. Try again in {{count, number}} seconds.',
    unreachableText: 'The server cannot be reached at the moment.',
    noReasonText: 'The server answered with status {{status}} and gave no reason.',
    fullText: 'The disk of the server is full, so nothing was changed. Its operator has to free space.',
    failedText: 'Something went wrong on the server. The request below is in its log.',
    brokenText: 'Something went wrong in the console. Loading the page again may help.',
  },
  page: {
    broken: 'This page could not be shown',
    notLoaded: 'This page could not be loaded',
    notLoadedText: 'It opens as soon as the server answers.',
  },
  notFound: {
    title: 'There is nothing at this address',
    text: 'The address may be mistyped, or what was here has been deleted.',
  },
} as const;
