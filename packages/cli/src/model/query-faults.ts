import { EngineError } from '@oriel/engine/errors';
import { brokenModelMessage, QueryError, type ModelProblem } from '@oriel/semantic';
import { CommandError, exitCodes } from '../command-error.ts';

/** What a query is told that has no answer: a refusal of the query, or a failure of its database; all else is a bug. */
export function explainQueryFault(error: unknown): CommandError | undefined {
  if (error instanceof CommandError) return error;
  if (!(error instanceof QueryError || error instanceof EngineError)) return undefined;
  const { code, message, member } = error;
  return new CommandError(message, exitCodes.failed, { code, member }, { cause: error });
}

/** What everybody is told who asks a model that has problems. */
export function brokenModel(problems: readonly ModelProblem[]): CommandError {
  return new CommandError(brokenModelMessage(problems), exitCodes.failed, { code: 'model.broken' });
}
