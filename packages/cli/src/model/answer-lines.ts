import type { LocalContext } from '../command.ts';
import { createAnswerSpool, type AnswerSink } from './answer-spool.ts';
import { explainQueryFault } from './query-faults.ts';
import { parseQueryLine, readLines, type QueryEntry } from './query-lines.ts';

const NEWLINE = Buffer.from('\n');

/**
 * Answers a file of queries line by line, in its order. A line is printed when its answer is whole, so that none looks
 * as if it were; one without an answer is answered with `{error: {message, code, member?}}`. Aborting ends it between
 * two answers.
 *
 * @throws `UsageError` when the file cannot be read
 */
export async function answerLines(
  path: string,
  answer: (entry: QueryEntry, sink: AnswerSink) => Promise<void>,
  context: Pick<LocalContext, 'printNext' | 'printError' | 'readInput'> & { readonly signal: AbortSignal },
): Promise<void> {
  for await (const line of readLines(path, context)) {
    const spool = createAnswerSpool();
    try {
      const failure = await failureOf(() => answer(parseQueryLine(line), spool));
      // That the query was stopped is no answer to it.
      context.signal.throwIfAborted();
      for await (const piece of failure ? [failure] : spool.read()) await context.printNext(piece);
      await context.printNext(NEWLINE);
    } finally {
      await spool.close();
    }
  }

  async function failureOf(work: () => Promise<void>): Promise<Buffer | undefined> {
    try {
      await work();
      return undefined;
    } catch (error) {
      return Buffer.from(JSON.stringify({ error: describe(error) }));
    }
  }

  function describe(error: unknown): object {
    const fault = explainQueryFault(error);
    if (fault) return { message: fault.message, ...fault.details };
    // A bug of ours must not keep the other lines from their answers; its trace is for the report.
    context.printError(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return {
      message: 'Something went wrong in oriel itself; the error output has the details',
      code: 'internal',
    };
  }
}
