import type { MailTexts } from './mail-text-types.ts';

export const english: MailTexts = {
  invitation: {
    title: 'You are invited to Oriel',
    text: 'Set a password to sign in as {{email}}. The link works once, within seven days.',
    action: 'Set a password',
    reason: 'You get this message because an administrator has invited you.',
  },
  reset: {
    title: 'Set another password',
    text: 'A new password for {{email}} was asked for. The link works once, within an hour.',
    action: 'Set another password',
    reason: 'If it was not you, do nothing: your password stays as it is.',
  },
  changed: {
    title: 'Your password was changed',
    text: 'The password for {{email}} was changed, and the other sessions of the console have ended.',
    reason: 'If it was not you, ask for a new password on the sign-in page, and tell an administrator.',
  },
  notification: {
    unnamed: 'Dashboard',
    open: 'Open the dashboard',
    reason: 'You get this message because you are a recipient of this dashboard.',
    unsubscribe: 'Unsubscribe',
    withoutData: 'The data of this dashboard may not be downloaded, so this message has none of it.',
    picture: 'The dashboard',
    tooLarge: 'Too large to attach: {{titles}}',
    failed: 'This chart could not be loaded.',
    causes: {
      unreachable: 'The database cannot be reached.',
      timeout: 'The query took too long and was stopped.',
      memory: 'The query needs more memory than it may have.',
      tooLarge: 'The result is too large for a message.',
      busy: 'The server was too busy to answer.',
      notConnected: 'Your own connection with the data source is missing or has ended.',
      model: 'The data model has problems or is not there.',
      member: 'A field of it is not in the data model, or you may not see it.',
      refused: 'You may not see its data.',
      python: 'Its Python code has failed.',
      other: 'Open the dashboard to see why.',
    },
    noRows: 'No rows',
    moreRows: {
      one: 'and {{count}} more row in the attached file',
      other: 'and {{count}} more rows in the attached file',
    },
  },
  mention: {
    title: '{{author}} mentioned you on {{dashboard}}',
    unnamed: 'a dashboard',
    open: 'Open the comment',
    openYourself: 'You find the comment beside the dashboard, where you usually open it.',
    reason: 'You get this message because a comment mentions you.',
    unsubscribe: 'Unsubscribe',
  },
  truth: { yes: 'Yes', no: 'No' },
};
