import type { CompiledQuery, Dialect } from '@oriel/semantic';
import type { LocalCommand } from '../command.ts';
import { answerQueries, queryFlags } from '../model/answer-queries.ts';
import { writeResults, type Answering, type CompiledEntry } from '../model/answer-query.ts';
import { indentJson } from '../model/indent-json.ts';
import { modelFolder } from '../model/model-folder.ts';
import { defaultDialect, getSourceKind } from '../model/source-kinds.ts';

/** `oriel model sql`: prints the SQL of queries. */
export const modelSql: LocalCommand = {
  kind: 'local',
  usage: "DIR --query '{…}' | --queries FILE",
  description:
    'Prints the SQL of a query and its parameters, which stand behind it as comments; with --json {"sql", "params"}. Nothing\nis run: of --source only the kind counts, and DuckDB is the default.',
  operand: modelFolder,
  flags: queryFlags,
  run(context) {
    const { source, json } = context.flags;
    const dialect = source === undefined ? defaultDialect : getSourceKind(source).dialect;
    const writeInLine: Answering['writeInLine'] = async ({ sql, params, total }, sink) =>
      sink.write([Buffer.from(JSON.stringify({ sql, params, total }))]);
    const begin = async (): Promise<Answering> => ({
      writeInLine,
      writeAlone: async (entry, printed, signal) => {
        if (!json) return printed.write([Buffer.from(sqlText(entry, dialect))]);
        const sink = indentJson(printed);
        return writeResults(entry, sink, (query) => writeInLine(query, sink, signal));
      },
      close: async () => {},
    });
    return answerQueries(context, { dialect, begin });
  },
};

function sqlText({ queries }: CompiledEntry, dialect: Dialect): string {
  const statements = queries.flatMap((query) => (query.total ? [query, query.total] : [query]));
  return statements.map((statement) => statementText(statement, dialect)).join('\n\n');
}

/** A value as JSON has no line of its own, so that the comment ends where the value does. */
function statementText(
  { sql, params }: Pick<CompiledQuery, 'sql' | 'params'>,
  { placeholder }: Dialect,
): string {
  const values = params.map(
    (value, index) => `-- ${placeholder(index + 1, 'text')} = ${JSON.stringify(value)}`,
  );
  return [`${sql};`, ...values].join('\n');
}
