/** The English texts of a dashboard: how it is embedded, its versions, and who sees it. */
export const dashboardsEnglish = {
  embed: {
    title: 'Embed this dashboard',
    notAllowed: 'Signed embedding is not allowed on this dashboard yet.',
    allow: 'Allow it',
    notShared: 'No embed tenant has access',
    notSharedText:
      'A session would find no dashboard. Share this workbook, or a folder above it, with an embed tenant or with all embed users.',
    tenant: 'Embed tenant',
    tenantHint: 'Those that this dashboard is shared with',
    session: 'On your server, generate a session for each viewer. It can be used once, within five minutes.',
    attributes:
      'Where the access policies of the model look at attributes of the viewer, add userAttributes; without them the charts have no rows.',
    sessionLabel: 'Request that generates a session',
    frameLabel: 'Frame of the dashboard',
    frame: 'In your page, load the dashboard with it:',
  },
  versions: {
    title: 'Versions',
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
