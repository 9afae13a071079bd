/** The English texts of the trash. */
export const trashEnglish = {
  trash: {
    title: 'Trash',
    hint: 'What was deleted within the last day. Restoring brings an item back with all that belonged to it.',
    unloaded: 'The trash could not be loaded',
    none: 'The trash is empty',
    noneText: 'What is deleted rests here for a day.',
    restore: 'Restore',
    restoreNamed: 'Restore {{name}}',
    purge: 'Delete for good',
    purgeTitle: 'Delete {{name}} for good?',
    purgeText: 'It cannot be restored after that.',
    actionsOf: 'Actions for {{name}}',
    kind: { FOLDER: 'Folder', WORKBOOK: 'Workbook', REPORT: 'Report' },
    column: { item: 'Item', deleted: 'Deleted', until: 'Kept until', actions: 'Actions' },
  },
} as const;
