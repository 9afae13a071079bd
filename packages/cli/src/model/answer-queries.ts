import { createCallerModels, createModelVersions } from '@oriel/engine/models';
import type { Dialect } from '@oriel/semantic';
import { exitCodes, UsageError, type CommandError, type LocalContext } from '../command.ts';
import type { FlagName, Flags } from '../flags.ts';
import { answerLines } from './answer-lines.ts';
import { createAnswerQuery, type Answering, type AnswerQuery, type Several } from './answer-query.ts';
import { readEnvironment } from './compile-context.ts';
import { explainQueryFault } from './query-faults.ts';
import { readQuerySettings } from './query-settings.ts';
import { readModelFiles } from './read-model-files.ts';
import { parseJson } from './security-context.ts';

/** The flags of every command that takes queries. */
export const queryFlags: readonly FlagName[] = ['query', 'queries', 'source', 'context', 'timezone', 'now'];

/** What a command that takes queries makes of them. */
export interface QueryAnswers<Answer> {
  readonly dialect: Dialect;
  /** Gets ready what the answers need; asked once there is a model for somebody who asks. */
  begin(): Promise<Answering<Answer>>;
}

/**
 * Answers the query of `--query`, or those of `--queries` a line each; answers with the exit code. The model is compiled
 * once, or where its templates ask whom for, once for each caller.
 *
 * @throws `CommandError` where the only query has no answer, or the command line cannot be used
 */
export async function answerQueries<Answer>(
  context: LocalContext,
  { dialect, begin }: QueryAnswers<Answer>,
): Promise<number> {
  const asked = readAsked(context.flags);
  const contextOf = readQuerySettings(context.flags);
  const environment = readEnvironment(context.variables);
  const version = createModelVersions().begin(readModelFiles(context.operand), environment);
  const findModel = createCallerModels(version, () => dialect);
  const broken =
    'query' in asked || !version.isPerCaller
      ? faultOf(() => findModel(contextOf().securityContext))
      : undefined;
  if (broken) return answerBroken(asked, () => Promise.reject(broken), context);
  const answering = await begin();
  try {
    await context.untilInterrupted(async (signal) => {
      const answer = createAnswerQuery(findModel, contextOf, answering, signal);
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

function faultOf(work: () => unknown): CommandError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    const fault = explainQueryFault(error);
    if (fault) return fault;
    throw error;
  }
}
