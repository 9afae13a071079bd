import { isDeepStrictEqual } from 'node:util';
import { answersTo, type ContextRead } from '../../context/context-reads.ts';
import type { ParsedFile } from '../definitions/definitions.ts';
import type { ModelFile } from '../files/model-file.ts';
import { asksForVariables } from '../template/render-file.ts';
import type { CompileContext } from '../template/rendered-file.ts';
import { modelFolderOf } from './model-folder.ts';

/** A file of a version, and what was read from it. */
export interface CompiledFile extends ModelFile {
  readonly parsed: ParsedFile;
  /** Whether nothing but the file itself decides what is read from it. */
  readonly isByItself: boolean;
  /** What its template has read of the security context, and what that answered. */
  readonly reads: readonly ContextRead[];
  readonly answers: string;
}

/**
 * Finds files that another version of a model has parsed already: those of the same text, where the security context
 * answers the same to what was read of it, that are of the model as they were, and that ask for no variables where
 * these are others. What looks at other files is found only where that holds for all of them.
 */
export function parsedAlready(
  version: { files: ReadonlyMap<string, CompiledFile>; context: CompileContext },
  files: readonly ModelFile[],
  context: CompileContext,
): (file: ModelFile) => CompiledFile | undefined {
  const { securityContext = {}, environment = {} } = context;
  const isSameEnvironment = isDeepStrictEqual(version.context.environment ?? {}, environment);
  const [isOfModel, wasOfModel] = [modelFolderOf(files), modelFolderOf([...version.files.values()])];
  const isSame = (file: ModelFile) => {
    const known = version.files.get(file.path);
    if (known?.content !== file.content || isOfModel(file) !== wasOfModel(file)) return false;
    if (!isSameEnvironment && asksForVariables(file)) return false;
    return answersTo(known.reads, securityContext) === known.answers;
  };
  const areAllSame = files.length === version.files.size && files.every(isSame);
  return (file) => {
    const known = version.files.get(file.path);
    return known && isSame(file) && (areAllSame || known.isByItself) ? known : undefined;
  };
}
