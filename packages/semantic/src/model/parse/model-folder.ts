import type { ModelFile } from '../model-file.ts';
import { isModelPath } from '../model-paths.ts';

const MODEL_KEY = /^["']?(cubes|views|view_groups|viewGroups)["']?\s*:/m;

/** What agents do is configured beside the model. */
const AGENTS = /^agents\//;

/**
 * Whether a YAML file belongs to something else: it lies outside of the folder `model`, where there is one, and defines
 * nothing. A repository may hold settings of containers and of builds beside its model.
 */
export function isBesideModel(file: ModelFile, files: readonly ModelFile[]): boolean {
  if (AGENTS.test(file.path)) return true;
  return mayLieBesideModel(file) && files.some(({ path }) => path.startsWith('model/') && isModelPath(path));
}

/** Whether other files decide if this one is part of the model. */
export function mayLieBesideModel({ path, content }: ModelFile): boolean {
  return !path.startsWith('model/') && !MODEL_KEY.test(content);
}
