import { collectProblems, type ModelFile, type ModelProblem } from './model-file.ts';
import type { Model } from './model.ts';
import { parseModelFile } from './parse-model-file.ts';
import { resolveModel } from './resolve-model.ts';

/**
 * Compiles a model:
 *
 *     files → parse (structure, places) → resolve (extends, names, views) → model
 *
 * Either the model, or every problem there is, in the order of files and lines.
 */
export function compileModel(files: readonly ModelFile[]): { model: Model } | { problems: ModelProblem[] } {
  const problems = collectProblems();
  const model = resolveModel(
    files.map((file) => parseModelFile(file, problems)),
    problems,
  );
  if (problems.list.length === 0) return { model };
  return {
    problems: problems.list.toSorted(
      (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
    ),
  };
}
