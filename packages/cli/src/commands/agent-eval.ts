import { isApiError } from '@oriel/client';
import { readConfiguration } from '@oriel/server/agent-files';
import { readFileSync } from 'node:fs';
import { openEvalSession, type EvalSession } from '../agent-eval/eval-session.ts';
import { gradeAnswer, type Graded } from '../agent-eval/grade-answer.ts';
import type { ServerCommand } from '../command.ts';
import { CommandError, exitCodes, UsageError } from '../command-error.ts';
import { findDeployment } from '../deploy/find-deployment.ts';
import { readProject } from '../deploy/read-project.ts';
import { modelFolder } from '../model/model-folder.ts';
import { tableLines } from '../table.ts';

/** A question of a folder. */
type Question = Awaited<ReturnType<typeof readQuestions>>[number];

const MAX_CONCURRENCY = 16;
/** Characters of a question in the table. */
const SHOWN_CHARACTERS = 60;

/** `oriel agent eval`: asks an agent the questions of a folder, and grades the queries that its answers rest on. */
export const agentEval: ServerCommand = {
  kind: 'server',
  usage: 'DIR',
  description:
    'Asks the questions in agents/eval_questions of a folder, each in a thread of its own, and compares the queries that an answer cites ' +
    'with the expected one:\nrows in any order, numbers to four significant digits, further columns ignored. pass, fail, review (no query is ' +
    'cited) or error; the exit code is 1 where one fails or ends in an error.',
  operand: modelFolder,
  flags: ['deployment', 'agent', 'question', 'concurrency'],
  async run({ client, server, flags, operand, print, printError, untilInterrupted }) {
    const questions = chosenQuestions(await readQuestions(operand), flags.question);
    const concurrency = readConcurrency(flags.concurrency);
    const session = await openEvalSession({ client, server }, await findDeployment(client, flags));
    const graded = new Map<Question, Question & Graded>();
    await untilInterrupted(async (signal) => {
      const next = questions.values();
      const askOn = async () => {
        for (const question of next) {
          const asked = { ...question, agent: flags.agent ?? question.agent };
          const outcome = await evaluate(session, asked, signal);
          graded.set(question, { ...asked, ...outcome });
          if (!flags.json) printError(`${outcome.grade.padEnd(6)} ${question.question}`);
        }
      };
      // They take their questions from one iterator.
      await Promise.all(Array.from({ length: concurrency }, askOn));
    });
    const results = questions.flatMap((question) => graded.get(question) ?? []);
    const count = (grade: Graded['grade']) => results.filter((each) => each.grade === grade).length;
    const summary = {
      pass: count('pass'),
      fail: count('fail'),
      review: count('review'),
      error: count('error'),
    };
    if (flags.json) print(JSON.stringify({ summary, results }, undefined, 2));
    else {
      const rows = results.map(({ grade, question, reason = '' }) => [grade, shorten(question), reason]);
      for (const line of tableLines(['GRADE', 'QUESTION', 'REASON'], rows)) print(line);
      print(
        Object.entries(summary)
          .map(([grade, n]) => `${n} ${grade}`)
          .join(', '),
      );
    }
    return summary.fail + summary.error > 0 ? exitCodes.failed : exitCodes.done;
  },
};

/** @throws `UsageError` where none has the text */
function chosenQuestions(questions: readonly Question[], text: string | undefined): readonly Question[] {
  if (text === undefined) return questions;
  const chosen = questions.filter(({ question }) => question.toLowerCase().includes(text.toLowerCase()));
  if (chosen.length === 0) throw new UsageError(`No question has ${JSON.stringify(text)} in it`);
  return chosen;
}

/** @throws `UsageError` for what is no number of questions */
function readConcurrency(text = '1'): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_CONCURRENCY) return count;
  throw new UsageError(`--concurrency is a whole number from 1 to ${MAX_CONCURRENCY}`);
}

/** What goes wrong with one question is its result; a server that is away, or refuses the caller, ends the run. */
async function evaluate(
  session: EvalSession,
  { question, agent, query }: Question,
  signal: AbortSignal,
): Promise<Graded> {
  try {
    // The query was read as an object.
    const expected = await session.load(JSON.parse(query) as object, signal);
    const lines = await session.ask(question, agent, signal);
    return await gradeAnswer(lines, expected, (cited) => session.load(cited, signal));
  } catch (error) {
    if (!isApiError(error) || error.status === 401 || error.status === 403) throw error;
    return { grade: 'error', reason: error.message, answer: undefined, queries: [] };
  }
}

/** @throws `UsageError` for a folder without questions; `CommandError` with the faults of its configuration */
async function readQuestions(directory: string) {
  const files = readProject(directory)
    .files.filter(({ path }) => path.startsWith('agents/'))
    .map(({ path, location }) => ({ path, content: readFileSync(location, 'utf8') }));
  const { configuration, problems } = await readConfiguration(files);
  if (problems.length > 0)
    throw new CommandError(
      problems.map(({ path, line, message }) => `${path}:${line} ${message}`).join('\n'),
      exitCodes.failed,
      { code: 'invalid_configuration' },
    );
  if (configuration.evalQuestions.length === 0)
    throw new UsageError(`${directory} has no questions: they are in agents/eval_questions/*.yml`);
  return configuration.evalQuestions.map((each) => ({ ...each }));
}

const shorten = (text: string) =>
  text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS - 1)}…`;
