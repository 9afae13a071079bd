import { EngineError, engineError } from '../../errors/errors.ts';
import { brokenModelMessage, type Compilation, type Dialect } from '@oriel/semantic';
import { createContextCache } from './context-cache.ts';
import { MAX_CALLER_MODELS, type ModelVersion } from './model-versions.ts';
import { createQueryCompiler, type QueryCompiler, type ReadModel } from './query-compiler.ts';

/** A model as one caller has it, and what turns queries into its SQL. */
interface CallerModel extends ReadModel {
  readonly compile: QueryCompiler;
}

/**
 * Finds the model for a caller.
 *
 * @throws `model.broken`
 */
export type FindModel = (securityContext: Readonly<Record<string, unknown>>) => CallerModel;

/**
 * The models that one version of a model is for its callers; those that were asked last are kept. Callers share one
 * where their security contexts differ in nothing that its templates read.
 */
export function createCallerModels(
  version: ModelVersion,
  dialectOf: (dataSource: string) => Dialect,
): FindModel {
  const kept = createContextCache<CallerModel | EngineError>(MAX_CALLER_MODELS);
  const toCallerModel = ({ compiled, reads }: Compilation): CallerModel | EngineError =>
    'problems' in compiled
      ? engineError('model.broken', { reason: brokenModelMessage(compiled.problems) })
      : { model: compiled.model, reads, compile: createQueryCompiler(compiled.model, dialectOf, reads) };
  return (securityContext) => {
    let found = kept.find('', securityContext);
    if (!found) {
      const compilation = version.compile(securityContext);
      found = toCallerModel(compilation);
      kept.set('', securityContext, compilation.reads, found);
    }
    if (found instanceof EngineError) throw found;
    return found;
  };
}
