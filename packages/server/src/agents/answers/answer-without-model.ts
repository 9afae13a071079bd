import { Refusal, type ChatEndCode } from '@oriel/contract';
import type { AgentCaller, AgentTool, CertifiedQuery } from '../tools/agent-tool.ts';
import { readModel, type DescribedView } from '../tools/described-model.ts';
import { searchModel } from '../tools/model-search.ts';
import type { ResultTable } from '../tools/result-table.ts';
import { MAX_TITLE_LENGTH } from '../tools/run-query.ts';
import { toToolFailure } from '../tools/tool-failure.ts';
import type { ToolRoom } from '../tools/tool-room.ts';
import { findCertified } from './certified-match.ts';
import { escape, toMarkdown } from './markdown-table.ts';
import { toQuestionQuery } from './question-query.ts';

/** Where an answer without a model comes from: a certified query, the words of the data model, or nowhere. */
type AnswerSource = 'certified' | 'search' | 'none';

/** An answer without a model. */
interface PlainAnswer {
  readonly source: AnswerSource;
  /** Markdown. Its first paragraph is a quotation that says where the answer comes from. */
  readonly content: string;
  /** `query_failed` where the query for it has. */
  readonly code?: ChatEndCode;
  /** What was asked for it, as if a model had called the tools. */
  readonly toolCalls: readonly ToolRun[];
}

/** A tool that has run. */
interface ToolRun {
  readonly name: string;
  readonly input: object;
  readonly result: unknown;
}

/** Answers a question where no model is set up. */
type AnswerWithoutModel = (
  caller: AgentCaller,
  question: string,
  signal: AbortSignal,
) => Promise<PlainAnswer>;

const notices: Readonly<Record<AnswerSource, string>> = {
  certified: 'Answered without a language model, by a certified query.',
  search: 'Answered without a language model, by a search of the data model for the words of the question.',
  none: 'No language model is set up, and neither a certified query nor the data model fits this question.',
};

const FOUND = 10;

/**
 * Makes what answers where no model is set up: a certified query that fits the question, else a query made of the words
 * that the data model knows, else what the data model has of them. Everything runs under the rights of the caller, and
 * says where it comes from.
 */
export function createAnswerWithoutModel(
  room: ToolRoom,
  tools: readonly Pick<AgentTool, 'name' | 'run'>[],
): AnswerWithoutModel {
  const runQuery = async (caller: AgentCaller, input: object, signal: AbortSignal): Promise<ToolRun> => {
    const tool = tools.find(({ name }) => name === 'run_query');
    if (!tool) throw new Error('There is no tool that runs queries');
    try {
      return { name: tool.name, input, result: await tool.run(caller, input, signal) };
    } catch (error) {
      return { name: tool.name, input, result: toToolFailure(error) };
    }
  };
  return async (caller, question, signal) => {
    const certified = findCertified(caller.agent?.certifiedQueries ?? [], question);
    const query = certified && parseQuery(certified);
    if (certified && query) {
      const input = { title: certified.userRequest.slice(0, MAX_TITLE_LENGTH), query };
      return answerWith('certified', headingOf(certified), await runQuery(caller, input, signal));
    }
    const views = await findViews(room, caller, signal);
    const asked = toQuestionQuery(views, question);
    if (asked) {
      const title = asked.members.map((member) => member.title).join(', ');
      return answerWith(
        'search',
        escape(title),
        await runQuery(caller, { title, query: asked.query }, signal),
      );
    }
    return describeFound(views, question);
  };
}

/** Undefined for what is no query: files are written by people. */
function parseQuery({ query }: CertifiedQuery): object | undefined {
  try {
    const parsed: unknown = JSON.parse(query);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** A caller who may not see the model gets no answer from it. */
async function findViews(
  room: ToolRoom,
  caller: AgentCaller,
  signal: AbortSignal,
): Promise<readonly DescribedView[]> {
  try {
    return await readModel(room, caller, signal);
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return [];
    throw error;
  }
}

function headingOf({ userRequest, description }: CertifiedQuery): string {
  return escape(description ?? userRequest);
}

function answerWith(source: 'certified' | 'search', heading: string, run: ToolRun): PlainAnswer {
  const failure = failureOf(run.result);
  // The tool has made it: what is no failure is a table.
  const body = failure === undefined ? toMarkdown(run.result as ResultTable) : escape(failure);
  return {
    source,
    content: `> ${notices[source]}\n\n**${heading}**\n\n${body}`,
    ...(failure !== undefined && { code: 'query_failed' }),
    toolCalls: [run],
  };
}

function failureOf(result: unknown): string | undefined {
  return (result as { error?: { message: string } }).error?.message;
}

function describeFound(views: readonly DescribedView[], question: string): PlainAnswer {
  const found = searchModel(views, question)
    .flatMap(({ member }) => member ?? [])
    .slice(0, FOUND);
  if (found.length === 0) return { source: 'none', content: `> ${notices.none}`, toolCalls: [] };
  const lines = found.map(({ title, name, description }) => {
    const words = description === undefined ? '' : `: ${escape(description)}`;
    return `- **${escape(title)}** (\`${name}\`)${words}`;
  });
  return { source: 'search', content: `> ${notices.search}\n\n${lines.join('\n')}`, toolCalls: [] };
}
