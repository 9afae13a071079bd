import { recompileModel, type Compilation, type ModelFile } from '@oriel/semantic';
import { createContextCache, type ContextCache } from './context-cache.ts';

/** A model from one change of its files to the next. */
export interface ModelVersion {
  /** Whether its templates read the security context, so that there may be several models of it. */
  readonly isPerCaller: boolean;
  compile(securityContext: Readonly<Record<string, unknown>>): Compilation;
}

/** The versions of a model, each compiled from what it shares with those before. */
interface ModelVersions {
  /** Compiles what all callers have in common at once. `environment` is what templates may read. */
  begin(files: readonly ModelFile[], environment?: Readonly<Record<string, string>>): ModelVersion;
}

/** Security contexts for which a runtime keeps what it has compiled. */
export const MAX_CALLER_MODELS = 50;

/**
 * The versions of a model, one after the other. Each takes over what it can: what no template decides from the version
 * before, and the rest from the last time that the model was compiled for the same security context.
 */
export function createModelVersions(): ModelVersions {
  let common: Compilation | undefined;
  let byCaller = createByCaller();
  return {
    begin(files, environment = {}) {
      const own = recompileModel(files, common ? [common] : [], { environment });
      common = own;
      // What reads nothing of an empty context reads nothing of any.
      const isPerCaller = own.reads.length > 0;
      if (!isPerCaller) byCaller = createByCaller();
      return {
        isPerCaller,
        compile(securityContext) {
          if (!isPerCaller) return own;
          const last = byCaller.find('', securityContext);
          const previous = last ? [own, last] : [own];
          const compilation = recompileModel(files, previous, { environment, securityContext });
          byCaller.set('', securityContext, compilation.reads, compilation);
          return compilation;
        },
      };
    },
  };
}

function createByCaller(): ContextCache<Compilation> {
  return createContextCache(MAX_CALLER_MODELS);
}
