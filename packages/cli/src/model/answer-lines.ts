import type { LocalContext } from '../command.ts';
import type { AnswerQuery } from './answer-query.ts';
import { explainQueryFault } from './query-faults.ts';
import { parseQueryLine, readLines } from './query-lines.ts';

/**
 * Answers a file of queries line by line, in its order, and holds one answer at a time. A line without an answer is
 * answered with `{error: {message, code, member?}}`.
 *
 * @throws `UsageError` when the file cannot be read
 */
export async function answerLines(
  path: string,
  answer: AnswerQuery,
  context: Pick<LocalContext, 'printNext' | 'printError' | 'readInput'>,
): Promise<void> {
  for await (const line of readLines(path, context)) await context.printNext(await answerLine(line));

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
