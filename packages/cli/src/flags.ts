import { parseArgs } from 'node:util';
import { planSteps } from '@oriel/semantic/plan-steps';
import { UsageError } from './command-error.ts';

interface FlagDescription {
  readonly type: 'string' | 'boolean';
  /** A letter that stands for the name. */
  readonly short?: string;
  /** What stands for the value in the help. */
  readonly value?: string;
  readonly help: string;
}

/** Every flag of every command; one name means the same everywhere. */
export const flagTable = {
  deployment: { type: 'string', value: 'N', help: 'id of the deployment, as oriel deployments lists it' },
  agent: {
    type: 'string',
    value: 'NAME',
    help: 'the agent to ask; default: the one that the question names, else the automatic one',
  },
  question: {
    type: 'string',
    value: 'TEXT',
    help: 'only the questions that have this text in them, in capitals or not',
  },
  concurrency: {
    type: 'string',
    value: 'N',
    help: 'questions that are asked beside each other, 1 to 16; default: 1',
  },
  folder: { type: 'string', value: 'N', help: 'id of a folder; default: the root' },
  query: { type: 'string', value: 'JSON', help: 'the query, such as {"measures":["network.count"]}' },
  queries: {
    type: 'string',
    value: 'FILE',
    help: 'many queries, as {"query": …, "securityContext": …} on a line each; - is the standard input',
  },
  source: {
    type: 'string',
    value: 'SOURCE',
    help: 'the database: duckdb:FILE, which is opened for reading only, or postgres://USER@HOST:PORT/DATABASE, with its password in PGPASSWORD; redshift, mysql, mariadb, trino and clickhouse are addressed so as well',
  },
  schema: { type: 'string', value: 'NAME', help: 'one schema alone; default: all but those of the engine' },
  context: {
    type: 'string',
    value: 'JSON',
    help: 'the security context, such as {"svcCloud":{"groups":["sales"]}}; default: {}',
  },
  timezone: {
    type: 'string',
    value: 'ZONE',
    help: 'time zone of queries that name none, such as Europe/Berlin; default: UTC',
  },
  now: {
    type: 'string',
    value: 'TIME',
    help: 'what relative dates count from, such as 2026-01-31T12:00:00Z; default: the clock',
  },
  after: {
    type: 'string',
    value: 'STEP',
    help: `the step after which the plan is shown: ${planSteps.join(', ')}; default: the last one`,
  },
  branch: { type: 'string', value: 'NAME', help: 'the branch to change; default: the one that is deployed' },
  message: {
    type: 'string',
    short: 'm',
    value: 'TEXT',
    help: 'message of the commit; default: one that names the upload',
  },
  'keep-missing': {
    type: 'boolean',
    help: 'leave files of the branch as they are that the folder does not have; default: they are removed',
  },
  viewer: {
    type: 'string',
    value: 'JSON',
    help: 'who looks at the surface: fields of generate-session, such as {"externalId":"ada"}; sessions are generated with the API key',
  },
  filter: {
    type: 'string',
    value: 'TEXT',
    help: 'a control of the dashboard and a value of it, as in an address: f_orders.status={"value":"paid"}',
  },
  origin: {
    type: 'string',
    value: 'ORIGIN',
    help: 'origin that the host page has in the browser, where the account allows some only; default: one of this machine',
  },
  brand: {
    type: 'string',
    value: 'NAME',
    help: 'the maker of the names that messages have, svc or cube; default: svc',
  },
  patience: {
    type: 'string',
    value: 'SECONDS',
    help: 'how long is waited for what must come; default: 20',
  },
  limit: { type: 'string', value: 'N', help: 'list at most so many; default: all' },
  json: { type: 'boolean', help: 'print JSON, faults too' },
  url: {
    type: 'string',
    value: 'URL',
    help: 'the server; default: that of --profile, ORIEL_URL, ORIEL_PROFILE, then ready.json, then the current login',
  },
  profile: { type: 'string', value: 'NAME', help: 'the login to use; default: ORIEL_PROFILE' },
  'api-key': {
    type: 'string',
    value: 'KEY',
    help: 'default: the login of --profile, ORIEL_API_KEY, a login to the server, then the key of ready.json for its own server',
  },
  browser: {
    type: 'boolean',
    help: 'log in with a browser of this machine, which comes back by itself; default: by a code, on any machine',
  },
  'read-only': { type: 'boolean', help: 'ask for a login that changes nothing' },
  help: { type: 'boolean', help: 'show this' },
} as const satisfies Record<string, FlagDescription>;

/** A flag as it is typed, with what stands for its value. */
export function flagUsage(name: FlagName): string {
  const { short, value }: FlagDescription = flagTable[name];
  return [
    ...(short === undefined ? [] : [`-${short},`]),
    `--${name}`,
    ...(value === undefined ? [] : [value]),
  ].join(' ');
}

/** The name of a flag, without its dashes. */
export type FlagName = keyof typeof flagTable;

/** The flags of one call, by name; those that were not given are absent. */
export type Flags = ReturnType<typeof parseFlags>['values'];

/** @throws {@link UsageError} for a flag that there is none of, and for one without its value */
export function parseFlags(name: string, args: readonly string[], allowPositionals: boolean) {
  try {
    return parseArgs({ args: [...args], options: flagTable, strict: true, allowPositionals });
  } catch (error) {
    // What follows the first sentence is advice to programmers.
    const [sentence] = (error as Error).message.split('. ');
    throw new UsageError(`${sentence?.replaceAll('\n', ' ')}; see oriel ${name} --help`, { cause: error });
  }
}

/**
 * Reads a number from a flag.
 *
 * @throws {@link UsageError} when the flag is missing or not a whole number of at least `least`
 */
export function numberOf(flag: FlagName, text: string | undefined, least = 0): number {
  if (text === undefined) throw new UsageError(`--${flag} is missing: ${flagTable[flag].help}`);
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text)) && Number(text) >= least) return Number(text);
  throw new UsageError(`--${flag} takes a whole number from ${least} on, not ${JSON.stringify(text)}`);
}
