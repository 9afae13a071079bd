import type { CompiledQuery } from '@oriel/semantic';
import { planSteps, type PlanStep } from '@oriel/semantic/plan-steps';
import { UsageError } from '../command-error.ts';
import type { LocalCommand } from '../command.ts';
import { answerQueries, queryFlags } from '../model/answer-queries.ts';
import { writeResults, type Answering, type CompiledEntry } from '../model/answer-query.ts';
import { indentJson } from '../model/indent-json.ts';
import { modelFolder } from '../model/model-folder.ts';
import { defaultDialect, getSourceKind } from '../model/source-kinds.ts';

/** `oriel model explain`: prints the steps in which queries are answered. */
export const modelExplain: LocalCommand = {
  kind: 'local',
  usage: "DIR --query '{…}' | --queries FILE",
  description: [
    'Prints the steps in which a query is answered, the last one first and what it reads indented below it;',
    'then its SQL. With --json {"relation", "sql", "params"}, where the relation is the plan as data. Nothing is',
    'run: of --source only the kind counts, and DuckDB is the default. The plan is rewritten step by step before it',
    'becomes SQL; --after shows it as it was before the last one.',
  ].join('\n'),
  operand: modelFolder,
  flags: [...queryFlags, 'after'],
  run(context) {
    const { source, json, after } = context.flags;
    const dialect = source === undefined ? defaultDialect : getSourceKind(source).dialect;
    const writeInLine: Answering['writeInLine'] = async ({ explained, sql, params }, sink) =>
      sink.write([Buffer.from(JSON.stringify({ relation: explained?.relation, sql, params }))]);
    const begin = async (): Promise<Answering> => ({
      writeInLine,
      writeAlone: async (entry, printed, signal) => {
        if (!json) return printed.write([Buffer.from(planText(entry))]);
        const sink = indentJson(printed);
        return writeResults(entry, sink, (query) => writeInLine(query, sink, signal));
      },
      close: async () => {},
    });
    return answerQueries(context, { dialect, explains: readStep(after), begin });
  },
};

/** @throws {@link UsageError} for a step that there is none of */
function readStep(after: string | undefined): PlanStep {
  const step = after === undefined ? planSteps.at(-1) : planSteps.find((name) => name === after);
  if (!step)
    throw new UsageError(`--after is ${JSON.stringify(after)}, and has to be one of ${planSteps.join(', ')}`);
  return step;
}

function planText({ queries }: CompiledEntry): string {
  return queries.map(explanation).join('\n\n');
}

function explanation({ explained, sql }: CompiledQuery): string {
  return `${explained?.plan ?? ''}\n\n${sql};`;
}
