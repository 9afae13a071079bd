import { isDeepStrictEqual } from 'node:util';
import type { ParsedFile } from '../definitions.ts';
import type { ModelFile } from '../model-file.ts';
import { asksFor, type CompileContext } from '../template/render-file.ts';

/** A file of a version, and what was read from it. */
export interface CompiledFile extends ModelFile {
  readonly parsed: ParsedFile;
  /** Whether nothing but the file itself decides what is read from it. */
  readonly isByItself: boolean;
}

/**
 * Finds files that another version of a model has parsed already: those of the same text that ask for nothing of which
 * templates know something else there. What looks at other files is found only where that holds for all of them.
 */
export function parsedAlready(
  version: { files: ReadonlyMap<string, CompiledFile>; context: CompileContext },
  files: readonly ModelFile[],
  context: CompileContext,
): (file: ModelFile) => CompiledFile | undefined {
  const parts = (['securityContext', 'environment'] as const).filter(
    (part) => !isDeepStrictEqual(version.context[part] ?? {}, context[part] ?? {}),
  );
  const isSame = (file: ModelFile) =>
    version.files.get(file.path)?.content === file.content && !parts.some((part) => asksFor(file, part));
  const areAllSame = files.length === version.files.size && files.every(isSame);
  return (file) => {
    const known = version.files.get(file.path);
    return known && isSame(file) && (areAllSame || known.isByItself) ? known : undefined;
  };
}
