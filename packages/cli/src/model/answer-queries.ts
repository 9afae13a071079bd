import { createCallerModels, createModelVersions } from '@oriel/engine/models';
import type { Dialect, PlanStep } from '@oriel/semantic';
import type { LocalContext } from '../command.ts';
import { exitCodes, UsageError } from '../command-error.ts';
import type { FlagName, Flags } from '../flags.ts';
import { answerLines } from './answer-lines.ts';
import { createCompileEntry, writeResults, type Answering, type CompileEntry } from './answer-query.ts';
import { createAnswerSpool } from './answer-spool.ts';
import { readEnvironment } from './compile-context.ts';
import { explainQueryFault } from './query-faults.ts';
import type { QueryEntry } from './query-lines.ts';
import { readQuerySettings } from './query-settings.ts';
import { readModelFiles } from './read-model-files.ts';
import { parseJson } from './security-context.ts';

/** The flags of every command that takes queries. */
export const queryFlags: readonly FlagName[] = ['query', 'queries', 'source', 'context', 'timezone', 'now'];

/** What a command that takes queries makes of them. */
interface QueryAnswers {
  readonly dialect: Dialect;
  /** The step after which the plan of each query is told beside its SQL; default: none is. */
  readonly explains?: PlanStep;
  /** Gets ready what the answers need; asked once there is something to answer. */
  begin(): Promise<Answering>;
}

/**
 * Answers the query of `--query`, or those of `--queries` a line each; answers with the exit code. The model is
 * compiled once, or where its templates ask whom for, once for each caller.
 *
 * @throws `CommandError` where the only query has no answer, or the command line cannot be used
 */
export async function answerQueries(
  context: LocalContext,
  { dialect, explains, begin }: QueryAnswers,
): Promise<number> {
  const asked = readAsked(context.flags);
  const contextOf = readQuerySettings(context);
  const environment = readEnvironment(context.variables);
  const version = createModelVersions().begin(readModelFiles(context.operand), environment);
  const findModel = createCallerModels(version, () => dialect);
  const compile = createCompileEntry(findModel, (own) => ({
    ...contextOf(own),
    ...(explains !== undefined && { explains: true, explainsAfter: explains }),
  }));
  if ('lines' in asked) {
    const isBroken = !version.isPerCaller && 'problems' in version.compile({}).compiled;
    return isBroken
      ? answerBroken(asked.lines, compile, context)
      : answerFile(asked.lines, { compile, begin }, context);
  }
  try {
    findModel(contextOf().securityContext);
    await answerAlone(asked, { compile, begin }, context);
    return exitCodes.done;
  } catch (error) {
    throw explainQueryFault(error) ?? error;
  }
}

interface Answerer extends Pick<QueryAnswers, 'begin'> {
  readonly compile: CompileEntry;
}

type Asked = { readonly query: unknown } | { readonly lines: string };

function readAsked({ query, queries }: Flags): Asked {
  if (query !== undefined && queries === undefined) return { query: parseJson('query', query) };
  if (queries !== undefined && query === undefined) return { lines: queries };
  throw new UsageError('Give a query with --query, or a file of queries with --queries');
}

/** Prints the answer to one query when it is whole. */
async function answerAlone(
  entry: QueryEntry,
  { compile, begin }: Answerer,
  { untilInterrupted, printNext }: LocalContext,
): Promise<void> {
  const spool = createAnswerSpool();
  const answering = await begin();
  try {
    await untilInterrupted(async (signal) => answering.writeAlone(compile(entry), spool, signal));
    for await (const piece of spool.read()) await printNext(piece);
    await printNext(Buffer.from('\n'));
  } finally {
    await Promise.all([answering.close(), spool.close()]);
  }
}

async function answerFile(
  path: string,
  { compile, begin }: Answerer,
  context: LocalContext,
): Promise<number> {
  const answering = await begin();
  try {
    await context.untilInterrupted((signal) =>
      answerLines(
        path,
        (entry, sink) =>
          writeResults(compile(entry), sink, (query) => answering.writeInLine(query, sink, signal)),
        { ...context, signal },
      ),
    );
    return exitCodes.done;
  } finally {
    await answering.close();
  }
}

/** Each line is told of the problems when it is compiled. */
async function answerBroken(path: string, compile: CompileEntry, context: LocalContext): Promise<number> {
  await context.untilInterrupted((signal) =>
    answerLines(path, async (entry) => void compile(entry), { ...context, signal }),
  );
  return exitCodes.failed;
}
