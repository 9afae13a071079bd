import { accountEnglish } from './account-english.ts';
import { appearanceEnglish } from './appearance-english.ts';
import { authenticationEnglish } from './authentication-english.ts';
import { deploymentEnglish } from './deployment-english.ts';
import { languageModelEnglish } from './language-model-english.ts';
import { oauthEnglish } from './oauth-english.ts';
import { notificationEnglish } from './notification-english.ts';
import { embedEnglish } from './embed-english.ts';
import { peopleEnglish } from './people-english.ts';
import { provisioningEnglish } from './provisioning-english.ts';
import { samlEnglish } from './saml-english.ts';
import { pythonEnglish } from './python-english.ts';
import { queryEnglish } from './query-english.ts';
import { rightsEnglish } from './rights-english.ts';
import { tokenEnglish } from './token-english.ts';
import { securityEnglish } from './security-english.ts';
import { versionsEnglish } from './versions-english.ts';

/** The English texts of the pages that the console alone has, by page. They are translated, in `console-languages`. */
export const consoleOwnEnglish = {
  ...accountEnglish,
  ...appearanceEnglish,
  ...authenticationEnglish,
  ...deploymentEnglish,
  ...languageModelEnglish,
  ...notificationEnglish,
  ...oauthEnglish,
  ...rightsEnglish,
  ...tokenEnglish,
  ...securityEnglish,
  ...embedEnglish,
  ...versionsEnglish,
  ...peopleEnglish,
  ...provisioningEnglish,
  ...pythonEnglish,
  ...queryEnglish,
  ...samlEnglish,
  product: 'Oriel',
  documentTitle: '{{title}} · Oriel',
  never: 'Never',
  language: {
    title: 'Language',
    label: 'Language of the console',
    hint: 'Mail to you is written in it, too.',
    ofBrowser: 'As the browser: {{language}}',
  },
  shell: {
    skip: 'Skip to content',
    logo: 'Home',
    navigation: 'Navigation',
    main: 'Main',
    workspace: 'Workspace',
    chat: 'Chat',
    people: 'People',
    groups: 'Groups',
    roles: 'Roles',
    attributes: 'Attributes',
    connections: 'Connected accounts',
    oauthIntegrations: 'OAuth integrations',
    workloadTokens: 'Workload tokens',
    thisAccount: 'Account',
    thisDeployment: 'Deployment',
    deploymentSettings: 'Deployment settings',
    notifications: 'Notifications',
    appearance: 'Appearance',
    authentication: 'Authentication',
    accountSettings: 'Account settings',
    languageModel: 'AI',
    apiKeys: 'API keys',
    applications: 'Applications',
    oauthClients: 'OAuth clients',
    apiReference: 'API reference',
    iconsOnly: 'Show icons only',
    iconsAndNames: 'Show icons and names',
    unopened: 'The console could not be opened',
    deployment: 'Deployment',
    newDeployment: 'New deployment',
    account: 'Account of {{email}}',
    shortcuts: 'Keyboard shortcuts',
    signOut: 'Sign out',
    signOutUnsaved: 'Sign out without saving?',
    signOutUnsavedHint: 'There are changes that are not saved. They are lost when you sign out.',
    colours: {
      label: 'Colours: {{scheme}}',
      light: 'light',
      dark: 'dark',
      auto: 'as the system',
    },
  },
  shortcuts: {
    anywhere: {
      place: 'Anywhere',
      help: 'Show this help',
      search: 'Search the workspace, when it is open',
    },
    list: {
      place: 'In the list',
      walk: 'Go to the row above or below',
      open: 'Open the row',
      select: 'Select the row, or clear it',
      selectRange: 'Select from the last one to this row',
      selectAll: 'Select everything that is loaded',
      selectNone: 'Clear the selection',
    },
    tree: {
      place: 'In the folder tree',
      walk: 'Go to the folder above or below',
      open: 'Open the folder, then go into it',
      close: 'Close the folder, then go to the one around it',
      ends: 'Go to the first or the last folder',
      choose: 'Show the folder',
    },
  },
  deployments: {
    unloaded: 'Your deployments could not be loaded',
    none: 'No deployment yet',
    noneText:
      'A deployment has a data model of its own and a workspace over it. Create the first one; it starts with an empty model.',
    noneOfYours: 'No deployment is open to you',
    noneOfYoursText: 'An administrator of this account can give you access to one, or create one for you.',
    create: {
      submit: 'Create the deployment',
      title: 'New deployment',
      name: 'Name',
      description: 'What it is about, such as Sales or Flights',
      creating: 'Creating the deployment …',
      taken: 'There is a deployment of this name. Choose another one.',
      required: 'A name is needed',
      tooLong: 'At most {{max, number}} characters',
    },
  },
} as const;
