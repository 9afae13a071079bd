import type { ModelFile } from '../model-file.ts';
import { isModelPath } from '../model-paths.ts';
import type { CompileContext } from '../template/rendered-file.ts';
import { modelFolderOf } from './model-folder.ts';
import { parseModelFile } from './parse-model-file.ts';

/** The paths of files that define something, and are none of the model: it has a folder, and they lie outside of it. */
export function filesLeftOut(files: readonly ModelFile[], context: CompileContext = {}): string[] {
  const isOfModel = modelFolderOf(files);
  return files
    .filter((file) => isModelPath(file.path) && !isOfModel(file) && defines(file, files, context))
    .map(({ path }) => path);
}

function defines(file: ModelFile, files: readonly ModelFile[], context: CompileContext): boolean {
  const { cubes, views, viewGroups } = parseModelFile(file, context, files, () => true);
  return cubes.length + views.length + viewGroups.length > 0;
}
