import type { ParsedFile } from './definitions.ts';
import { collectProblems, type ModelFile, type ModelProblem } from './model-file.ts';
import { mayLieBesideModel } from './model-folder.ts';
import type { Model } from './model.ts';
import { parseModelFile } from './parse-model-file.ts';
import type { CompileContext } from './render-file.ts';
import { resolveModel } from './resolve-model.ts';
import type { TakenSteps } from './resolve-steps.ts';
import { mayImport } from './template-imports.ts';

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
  readonly files: ReadonlyMap<string, { readonly content: string; readonly parsed: ParsedFile }>;
  readonly steps: TakenSteps;
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
  const parse = (file: ModelFile): ParsedFile => {
    const isByItself = areAllKnown || !(mayImport(file) || mayLieBesideModel(file));
    const same = isKnown(file) && isByItself ? known?.get(file.path) : undefined;
    return same?.parsed ?? parseModelFile(file, context, files);
  };
  const parsed = files.map((file) => ({ path: file.path, content: file.content, parsed: parse(file) }));
  const { compiled, steps } = compileParsedFiles(
    parsed.map((file) => file.parsed),
    previous?.steps,
  );
  return { compiled, context, files: new Map(parsed.map((file) => [file.path, file])), steps };
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
