import type { ParsedFile } from './definitions.ts';
import { collectProblems, type ModelFile, type ModelProblem } from './model-file.ts';
import { mayLieBesideModel } from './parse/model-folder.ts';
import type { Model } from './model.ts';
import { parseModelFile } from './parse/parse-model-file.ts';
import type { CompileContext } from './template/render-file.ts';
import { resolveModel } from './resolve/resolve-model.ts';
import type { TakenSteps } from './resolve/resolve-steps.ts';
import { mayImport } from './template/template-imports.ts';

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
  return recompileModel(files, undefined, context).compiled;
}

/** A model, and what the next version of it can take over. */
export interface Compilation {
  readonly compiled: CompiledModel;
  readonly context: CompileContext;
  /** By path. */
  readonly files: ReadonlyMap<string, CompiledFile>;
  readonly steps: TakenSteps;
}

interface CompiledFile extends ModelFile {
  readonly parsed: ParsedFile;
  /** Whether nothing but the file itself decides what is read from it. */
  readonly isByItself: boolean;
}

/**
 * The same as {@link compileModel}, in a time that goes by what has changed since the previous version: files with
 * other content, the cubes and views that they define, and what refers to these. Any version may be the previous one, a
 * broken one too; only with another `context` every file is parsed again.
 */
export function recompileModel(
  files: readonly ModelFile[],
  previous: Compilation | undefined,
  context: CompileContext = NO_CONTEXT,
): Compilation {
  const known = previous?.context === context ? previous.files : undefined;
  const isKnown = ({ path, content }: ModelFile) => known?.get(path)?.content === content;
  const areAllKnown = files.length === known?.size && files.every(isKnown);
  const compiledFiles = files.map((file): CompiledFile => {
    const same = known?.get(file.path);
    if (same && same.content === file.content && (areAllKnown || same.isByItself)) return same;
    const isByItself = !(mayImport(file) || mayLieBesideModel(file));
    return { ...file, parsed: parseModelFile(file, context, files), isByItself };
  });
  const { compiled, steps } = compileParsedFiles(
    compiledFiles.map((file) => file.parsed),
    previous?.steps,
  );
  return { compiled, context, files: new Map(compiledFiles.map((file) => [file.path, file])), steps };
}

const NO_CONTEXT: CompileContext = {};

function compileParsedFiles(
  files: readonly ParsedFile[],
  previous: TakenSteps | undefined,
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
