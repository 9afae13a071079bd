import type { ModelFile } from '../files/model-file.ts';
import { isModelPath } from '../files/model-paths.ts';

const FOLDER = 'model/';
/** Cubes that a sync makes of the models of dbt lie here also where all others lie at the top. */
const GENERATED = `${FOLDER}cubes/dbt/`;
const MODEL_KEY = /^["']?(cubes|views|view_groups|viewGroups)["']?\s*:/m;

/** What agents do is configured beside the model. */
const AGENTS = 'agents/';

/**
 * Tells the files of a model from what else a repository holds: where it has a folder `model` with YAML, they lie in
 * that folder alone; where it has none, anywhere, except in the projects below it. Beside cubes that are generated
 * there, a file may lie anywhere that defines something.
 */
export function modelFolderOf(files: readonly ModelFile[]): (file: ModelFile) => boolean {
  const paths = files.map(({ path }) => path).filter((path) => path.startsWith(FOLDER) && isModelPath(path));
  const hasFolder = paths.some((path) => !path.startsWith(GENERATED));
  const mayBeSettings = paths.length > 0;
  const projects = hasFolder ? [] : projectsBelow(files);
  return ({ path, content }) => {
    if (path.startsWith(FOLDER)) return true;
    if (path.startsWith(AGENTS) || hasFolder || isBelow(projects, path)) return false;
    return !mayBeSettings || MODEL_KEY.test(content);
  };
}

/** Whether a file has a key of models at its top, read from its text. */
export const hasModelKey = ({ content }: ModelFile): boolean => MODEL_KEY.test(content);

/**
 * The folders that are projects of their own, as `finance/`: they have a folder `model` with YAML. None where the
 * repository defines nothing outside of them: its model is what lies in them, as of one that keeps it in
 * `analytics/model`.
 */
export function projectsBelow(files: readonly ModelFile[]): readonly string[] {
  const found = new Set<string>();
  for (const { path } of files) {
    const at = path.indexOf(`/${FOLDER}`);
    if (at > 0 && isModelPath(path)) found.add(path.slice(0, at + 1));
  }
  const projects = [...found].filter((project) => !project.startsWith(FOLDER));
  if (projects.length === 0) return projects;
  const isOwn = ({ path, content }: ModelFile) =>
    isModelPath(path) && !path.startsWith(AGENTS) && !isBelow(projects, path) && MODEL_KEY.test(content);
  return files.some(isOwn) ? projects : [];
}

const isBelow = (projects: readonly string[], path: string) =>
  projects.some((project) => path.startsWith(project));
