/** The English texts of the accounts elsewhere that a user has connected. */
export const connectionsEnglish = {
  connections: {
    title: 'Connected accounts',
    hint: 'Data sources that are read with your own access. Oriel keeps the access for you, and shows it to nobody.',
    unloaded: 'Your connected accounts could not be loaded',
    none: 'Nothing to connect with',
    noneText: 'No data source of this account is read with the access of its users.',
    connect: 'Connect',
    reconnect: 'Connect again',
    disconnect: 'Disconnect',
    connectNamed: 'Connect with {{name}}',
    disconnectNamed: 'Disconnect from {{name}}',
    until: 'The access is renewed by itself; now until {{time}}.',
    since: 'Connected {{time}}.',
    connected: 'You are connected.',
    failed: 'You are not connected. The reason stands below.',
    lastError: 'Last error: {{error}}',
    status: { active: 'Connected', expired: 'Ended', error: 'Failed', none: 'Not connected' },
    remove: {
      title: 'Disconnect from {{name}}?',
      text: 'Charts of its data sources show you nothing until you connect again. What others see does not change.',
    },
  },
} as const;
