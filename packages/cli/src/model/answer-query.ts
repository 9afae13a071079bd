import type { FindModel } from '@oriel/engine/models';
import { normalizeQuery, type CompiledQuery } from '@oriel/semantic';
import type { AnswerSink } from './answer-spool.ts';
import type { QueryEntry } from './query-lines.ts';
import type { ContextOf } from './query-settings.ts';

/** A query that is compiled: one statement, or of compared date ranges or blended queries a list of them. */
export interface CompiledEntry {
  readonly isList: boolean;
  readonly queries: readonly CompiledQuery[];
}

/** @throws `QueryError` for a query that has no answer; `BrokenModelError` */
export type CompileEntry = (entry: QueryEntry) => CompiledEntry;

/** Writes the answer to a compiled query; aborting stops what runs for it. */
type WriteAnswer<Query> = (query: Query, sink: AnswerSink, signal: AbortSignal) => Promise<void>;

/** What a command makes of the queries of a model. */
export interface Answering {
  /** Writes the answer to one of the queries of a line, as a JSON object. */
  readonly writeInLine: WriteAnswer<CompiledQuery>;
  /** Writes what is printed for a query alone. */
  readonly writeAlone: WriteAnswer<CompiledEntry>;
  close(): Promise<void>;
}

/** Compiles each query for its caller, with the model as the caller has it. */
export function createCompileEntry(findModel: FindModel, contextOf: ContextOf): CompileEntry {
  return ({ query, securityContext }) => {
    const context = contextOf(securityContext);
    const { compile } = findModel(context.securityContext);
    const { queryType, queries } = normalizeQuery(query, context);
    return { isList: queryType !== 'regularQuery', queries: queries.map((one) => compile(one, context)) };
  };
}

/** Writes the only answer, or a list of them as `{"results": […]}`. */
export async function writeResults(
  { isList, queries }: CompiledEntry,
  sink: AnswerSink,
  write: (query: CompiledQuery) => Promise<void>,
): Promise<void> {
  if (isList) await sink.write([Buffer.from('{"results":[')]);
  for (const [index, query] of queries.entries()) {
    if (index > 0) await sink.write([Buffer.from(',')]);
    await write(query);
  }
  if (isList) await sink.write([Buffer.from(']}')]);
}
