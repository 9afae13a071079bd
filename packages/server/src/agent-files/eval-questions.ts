import type { AgentConfiguration, EvalQuestion } from './agent-configuration.ts';
import type { FieldReader } from './field-reader.ts';
import { queryOf } from './query-text.ts';

/**
 * Reads a file of `agents/eval_questions`: one question at its root, or several in `questions`. The query that a right
 * answer rests on is `query`, or that of the certified query that `certified_query` names by its file.
 */
export function readEvalQuestions(
  path: string,
  fields: FieldReader,
  known: Pick<AgentConfiguration, 'agents' | 'certifiedQueries'>,
): EvalQuestion[] {
  const isOfSeveral = fields.has('questions');
  const entries = isOfSeveral ? fields.objects('questions') : [fields];
  const questions = entries.flatMap((entry) => readOne(path, entry, known) ?? []);
  if (isOfSeveral) fields.refuseOthers();
  return questions;
}

function readOne(
  path: string,
  entry: FieldReader,
  { agents, certifiedQueries }: Pick<AgentConfiguration, 'agents' | 'certifiedQueries'>,
): EvalQuestion | undefined {
  const [question, agent] = [entry.text('question'), entry.text('agent')];
  const [name, text] = [entry.text('certified_query'), entry.text('query')];
  if (entry.has('sql')) entry.fault('sql', 'sql is not run here; give query, as JSON of the query API');
  entry.refuseOthers(['sql']);
  if (agent !== undefined && !agents.some((each) => each.name === agent))
    entry.fault('agent', `There is no agent ${JSON.stringify(agent)} in config.yml`);
  if (question === undefined) return void entry.fault(undefined, 'A question to evaluate needs question');
  if ((name === undefined) === (text === undefined))
    return void entry.fault(undefined, 'A question to evaluate needs certified_query or query, and not both');
  const certified = certifiedQueries.find((each) => each.name === name);
  if (name !== undefined && !certified)
    return void entry.fault('certified_query', `There is no certified query ${JSON.stringify(name)}`);
  const query = certified?.query ?? queryOf(text ?? '');
  if (query === undefined) return void entry.fault('query', 'query must be a query of the query API as JSON');
  return { path, question, agent, query };
}
