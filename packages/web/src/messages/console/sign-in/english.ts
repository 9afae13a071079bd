/** The English texts of invitations and new passwords. */
export const signInEnglish = {
  resetPassword: {
    title: 'Set another password',
    set: 'Set password',
    revokesKeys: 'Revoke my API keys and authorized applications, too',
    revokesKeysHint: 'If others may have had access. Programs that use them stop.',
  },
  invitation: {
    title: 'Welcome',
    hint: 'Choose a password of at least {{count}} characters.',
    password: 'New password',
    again: 'The same again',
    different: 'The two are different.',
    accept: 'Set password',
  },
} as const;
