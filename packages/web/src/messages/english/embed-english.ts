/** The English texts of the dialog that says how a dashboard is embedded. */
export const embedEnglish = {
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
} as const;
