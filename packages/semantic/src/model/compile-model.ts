import type { ParsedFile } from './definitions.ts';
import { collectProblems, type ModelFile, type ModelProblem } from './model-file.ts';
import type { Model } from './model.ts';
import { parseModelFile } from './parse-model-file.ts';
import type { CompileContext } from './render-template.ts';
import { resolveModel } from './resolve-model.ts';

/**
 * Compiles a model:
 *
 *     files → render (templates) → parse (structure, places) → resolve (extends, names, views) → model
 *
 * Either the model, or every problem there is, in the order of files and lines. `context` is what templates may know of;
 * default nothing.
 */
export function compileModel(files: readonly ModelFile[], context: CompileContext = {}): CompiledModel {
  return compileParsedFiles(files.map((file) => parseModelFile(file, context, files)));
}

/** The second half of {@link compileModel}, for whoever keeps what {@link parseModelFile} gave for unchanged files. */
export function compileParsedFiles(files: readonly ParsedFile[]): CompiledModel {
  const found = collectProblems();
  const model = resolveModel(files, found);
  const problems = [...files.flatMap((file) => file.problems), ...found.list];
  if (problems.length === 0) return { model };
  return {
    problems: problems.toSorted(
      (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
    ),
  };
}

export type CompiledModel = { readonly model: Model } | { readonly problems: readonly ModelProblem[] };
