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
      localeDefault: 'English',
      timezone: 'Time zone',
      timezoneDefault: 'That of the account',
      hostDashboardUrl: 'Page of your product that shows a dashboard',
      hostDashboardUrlDefault: 'https://app.example.com/reports/{dashboardPublicId}',
      hostDashboardUrlHint:
        'Messages to viewers link to it. {dashboardPublicId}, {embedTenantName} and {externalId} are filled in.',
    },
    switchedOn: '{{name}}: on',
    switchedOff: '{{name}}: off',
    parts: {
      title: 'What viewers have beside their dashboards',
      hint: 'Saved when it is switched. Dashboards have it the next time they are opened.',
      withoutAi: 'AI is not allowed.',
      enableDashboardComments: {
        label: 'Comments',
        hint: 'Viewers of one embed tenant talk beside a dashboard.',
        layers:
          'No session and no address changes this. Viewers need a session with externalId and embedTenantName.',
      },
      mailMentions: {
        label: 'Mail about mentions',
        hint: 'Viewers whom a comment mentions get it by mail, with a link that stops such mail, where the server has a mail server.',
        layers:
          'Only viewers with an e-mail address in their session get one. Its link needs the page of your product, above.',
      },
      allowAi: {
        label: 'AI',
        hint: 'Chats and texts that an agent writes, on every embedded surface. The server refuses them when it is off.',
        layers: 'A session forbids it with allowAi: false. It cannot allow what is off here.',
      },
      showDashboardChat: {
        label: 'Chat beside dashboards',
        hint: 'A button opens a chat about the dashboard, where a model or certified queries can answer.',
        layers: 'A session decides otherwise with showDashboardChat, true or false.',
      },
      showWorkbookChat: {
        label: 'Chat in the application',
        hint: 'A button on each of its pages, and a page of its own.',
        layers: 'A session decides otherwise with showWorkbookChat, true or false.',
      },
      showAiWidgets: {
        label: 'Texts by AI',
        hint: 'AI widgets write their texts anew. Those that exist are shown all the same.',
        layers: 'A session decides otherwise with showAiWidgets, true or false.',
      },
    },
    creator: {
      title: 'Embedded application',
      hint: 'What viewers who create content see around their workspace.',
      showWorkspaceTitle: 'The workspace has a title',
      workspaceTitle: 'Title',
      workspaceTitleDefault: 'Workspace',
      titles: 'The title in other languages',
      language: 'Language {{number}}',
      titleIn: 'Title {{number}}',
      addTitle: 'Add a language',
      removeTitle: 'Remove title {{number}}',
      showSemanticSql: 'The query of a report can be looked at',
      showSemanticSqlHint: 'As it is over the data model; it names no tables of the source.',
    },
    layers: {
      title: 'What sessions and addresses decide',
      hint: 'Your server signs the settings of a session when it generates one. The address of a frame can be changed by who looks at it. Neither grants a right.',
      session: 'session: {{name}}',
      address: 'address: {{name}}',
      parts: {
        comments: { name: 'Comments', rule: 'The account decides.' },
        ai: { name: 'AI', rule: 'Allowed unless the account or the session forbids it.' },
        chat: { name: 'Chat beside dashboards', rule: 'The session, else the account; never without AI.' },
        applicationChat: {
          name: 'Chat in the application',
          rule: 'The session, else the account; never without AI.',
        },
        widgets: { name: 'Texts by AI', rule: 'The session, else the account; never without AI.' },
        authoring: {
          name: 'Chat that saves content',
          rule: 'Allowed unless the session forbids it, as far as the viewer may.',
        },
        downloads: {
          name: 'Downloads',
          rule: 'Only where the address asks for them; forbidden by the session, the dashboard or the lock of the account.',
        },
        sharing: { name: 'Sharing in the application', rule: 'Shown unless the session hides it.' },
        header: {
          name: 'Header of dashboards',
          rule: 'Shown unless the address hides it, or single parts of it.',
        },
        history: { name: 'History of the chat', rule: 'Shown unless the address hides it.' },
        language: {
          name: 'Language',
          rule: 'An action of the page, else the address, the session, the account, English.',
        },
        colours: {
          name: 'Colours',
          rule: 'An action of the page, else the address, the system of the viewer.',
        },
        timezone: {
          name: 'Time zone',
          rule: 'An action of the page, else the address, the session, the account.',
        },
      },
    },
    origins: {
      title: 'Origins that may embed',
      hint: 'Only pages of these origins frame dashboards and exchange messages with them. With an empty list every page may that has a session.',
      label: 'Origins',
      example: 'https://app.example.com',
    },
    refused: {
      title: 'Refused origins',
      hint: 'Pages of these origins wanted to embed a surface and were not allowed to. Allow those that are yours; anybody can make a page that asks.',
      unloaded: 'The refused origins could not be loaded',
      none: 'No page was refused.',
      origin: 'Origin',
      refusals: 'Refusals',
      last: 'Last refusal',
      actions: 'Actions',
      allow: 'Allow',
      allowOf: 'Allow {{origin}}',
      forget: 'Forget',
      forgetOf: 'Forget {{origin}}',
    },
    imageHosts: {
      title: 'Hosts of pictures',
      hint: 'Texts show pictures of these hosts alone. The operator of a host learns who looks at its pictures.',
      label: 'Hosts',
      example: 'images.example.com',
    },
  },
} as const;
