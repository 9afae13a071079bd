import { parseArgs } from 'node:util';
import { UsageError } from './command.ts';

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

export type FlagName = keyof typeof flagTable;

/** The flags of every command. */
export const commonFlags: readonly FlagName[] = ['json', 'url', 'api-key', 'help'];

export type Flags = ReturnType<typeof parseAll>;

/**
 * Reads the flags behind a command's name.
 *
 * @throws {@link UsageError} for a flag that the command does not take, or one without its value
 */
export function parseFlags(
  command: { name: string; flags: readonly FlagName[] },
  args: readonly string[],
): Flags {
  const values = parseAll(command.name, args);
  const taken: readonly string[] = [...command.flags, ...commonFlags];
  const foreign = Object.keys(values).find((flag) => !taken.includes(flag));
  if (foreign === undefined) return values;
  throw new UsageError(`${command.name} takes no --${foreign}; see oriel ${command.name} --help`);
}

function parseAll(name: string, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flagTable, strict: true }).values;
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
