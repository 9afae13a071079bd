import {
  asksFor,
  recompileModel,
  type Compilation,
  type CompiledModel,
  type ModelFile,
} from '@oriel/semantic';
import { createLruCache } from '../lru-cache.ts';

/** A model from one change of its files to the next. */
export interface ModelVersion {
  /** Whether its templates ask whom they are compiled for, so that each security context has a model of its own. */
  readonly isPerCaller: boolean;
  compile(securityContext: Readonly<Record<string, unknown>>): CompiledModel;
}

/** The versions of a model, each compiled from what it shares with those before. */
export interface ModelVersions {
  /** Compiles what all callers have in common at once. `environment` is what templates may read. */
  begin(files: readonly ModelFile[], environment?: Readonly<Record<string, string>>): ModelVersion;
}

/** Security contexts for which a runtime keeps what it has compiled. */
export const MAX_CALLER_MODELS = 50;

/**
 * The versions of a model, one after the other. Each takes over what it can: what no template decides from the version before,
 * and the rest from the last time that the model was compiled for the same security context.
 */
export function createModelVersions(): ModelVersions {
  let common: Compilation | undefined;
  let byCaller = createLruCache<Compilation>(MAX_CALLER_MODELS);
  return {
    begin(files, environment = {}) {
      const own = recompileModel(files, common ? [common] : [], { environment });
      common = own;
      const isPerCaller = files.some((file) => asksFor(file, 'securityContext'));
      if (!isPerCaller) byCaller = createLruCache<Compilation>(MAX_CALLER_MODELS);
      return {
        isPerCaller,
        compile(securityContext) {
          if (!isPerCaller) return own.compiled;
          const key = JSON.stringify(securityContext);
          const last = byCaller.get(key);
          const previous = last ? [own, last] : [own];
          const compilation = recompileModel(files, previous, { environment, securityContext });
          byCaller.set(key, compilation);
          return compilation.compiled;
        },
      };
    },
  };
}
