import { exitCodes, UsageError, type LocalContext } from '../command.ts';
import type { FlagName, Flags } from '../flags.ts';
import { answerLines } from './answer-lines.ts';
import { createAnswerQuery, type Answering, type AnswerQuery, type Several } from './answer-query.ts';
import { compileFolder } from './compile-folder.ts';
import { explainQueryFault } from './query-faults.ts';
import { parseJson, readQuerySettings } from './query-settings.ts';

/** The flags of every command that takes queries. */
export const queryFlags: readonly FlagName[] = ['query', 'queries', 'source', 'context', 'timezone', 'now'];

/**
 * Answers the query of `--query`, or those of `--queries` a line each; answers with the exit code. The model is compiled
 * once. Only for one without problems `begin` gets ready what the answers need.
 *
 * @throws `CommandError` where the only query has no answer, or the command line cannot be used
 */
export async function answerQueries<Answer>(
  context: LocalContext,
  begin: () => Promise<Answering<Answer>>,
): Promise<number> {
  const asked = readAsked(context.flags);
  const contextOf = readQuerySettings(context.flags);
  const compiled = compileFolder(context.operand);
  if ('broken' in compiled) return answerBroken(asked, () => Promise.reject(compiled.broken), context);
  const { model } = compiled;
  const answering = await begin();
  try {
    await context.untilInterrupted(async (signal) => {
      const answer = createAnswerQuery(model, contextOf, answering, signal);
      if ('lines' in asked) await answerLines(asked.lines, answer, { ...context, signal });
      else context.print(answering.show(await answerOnly(asked.query, answer)));
    });
    return exitCodes.done;
  } finally {
    await answering.close();
  }
}

type Asked = { readonly query: unknown } | { readonly lines: string };

function readAsked({ query, queries }: Flags): Asked {
  if (query !== undefined && queries === undefined) return { query: parseJson('query', query) };
  if (queries !== undefined && query === undefined) return { lines: queries };
  throw new UsageError('Give a query with --query, or a file of queries with --queries');
}

async function answerBroken(asked: Asked, refuse: AnswerQuery, context: LocalContext): Promise<number> {
  if ('lines' in asked)
    await context.untilInterrupted((signal) => answerLines(asked.lines, refuse, { ...context, signal }));
  else await refuse(asked);
  return exitCodes.failed;
}

async function answerOnly<Answer>(query: unknown, answer: AnswerQuery): Promise<Several<Answer>> {
  try {
    // Written by the command itself a moment ago.
    return JSON.parse((await answer({ query })).toString()) as Several<Answer>;
  } catch (error) {
    throw explainQueryFault(error) ?? error;
  }
}
