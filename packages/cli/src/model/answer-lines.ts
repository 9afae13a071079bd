import type { LocalContext } from '../command.ts';
import type { AnswerQuery } from './answer-query.ts';
import { explainQueryFault } from './query-faults.ts';
import { parseQueryLine, readLines } from './query-lines.ts';

/**
 * Answers a file of queries line by line, in its order, and holds one answer at a time. A line without an answer is
 * answered with `{error: {message, code, member?}}`. Aborting ends it between two answers.
 *
 * @throws `UsageError` when the file cannot be read
 */
export async function answerLines(
  path: string,
  answer: AnswerQuery,
  context: Pick<LocalContext, 'printNext' | 'printError' | 'readInput'> & { readonly signal: AbortSignal },
): Promise<void> {
  for await (const line of readLines(path, context)) {
    const written = await answerLine(line);
    // That the query was stopped is no answer to it.
    context.signal.throwIfAborted();
    await context.printNext(written);
  }

  async function answerLine(line: string): Promise<Buffer> {
    try {
      return await answer(parseQueryLine(line));
    } catch (error) {
      return Buffer.from(JSON.stringify({ error: describe(error) }));
    }
  }

  function describe(error: unknown): object {
    const fault = explainQueryFault(error);
    if (fault) return { message: fault.message, ...fault.details };
    // A bug of ours must not keep the other lines from their answers; its trace is for whoever reports it.
    context.printError(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return {
      message: 'Something went wrong in oriel itself; the error output has the details',
      code: 'internal',
    };
  }
}
