import type { FindModel } from '@oriel/engine/models';
import { normalizeQuery, type CompiledQuery } from '@oriel/semantic';
import type { QueryEntry } from './query-lines.ts';
import type { ContextOf } from './query-settings.ts';

/** Answers a query as it came in with a JSON object, in UTF-8. */
export type AnswerQuery = (entry: QueryEntry) => Promise<Buffer>;

/** What the answer to a query holds: itself, or one for each of several compared date ranges or blended queries. */
export type Several<Answer> = Answer | { readonly results: readonly Answer[] };

/** What a command makes of the queries of a model. */
export interface Answering<Answer> {
  /** Writes the answer to a compiled query as a JSON object, in UTF-8; aborting stops what runs for it. */
  write(compiled: CompiledQuery, signal: AbortSignal): Promise<Buffer>;
  /** What is printed for a query alone. */
  show(answer: Several<Answer>): string;
  close(): Promise<void>;
}

/** Compiles each query for its caller, with the model as the caller has it, and has it answered. */
export function createAnswerQuery(
  findModel: FindModel,
  contextOf: ContextOf,
  { write }: Pick<Answering<unknown>, 'write'>,
  signal: AbortSignal,
): AnswerQuery {
  return async ({ query, securityContext }) => {
    const context = contextOf(securityContext);
    const { compile } = findModel(context.securityContext);
    const { queryType, queries } = normalizeQuery(query, context);
    const compiled = queries.map((one) => compile(one, context));
    const answers: Buffer[] = [];
    for (const one of compiled) answers.push(await write(one, signal));
    return queryType === 'regularQuery' ? Buffer.concat(answers) : joinResults(answers);
  };
}

function joinResults(answers: readonly Buffer[]): Buffer {
  const separated = answers.flatMap((answer, index) => (index === 0 ? [answer] : [Buffer.from(','), answer]));
  return Buffer.concat([Buffer.from('{"results":['), ...separated, Buffer.from(']}')]);
}
