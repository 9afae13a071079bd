import { EngineError, engineError } from '../errors.ts';
import { brokenModelMessage, type CompiledModel, type Dialect, type Model } from '@oriel/semantic';
import { createLruCache } from '../lru-cache.ts';
import { MAX_CALLER_MODELS, type ModelVersion } from './model-versions.ts';
import { createQueryCompiler, type QueryCompiler } from './query-compiler.ts';

/** A model as one caller has it, and what turns queries into its SQL. */
export interface CallerModel {
  readonly model: Model;
  readonly compile: QueryCompiler;
}

/**
 * Finds the model for a caller.
 *
 * @throws `model.broken`
 */
export type FindModel = (securityContext: Readonly<Record<string, unknown>>) => CallerModel;

/** The models that one version of a model is for its callers; those that were asked last are kept. */
export function createCallerModels(
  version: ModelVersion,
  dialectOf: (dataSource: string) => Dialect,
): FindModel {
  const kept = createLruCache<CallerModel | EngineError>(MAX_CALLER_MODELS);
  const toCallerModel = (compiled: CompiledModel): CallerModel | EngineError =>
    'problems' in compiled
      ? engineError('model.broken', { reason: brokenModelMessage(compiled.problems) })
      : { model: compiled.model, compile: createQueryCompiler(compiled.model, dialectOf) };
  return (securityContext) => {
    const key = version.isPerCaller ? JSON.stringify(securityContext) : '';
    let found = kept.get(key);
    if (!found) {
      found = toCallerModel(version.compile(securityContext));
      kept.set(key, found);
    }
    if (found instanceof EngineError) throw found;
    return found;
  };
}
