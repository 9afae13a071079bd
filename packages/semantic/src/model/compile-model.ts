import type { ParsedFile } from './definitions.ts';
import { collectProblems, type ModelFile, type ModelProblem } from './model-file.ts';
import { mayLieBesideModel } from './parse/model-folder.ts';
import type { Model } from './model.ts';
import { parseModelFile } from './parse/parse-model-file.ts';
import { parsedAlready, type CompiledFile } from './parse/parsed-already.ts';
import { resolveModel } from './resolve/resolve-model.ts';
import type { TakenSteps } from './resolve/resolve-steps.ts';
import type { CompileContext } from './template/render-file.ts';
import { mayImport } from './template/template-imports.ts';

/** The model, or every problem that keeps it from being one. */
export type CompiledModel = { readonly model: Model } | { readonly problems: readonly ModelProblem[] };

/**
 * Compiles a model:
 *
 *     files → render (templates) → parse (structure, places) → resolve (extends, names, views) → model
 *
 * Either the model, or every problem there is, in the order of files and lines. `context` is what templates may know of;
 * default nothing.
 */
export function compileModel(
  files: readonly ModelFile[],
  context: CompileContext = NO_CONTEXT,
): CompiledModel {
  return recompileModel(files, [], context).compiled;
}

/** A model, and what the next version of it can take over. */
export interface Compilation {
  readonly compiled: CompiledModel;
  readonly context: CompileContext;
  /** By path. */
  readonly files: ReadonlyMap<string, CompiledFile>;
  readonly steps: TakenSteps;
}

/**
 * The same as {@link compileModel}, in a time that goes by what none of the previous versions has: files with other
 * content, or that ask for something else of the `context`, the cubes and views that they define, and what refers to
 * these. Any version may be a previous one, a broken one too; what several have is taken from the first of them.
 */
export function recompileModel(
  files: readonly ModelFile[],
  previous: readonly Compilation[],
  context: CompileContext = NO_CONTEXT,
): Compilation {
  const finders = previous.map((version) => parsedAlready(version, files, context));
  const compiledFiles = files.map((file): CompiledFile => {
    for (const find of finders) {
      const found = find(file);
      if (found) return found;
    }
    const isByItself = !(mayImport(file) || mayLieBesideModel(file));
    return { ...file, parsed: parseModelFile(file, context, files), isByItself };
  });
  const { compiled, steps } = compileParsedFiles(
    compiledFiles.map((file) => file.parsed),
    previous.map((version) => version.steps),
  );
  return { compiled, context, files: new Map(compiledFiles.map((file) => [file.path, file])), steps };
}

const NO_CONTEXT: CompileContext = {};

function compileParsedFiles(
  files: readonly ParsedFile[],
  previous: readonly TakenSteps[],
): Pick<Compilation, 'compiled' | 'steps'> {
  const found = collectProblems();
  const { model, steps } = resolveModel(files, found, previous);
  const problems = [...files.flatMap((file) => file.problems), ...found.list];
  const compiled = problems.length === 0 ? { model } : { problems: problems.toSorted(byPlace) };
  return { compiled, steps };
}

function byPlace(a: ModelProblem, b: ModelProblem): number {
  return a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column;
}
