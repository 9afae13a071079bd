import type { Command } from '../command.ts';

/** A command in the list; what it does is loaded when it is asked for. `start` is the server's own and has none. */
interface CommandEntry {
  readonly summary: string;
  readonly load?: () => Promise<Command>;
  /** Of a command that works on the installation itself, which the server's own code does. */
  readonly operator?: OperatorCommand;
}

/** What the help says of such a command. */
export interface OperatorCommand {
  readonly usage: string;
  readonly description: string;
}

/** Where the installation is. */
const PLACE = '[--data DIR] [--database-url URL]';

/** Every command by its name. A map, because a name of an object's own, such as `constructor`, is no command. */
export const commandTable: ReadonlyMap<string, CommandEntry> = new Map<string, CommandEntry>([
  ['start', { summary: 'run the server in this terminal' }],
  [
    'login',
    {
      summary: 'log in to an installation, by a browser',
      load: async () => (await import('./login.ts')).login,
    },
  ],
  ['logout', { summary: 'end a login', load: async () => (await import('./logout.ts')).logout }],
  [
    'whoami',
    {
      summary: 'print the user that commands act as',
      load: async () => (await import('./whoami.ts')).whoami,
    },
  ],
  [
    'profile list',
    {
      summary: 'list the logins of this machine',
      load: async () => (await import('./profile-list.ts')).profileList,
    },
  ],
  [
    'profile use',
    {
      summary: 'choose the login that commands use',
      load: async () => (await import('./profile-use.ts')).profileUse,
    },
  ],
  [
    'deployments',
    { summary: 'list the deployments', load: async () => (await import('./deployments.ts')).deployments },
  ],
  [
    'workspace',
    {
      summary: 'list a folder of the workspace',
      load: async () => (await import('./workspace.ts')).workspace,
    },
  ],
  [
    'source test',
    {
      summary: 'have a data source answer',
      load: async () => (await import('./source-test.ts')).sourceTest,
    },
  ],
  [
    'source tables',
    {
      summary: 'list the tables of a database',
      load: async () => (await import('./source-tables.ts')).sourceTables,
    },
  ],
  [
    'query',
    { summary: 'run a query and print its rows', load: async () => (await import('./query.ts')).query },
  ],
  [
    'deploy',
    {
      summary: 'deploy the model in a folder',
      load: async () => (await import('./deploy.ts')).deploy,
    },
  ],
  ['spec', { summary: 'print the OpenAPI document', load: async () => (await import('./spec.ts')).spec }],
  [
    'embed-check',
    {
      summary: 'try an embedded surface against the embed protocol',
      load: async () => (await import('./embed-check.ts')).embedCheck,
    },
  ],
  [
    'agent eval',
    {
      summary: 'ask an agent questions, and grade its answers',
      load: async () => (await import('./agent-eval.ts')).agentEval,
    },
  ],
  [
    'model check',
    {
      summary: 'find every problem of a model in a folder',
      load: async () => (await import('./model-check.ts')).modelCheck,
    },
  ],
  [
    'model sql',
    {
      summary: 'print the SQL of queries of such a model',
      load: async () => (await import('./model-sql.ts')).modelSql,
    },
  ],
  [
    'model explain',
    {
      summary: 'print the steps in which queries of such a model are answered',
      load: async () => (await import('./model-explain.ts')).modelExplain,
    },
  ],
  [
    'model query',
    {
      summary: 'run queries of such a model and print their rows',
      load: async () => (await import('./model-query.ts')).modelQuery,
    },
  ],
  [
    'model meta',
    {
      summary: 'print what such a model offers a caller',
      load: async () => (await import('./model-meta.ts')).modelMeta,
    },
  ],
  [
    'rotate-key',
    {
      summary: 'encrypt stored secrets with a new key',
      operator: {
        usage: `${PLACE} [--secret-key KEYS]`,
        description:
          'Makes a new key in secret.keys of the data folder, encrypts every stored secret with it and forgets the old one; the ' +
          'server may run meanwhile. Where --secret-key (ORIEL_SECRET_KEY) is used, put the new key before the old one, restart ' +
          'the servers, run this, and take the old one away.',
      },
    },
  ],
  [
    'rotate-signing-keys',
    {
      summary: 'sign tokens with another key',
      operator: {
        usage: `[--withdraw] ${PLACE} [--secret-key KEYS]`,
        description:
          'Has the next key of /.well-known/jwks.json sign ID tokens and tokens of workloads; the one before stays published for 7 ' +
          'days. Servers do so by themselves every 30 days. --withdraw makes new keys and takes every other back at once, ' +
          'where they have leaked. The server may run meanwhile.',
      },
    },
  ],
  [
    'tenant create',
    {
      summary: 'create one more account',
      operator: {
        usage: `NAME [--host HOST]… [--email EMAIL] [--display-name TEXT] ${PLACE}`,
        description:
          'Creates an account with an administrator and an API key, which are printed this once. Requests for its hosts belong ' +
          'to it; every other host is the oldest account’s. The server may run meanwhile.',
      },
    },
  ],
  [
    'tenant add-host',
    {
      summary: 'give an account a host name',
      operator: {
        usage: `NAME HOST ${PLACE}`,
        description: 'Requests for the host belong to the account from now on. The server may run meanwhile.',
      },
    },
  ],
]);

/** Whether a word is the first of several commands' names, such as `model`. */
export function isGroup(word: string): boolean {
  return [...commandTable.keys()].some((name) => name.startsWith(`${word} `));
}
