/** The English texts of the applications that act for a user. */
export const applicationsEnglish = {
  applications: {
    title: 'Applications',
    hint: 'What you have let act for you, such as the command line of Oriel. Each can be withdrawn at any time.',
    none: 'No applications',
    noneText: 'An application appears here once you have allowed it to act for you.',
    unloaded: 'The applications could not be loaded',
    builtIn: 'Part of Oriel',
    remembered: 'Does not ask again',
    write: 'Reads and changes',
    read: 'Reads',
    identity: 'Signs you in',
    allDeployments: 'All deployments',
    onPhone: 'Since {{since}}, last used {{used}}',
    withdraw: 'Withdraw',
    withdrawNamed: 'Withdraw {{name}}',
    withdrawTitle: 'Withdraw {{name}}?',
    withdrawText:
      'Whatever it does for you at the moment is cut off with its next request. It cannot be given back here: the application has to ask you again.',
    column: { name: 'Application', gets: 'May', since: 'Since', lastUsed: 'Last used', actions: 'Actions' },
  },
} as const;
