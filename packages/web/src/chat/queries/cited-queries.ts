import { textOfAnswer } from '../store/chat-problems.ts';
import type { Answer, ToolStep } from '../../chat-client/chat-turns.ts';
import { tableOf, type QueryTable } from './query-table.ts';

/** A query that an answer rests on, with its rows. */
export interface CitedQuery {
  readonly id: string;
  readonly title: string;
  /** Whether the authors of the agent vouch for it. */
  readonly isCertified: boolean;
  readonly table: QueryTable;
}

/** The queries that an answer cites and that have rows to show. */
export function citedQueries({ citations }: Answer, tools: readonly ToolStep[]): readonly CitedQuery[] {
  return citations.flatMap(({ messageId, title, certifiedQuery }) => {
    const step = tools.find(({ id }) => id === messageId);
    const table = step && tableOf(step);
    return table ? [{ id: messageId, title, isCertified: certifiedQuery !== undefined, table }] : [];
  });
}

/**
 * What is said above the cards of the cited queries. Without a model the text is the title of a query and its rows, for
 * readers without cards; here the card has both, and a description that follows the title is all that is left to say.
 */
export function textAbove(cited: readonly CitedQuery[], answer: Answer): string {
  const text = textOfAnswer(answer);
  const [first] = cited;
  if (!first || !answer.isWithoutModel) return text;
  const [heading = ''] = text.split('\n\n', 1);
  return plainOf(heading) === first.title ? '' : heading;
}

/** A bold line of Markdown as plain text. */
function plainOf(line: string): string {
  return line.replaceAll(/^\*\*|\*\*$/g, '').replaceAll(/\\(\W)/g, '$1');
}
