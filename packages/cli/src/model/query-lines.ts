import { isJsonObject } from '@oriel/contract/json-object';
import { QueryError } from '@oriel/semantic';
import { createReadStream } from 'node:fs';
import type { LocalContext } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { readSecurityContext, type SecurityContext } from './security-context.ts';

/** A query as it came in, and who asks it. */
export interface QueryEntry {
  readonly query: unknown;
  /** Absent: that of the command line. */
  readonly securityContext?: SecurityContext;
}

const KEYS = ['query', 'securityContext'];

/**
 * Reads a line of a file of queries. A key that a line does not have is refused: with a security context that is
 * misspelt a query would be asked as another caller.
 *
 * @throws QueryError for a line that is none
 */
export function parseQueryLine(text: string): QueryEntry {
  const line = parseObject(text);
  const foreign = Object.keys(line).find((key) => !KEYS.includes(key));
  if (foreign !== undefined)
    throw new QueryError('invalid_query', `The line has a key ${foreign}; it takes ${KEYS.join(' and ')}`);
  if (!('query' in line)) throw new QueryError('invalid_query', 'The line has no query');
  const { query, securityContext: context } = line;
  if (context === undefined || context === null) return { query };
  return { query, securityContext: readSecurityContext(context, refuseContext) };
}

const refuseContext = (fault: string) =>
  new QueryError('invalid_query', `The securityContext of the line ${fault}`);

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new QueryError('invalid_query', `The line is not JSON: ${(error as Error).message}`);
  }
  if (isJsonObject(value)) return value;
  throw new QueryError('invalid_query', 'The line is not an object such as {"query": …}');
}

/**
 * The lines of a file, or of the standard input for `-`, without those that are empty. Lines end with a line feed
 * alone: a text of a query may hold whatever else some readers take for the end of a line.
 *
 * @throws {@link UsageError} when the file cannot be read
 */
export async function* readLines(
  path: string,
  { readInput, signal }: Pick<LocalContext, 'readInput'> & { readonly signal: AbortSignal },
): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const piece of path === '-' ? readInput(signal) : readFilePieces(path)) {
    const lines = piece.split('\n');
    lines[0] = rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    yield* lines.map((line) => line.trim()).filter(Boolean);
  }
  if (rest.trim() !== '') yield rest.trim();
}

async function* readFilePieces(path: string): AsyncGenerator<string, void, undefined> {
  try {
    yield* createReadStream(path, 'utf8');
  } catch (error) {
    throw new UsageError(`--queries cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
