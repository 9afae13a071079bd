/** The English texts of the versions of a dashboard, and of taking it from its viewers. */
export const versionsEnglish = {
  versions: {
    title: 'Versions',
    open: 'Versions of this dashboard',
    none: 'Nothing was published yet.',
    unloaded: 'The versions could not be loaded',
    number: 'Version {{version}}',
    current: 'What viewers see',
    newest: 'Newest',
    publishedBy: '{{time}}, by {{user}}',
    restoredFrom: 'After version {{version}} was restored',
    restore: 'Restore',
    restoreLabel: 'Restore version {{version}}',
    restoreTitle: 'Restore version {{version}}?',
    restoreText:
      'The draft and the reports of this version take the place of what they are now. What was not published of them is lost. Viewers see it once it is published.',
    deleteOthers: 'Delete the reports that this version does not have',
    addedLater: 'Added since then: {{names}}',
    restored: 'Version {{version}} is the draft now. Publish it for viewers to see it.',
  },
  status: {
    unpublish: 'Unpublish',
    unpublishTitle: 'Unpublish this dashboard?',
    unpublishText:
      'Only editors of the workbook see it until it is published again. Its address stays the same.',
    archive: 'Archive',
    archiveTitle: 'Archive this dashboard?',
    archiveText: 'It is no longer used: only editors of the workbook see it, until it is published again.',
    show: 'Show it to viewers again',
    showTitle: 'Show this dashboard to viewers again?',
    showText: 'Viewers see its newest version at the same address.',
  },
} as const;
