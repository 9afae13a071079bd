import { createEngine, type Engine, type EngineOptions, type RuntimeSource } from '@oriel/engine';
import type { ModelFile } from '@oriel/semantic';

/**
 * An engine in which every deployment has this model, on a DuckDB in memory; the model writes its rows as SQL.
 *
 * @param files a function is asked for the files whenever the model is read, for tests that change them
 */
export function createModelEngine(
  files: readonly ModelFile[] | (() => readonly ModelFile[]),
  { maxLimit, ...options }: Omit<EngineOptions, 'resolve'> & Pick<RuntimeSource, 'maxLimit'> = {},
): Engine {
  return createEngine({
    ...options,
    resolve: async () => ({
      modelVersion: 'one',
      files: typeof files === 'function' ? files() : files,
      sources: { default: { type: 'duckdb', path: ':memory:' } },
      brandKey: 'svcCloud',
      ...(maxLimit !== undefined && { maxLimit }),
    }),
  });
}
