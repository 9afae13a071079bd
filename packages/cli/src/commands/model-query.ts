import { DEFAULT_QUERY_TIMEOUT_MS } from '@oriel/engine';
import { createRowEncoder, runCompiledQuery, type Source } from '@oriel/engine/statements';
import type { CompiledQuery } from '@oriel/semantic';
import type { LocalCommand } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { flagTable } from '../flags.ts';
import { answerQueries, queryFlags } from '../model/answer-queries.ts';
import { writeResults, type Answering } from '../model/answer-query.ts';
import type { AnswerSink } from '../model/answer-spool.ts';
import { indentJson } from '../model/indent-json.ts';
import { modelFolder } from '../model/model-folder.ts';
import { openGivenSource } from '../model/open-given-source.ts';
import { getSourceKind } from '../model/source-kinds.ts';

/** `oriel model query`: answers queries on a folder of model files, without a server. */
export const modelQuery: LocalCommand = {
  kind: 'local',
  usage: "DIR --source SOURCE --query '{…}' | --queries FILE",
  description:
    'Runs queries and prints their rows as JSON: an array of objects by member, or {"rows", "total"} where the query asks for\nthe total. Every data source of the model is the one of --source.',
  operand: modelFolder,
  flags: queryFlags,
  run(context) {
    const { source: address } = context.flags;
    if (address === undefined) throw new UsageError(`--source is missing: ${flagTable.source.help}`);
    const kind = getSourceKind(address);
    const begin = async (): Promise<Answering> => {
      const source = await openGivenSource(kind.configOf(address, context.variables));
      const writeRows = createRowsWriter(source);
      return {
        writeInLine: (query, sink, signal) => writeRows(query, { sink, signal, isWithSql: true }),
        writeAlone: (entry, printed, signal) => {
          const sink = indentJson(printed);
          return writeResults(entry, sink, (query) =>
            writeRows(query, { sink, signal, isBare: !entry.isList && query.total === undefined }),
          );
        },
        close: () => source.close(),
      };
    };
    return answerQueries(context, { dialect: kind.dialect, begin });
  },
};

interface WriteOptions {
  readonly sink: AnswerSink;
  readonly signal: AbortSignal;
  /** Only the rows, not as a member of an object. */
  readonly isBare?: boolean;
  readonly isWithSql?: boolean;
}

/** Writes the rows of a query while they come: `{"rows", "total"}`, and the statement where it is asked for. */
function createRowsWriter(source: Source) {
  return async (
    query: CompiledQuery,
    { sink, signal, isBare = false, isWithSql = false }: WriteOptions,
  ): Promise<void> => {
    const { columns, sql, params } = query;
    // The file that a large answer is kept in is the limit.
    const encoder = createRowEncoder({ columns, format: 'keyed', extra: {}, maxMb: Infinity });
    if (!isBare) await sink.write([Buffer.from('{"rows":')]);
    const { total } = await runCompiledQuery(source, query, {
      signal,
      timeoutMs: DEFAULT_QUERY_TIMEOUT_MS,
      take(portion) {
        encoder.take(portion);
        return sink.write(encoder.drain());
      },
    });
    await sink.write(encoder.end());
    const others = JSON.stringify({ total, ...(isWithSql && { sql, params }) }).slice(1);
    if (!isBare) await sink.write([Buffer.from(others === '}' ? others : `,${others}`)]);
  };
}
