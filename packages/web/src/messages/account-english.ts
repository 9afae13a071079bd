/** The English texts of the settings of the account. */
export const accountEnglish = {
  account: {
    title: 'Account settings',
    hint: 'What holds for every deployment, user and embedded surface.',
    unloaded: 'The settings could not be loaded',
    timezone: {
      title: 'Time zone',
      hint: 'Where days, weeks and months of charts begin.',
      enabled: 'Look at times in the zone of the account',
      zone: 'Zone',
      override: 'A viewer may choose another one',
    },
    python: {
      title: 'Python',
      hint: 'Reports may carry a script that makes their rows. It is run without network, where the server has bubblewrap.',
      allow: 'Run the Python of reports',
    },
    downloads: {
      title: 'Downloads',
      hint: 'Every way by which data become a file: downloads of the console, of embedded dashboards and by mail.',
      restrict: 'No data may be downloaded',
    },
    embedding: {
      title: 'Embedded surfaces',
      hint: 'What they show where the session says nothing of it.',
      locale: 'Language',
      localeDefault: 'en',
      timezone: 'Time zone',
      timezoneDefault: 'That of the account',
      hostDashboardUrl: 'Page of your product that shows a dashboard',
      hostDashboardUrlDefault: 'https://app.example.com/reports/{dashboardPublicId}',
      hostDashboardUrlHint:
        'Messages to viewers link to it. {dashboardPublicId}, {embedTenantName} and {externalId} are filled in.',
    },
    origins: {
      title: 'Origins that may embed',
      hint: 'Only pages of these origins frame dashboards and exchange messages with them. With an empty list every page may that has a session.',
      label: 'Origins',
      example: 'https://app.example.com',
    },
    imageHosts: {
      title: 'Hosts of pictures',
      hint: 'Texts show pictures of these hosts alone. The operator of a host learns who looks at its pictures.',
      label: 'Hosts',
      example: 'images.example.com',
    },
  },
} as const;
