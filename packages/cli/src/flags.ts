import { parseArgs } from 'node:util';
import { UsageError, type Command } from './command.ts';

interface FlagDescription {
  readonly type: 'string' | 'boolean';
  /** What stands for the value in the help. */
  readonly value?: string;
  readonly help: string;
}

/** Every flag of every command; one name means the same everywhere. */
export const flagTable = {
  deployment: { type: 'string', value: 'N', help: 'id of the deployment, as oriel deployments lists it' },
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
    help: 'the database: duckdb:FILE, which is opened for reading only, or postgres://USER@HOST:PORT/DATABASE, with its password in PGPASSWORD',
  },
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
  limit: { type: 'string', value: 'N', help: 'list at most so many; default: all' },
  json: { type: 'boolean', help: 'print JSON, faults too' },
  url: { type: 'string', value: 'URL', help: 'the server; default: ORIEL_URL, then that of ready.json' },
  'api-key': {
    type: 'string',
    value: 'KEY',
    help: 'default: ORIEL_API_KEY, then that of ready.json for its own server',
  },
  help: { type: 'boolean', help: 'show this' },
} as const satisfies Record<string, FlagDescription>;

/** The name of a flag, without its dashes. */
export type FlagName = keyof typeof flagTable;

/** The flags of every command of a kind. */
export const commonFlags: Readonly<Record<Command['kind'], readonly FlagName[]>> = {
  server: ['json', 'url', 'api-key', 'help'],
  local: ['json', 'help'],
};

/** The flags of one call, by name; those that were not given are absent. */
export type Flags = ReturnType<typeof parseAll>['values'];

/**
 * Reads what stands behind a command's name: the flags, and the operand of a command that has one.
 *
 * @throws {@link UsageError} for a flag that the command does not take, one without its value, or a wrong number of
 *   operands
 */
export function parseCommandLine(
  name: string,
  command: Command,
  args: readonly string[],
): { flags: Flags; operand: string } {
  const { values, positionals } = parseAll(name, args, command.kind === 'local');
  const taken: readonly string[] = [...command.flags, ...commonFlags[command.kind]];
  const foreign = Object.keys(values).find((flag) => !taken.includes(flag));
  if (foreign !== undefined) throw new UsageError(`${name} takes no --${foreign}; see oriel ${name} --help`);
  const [operand = '', extra] = positionals;
  if (command.kind === 'local' && operand === '')
    throw new UsageError(`${command.operand.name} is missing: ${command.operand.help}`);
  if (extra !== undefined)
    throw new UsageError(`Unexpected argument ${JSON.stringify(extra)}; see oriel ${name} --help`);
  return { flags: values, operand };
}

function parseAll(name: string, args: readonly string[], allowPositionals: boolean) {
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
