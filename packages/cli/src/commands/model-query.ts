import {
  DEFAULT_QUERY_TIMEOUT_MS,
  createRowEncoder,
  openSource,
  runCompiledQuery,
  type Source,
  type SourceConfig,
} from '@oriel/engine';
import type { CompiledQuery } from '@oriel/semantic';
import { UsageError, type LocalCommand } from '../command.ts';
import { flagTable } from '../flags.ts';
import { answerQueries, queryFlags } from '../model/answer-queries.ts';
import type { Several } from '../model/answer-query.ts';
import { modelFolder } from '../model/model-folder.ts';
import { getSourceKind } from '../model/source-kinds.ts';

/** One answer is held at a time. */
const MAX_RESULT_MB = 1024;

interface RowsAnswer {
  readonly rows: readonly object[];
  /** Only where the query asks for it. */
  readonly total?: number;
}

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
    const begin = async () => {
      const source = await open(kind.configOf(address, context.variables));
      return {
        write: (compiled: CompiledQuery, signal: AbortSignal) => writeRows(source, compiled, signal),
        show: (answer: Several<RowsAnswer>) => JSON.stringify(shown(answer), undefined, 2),
        close: () => source.close(),
      };
    };
    return answerQueries<RowsAnswer>(context, { dialect: kind.dialect, begin });
  },
};

async function open(config: SourceConfig): Promise<Source> {
  try {
    return await openSource(config);
  } catch (error) {
    throw new UsageError(`--source cannot be opened: ${(error as Error).message}`, { cause: error });
  }
}

async function writeRows(source: Source, compiled: CompiledQuery, signal: AbortSignal): Promise<Buffer> {
  const encoder = createRowEncoder({
    columns: compiled.columns,
    format: 'keyed',
    extra: {},
    maxMb: MAX_RESULT_MB,
  });
  const { total } = await runCompiledQuery(source, compiled, {
    signal,
    timeoutMs: DEFAULT_QUERY_TIMEOUT_MS,
    take: encoder.take,
  });
  const { sql, params } = compiled;
  // Rows are JSON already; the other members follow behind them.
  const others = JSON.stringify({ total, sql, params }).slice(1);
  return Buffer.concat([Buffer.from('{"rows":'), ...encoder.end(), Buffer.from(`,${others}`)]);
}

function shown(answer: Several<RowsAnswer>): unknown {
  if ('results' in answer) return { results: answer.results.map(({ rows, total }) => ({ rows, total })) };
  const { rows, total } = answer;
  return total === undefined ? rows : { rows, total };
}
