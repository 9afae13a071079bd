import type { ModelFile } from '../model-file.ts';
import { isModelPath } from '../model-paths.ts';

const FOLDER = 'model/';
/** Cubes that a sync makes of the models of dbt lie here also where all others lie at the top. */
const GENERATED = `${FOLDER}cubes/dbt/`;
const MODEL_KEY = /^["']?(cubes|views|view_groups|viewGroups)["']?\s*:/m;

/** What agents do is configured beside the model. */
const AGENTS = 'agents/';

/**
 * Tells the files of a model from what else a repository holds: where it has a folder `model` with YAML, they lie in that folder alone;
 * where it has none, anywhere. Beside cubes that are generated there, a file may lie anywhere that defines something.
 */
export function modelFolderOf(files: readonly ModelFile[]): (file: ModelFile) => boolean {
  const paths = files.map(({ path }) => path).filter((path) => path.startsWith(FOLDER) && isModelPath(path));
  const hasFolder = paths.some((path) => !path.startsWith(GENERATED));
  const mayBeSettings = paths.length > 0;
  return ({ path, content }) => {
    if (path.startsWith(FOLDER)) return true;
    if (path.startsWith(AGENTS) || hasFolder) return false;
    return !mayBeSettings || MODEL_KEY.test(content);
  };
}
