import type { ModelFile } from '../files/model-file.ts';
import { isModelPath, isTemplatePath } from '../files/model-paths.ts';
import { hasModelKey, modelFolderOf, projectsBelow } from './model-folder.ts';
import { parseModelFile } from './parse-model-file.ts';

/** What defines something, and is none of the model. */
export interface LeftOut {
  /** Of the file, or of the folder of another project. */
  readonly path: string;
  /** Why, and what to do about it. */
  readonly message: string;
}

/**
 * Finds what of a repository defines something, and is none of the model: files outside of its folder, and projects
 * below it.
 */
export function filesLeftOut(files: readonly ModelFile[]): LeftOut[] {
  const isOfModel = modelFolderOf(files);
  const projects = projectsBelow(files);
  const left = files.filter((file) => isModelPath(file.path) && !isOfModel(file));
  const projectOf = ({ path }: ModelFile) => projects.find((project) => path.startsWith(project));
  const others = left.filter((file) => projectOf(file) === undefined && defines(file, files));
  const found = new Set(left.filter(hasModelKey).map(projectOf));
  return [
    ...others.map(({ path }) => fileLeftOut(path)),
    ...projects.filter((path) => found.has(path)).map(project),
  ];
}

const fileLeftOut = (path: string): LeftOut => ({
  path,
  message: `${path} is left out: the files of this model lie in the folder model. Move it there where it is part of the model.`,
});

const project = (path: string): LeftOut => ({
  path,
  message: `${path} is left out: it has a folder model of its own, which makes it another project. A deployment with the project root ${path.slice(0, -1)} reads it.`,
});

const ANY_KEY = /\b(cubes|views|view_groups|viewGroups)["']?\s*:/;
const TEMPLATE = /\{[{%]/;

/** A template is told by its text: nothing that is not of the model is run. */
function defines(file: ModelFile, files: readonly ModelFile[]): boolean {
  if (!ANY_KEY.test(file.content)) return false;
  if (isTemplatePath(file.path) || TEMPLATE.test(file.content)) return hasModelKey(file);
  const { cubes, views, viewGroups } = parseModelFile(file, {}, files, () => true);
  return cubes.length + views.length + viewGroups.length > 0;
}
