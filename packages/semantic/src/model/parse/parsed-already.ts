import { isDeepStrictEqual } from 'node:util';
import type { Compilation, CompiledFile } from '../compile-model.ts';
import type { ModelFile } from '../model-file.ts';
import { asksFor, type CompileContext } from '../template/render-file.ts';

/**
 * Finds files that another version of a model has parsed already: those of the same text that ask for nothing of which
 * templates know something else there. What looks at other files is found only where that holds for all of them.
 */
export function parsedAlready(
  version: Pick<Compilation, 'files' | 'context'>,
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
