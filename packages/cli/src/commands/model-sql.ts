import type { CompiledQuery, Dialect } from '@oriel/semantic';
import type { LocalCommand } from '../command.ts';
import { answerQueries, queryFlags } from '../model/answer-queries.ts';
import type { Several } from '../model/answer-query.ts';
import { modelFolder } from '../model/model-folder.ts';
import { defaultDialect, getSourceKind } from '../model/source-kinds.ts';

/** A statement with the values of its placeholders, and the one that counts the rows where the total is asked for. */
type SqlAnswer = Pick<CompiledQuery, 'sql' | 'params' | 'total'>;

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
    return answerQueries<SqlAnswer>(context, {
      dialect,
      begin: async () => ({
        write: async ({ sql, params, total }) => Buffer.from(JSON.stringify({ sql, params, total })),
        show: (answer) => (json ? JSON.stringify(answer, undefined, 2) : sqlText(answer, dialect)),
        close: async () => {},
      }),
    });
  },
};

function sqlText(answer: Several<SqlAnswer>, dialect: Dialect): string {
  const answers = 'results' in answer ? answer.results : [answer];
  const statements = answers.flatMap(({ total, ...rows }) => (total ? [rows, total] : [rows]));
  return statements.map((statement) => statementText(statement, dialect)).join('\n\n');
}

/** A value as JSON has no line of its own, so that the comment ends where the value does. */
function statementText({ sql, params }: SqlAnswer, { placeholder }: Dialect): string {
  const values = params.map((value, index) => `-- ${placeholder(index + 1)} = ${JSON.stringify(value)}`);
  return [`${sql};`, ...values].join('\n');
}
