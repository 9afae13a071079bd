import type { ServerCommand } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { numberOf } from '../flags.ts';
import { tableLines } from '../table.ts';

/** The part of an answer of `load` that is printed. */
interface LoadAnswer {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  /** The query as it was run, with the limit that the server has put in where it had none. */
  readonly query: { readonly limit?: number };
  /** The columns, by kind and key. */
  readonly annotation: Readonly<Record<'dimensions' | 'timeDimensions' | 'measures', object>>;
}

/** `oriel query`: asks a server for the rows of a query. */
export const query: ServerCommand = {
  kind: 'server',
  usage: "--deployment N --query '{…}'",
  description: 'Runs a query of the model and prints its rows. Its own limit says how many rows at most.',
  flags: ['deployment', 'query'],
  async run({ client, flags, print, printError, untilInterrupted }) {
    const body = { query: parseQuery(flags.query) };
    const params = { deploymentId: numberOf('deployment', flags.deployment) };
    const { deploymentUrl } = await client.call('getDeployment', { params });
    // Without queryType the query API answers with one result.
    const answer = (await untilInterrupted((signal) =>
      client.query('load', { deploymentUrl, body, signal }),
    )) as LoadAnswer;
    const { data } = answer;
    if (data.length === answer.query.limit && !statesLimit(body.query))
      printError(`oriel: These are the first ${data.length} rows, the limit of a query that states none`);
    if (flags.json) return print(JSON.stringify(data, undefined, 2));
    if (data.length === 0) printError('oriel: 0 rows');
    const headings = headingsOf(answer);
    const rows = data.map((row) => headings.map((heading) => String(row[heading] ?? '')));
    for (const line of tableLines(headings, rows)) print(line);
  },
};

/** The columns of the rows, also where there is none. */
function headingsOf({ data: [first], annotation }: LoadAnswer): string[] {
  if (first) return Object.keys(first);
  const { dimensions, timeDimensions, measures } = annotation;
  return Object.keys({ ...dimensions, ...timeDimensions, ...measures });
}

function statesLimit(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'limit' in query;
}

function parseQuery(text: string | undefined): unknown {
  if (text === undefined) throw new UsageError('--query is missing: give the query as JSON');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--query is not JSON: ${(error as Error).message}`, { cause: error });
  }
}
