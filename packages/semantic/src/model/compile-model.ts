import { answersTo, recordReads, uniteReads, type ContextRead } from '../context/context-reads.ts';
import { collectProblems, type ModelFile, type ModelProblem } from './files/model-file.ts';
import { createCompileBudget, ModelTooLarge, type CompileBudget } from './definitions/model-limits.ts';
import { modelFolderOf } from './parse/model-folder.ts';
import type { Model } from './definitions/model.ts';
import { parseModelFile } from './parse/parse-model-file.ts';
import { parsedAlready, type CompiledFile } from './parse/parsed-already.ts';
import { resolveModel } from './resolve/resolve-model.ts';
import type { TakenSteps } from './resolve/resolve-steps.ts';
import type { CompileContext } from './template/rendered-file.ts';
import { mayImport } from './template/template-imports.ts';

/** The model, or every problem that keeps it from being one. */
export type CompiledModel = { readonly model: Model } | { readonly problems: readonly ModelProblem[] };

/**
 * Compiles a model:
 *
 *     files → render (templates) → parse (structure, locations) → resolve (extends, names, views) → model
 *
 * Either the model, or every problem there is, in the order of files and lines; of a model beyond all measure, the
 * location where it became that. `context` is what templates may know of; default nothing.
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
  /** What the templates have read of the security context: for another with the same answers the model is the same. */
  readonly reads: readonly ContextRead[];
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
  const budget = createCompileBudget();
  const found = collectProblems(budget);
  const compiledFiles: CompiledFile[] = [];
  const finders = previous.map((version) => parsedAlready(version, files, context));
  const isOfModel = modelFolderOf(files);
  const finish = (compiled: CompiledModel, steps: TakenSteps): Compilation => {
    const known = new Map(compiledFiles.map((file) => [file.path, file]));
    const reads = uniteReads(compiledFiles.map((file) => file.reads));
    return { compiled, context, reads, files: known, steps };
  };
  try {
    for (const file of files)
      compiledFiles.push(compileFile(file, { files, isOfModel, context, finders, budget }));
    const parsed = compiledFiles.map((file) => file.parsed);
    const { model, steps } = resolveModel(
      parsed,
      found,
      previous.map((version) => version.steps),
      budget,
    );
    const problems = [...parsed.flatMap((file) => file.problems), ...found.list];
    return finish(problems.length === 0 ? { model } : { problems: problems.toSorted(byLocation) }, steps);
  } catch (error) {
    if (!(error instanceof ModelTooLarge)) throw error;
    found.add(error.location, error.message, 'Make less of it.');
    const problems = [...compiledFiles.flatMap((file) => file.parsed.problems), ...found.list];
    return finish({ problems: problems.toSorted(byLocation) }, new Map());
  }
}

const NO_CONTEXT: CompileContext = {};

interface FileCompilation {
  readonly files: readonly ModelFile[];
  readonly isOfModel: (file: ModelFile) => boolean;
  readonly context: CompileContext;
  /** Of the previous versions. */
  readonly finders: readonly ((file: ModelFile) => CompiledFile | undefined)[];
  readonly budget: CompileBudget;
}

function compileFile(
  file: ModelFile,
  { files, isOfModel, context, finders, budget }: FileCompilation,
): CompiledFile {
  for (const find of finders) {
    const found = find(file);
    if (found) return found;
  }
  budget.checkTime({ file: file.path, line: 1, column: 1 });
  const isByItself = !mayImport(file);
  const { securityContext = {} } = context;
  const recorded = recordReads(securityContext);
  const parsed = parseModelFile(file, { ...context, securityContext: recorded.view }, files, isOfModel);
  const reads = recorded.reads();
  return { ...file, parsed, isByItself, reads, answers: answersTo(reads, securityContext) };
}

function byLocation(a: ModelProblem, b: ModelProblem): number {
  return a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column;
}
