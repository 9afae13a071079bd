import { collectProblems, type ModelProblem } from './model/files/model-file.ts';
import { parseYaml, type YamlNode } from './model/yaml/yaml-tree.ts';

export type { YamlMap, YamlNode } from './model/yaml/yaml-tree.ts';

/** A YAML file that is no model, as a tree in which every node knows its line. */
export interface ReadYaml {
  readonly tree: YamlNode;
  readonly problems: readonly ModelProblem[];
}

/**
 * Reads a YAML text as files of models are read, within the same bounds; templates in it are texts.
 *
 * @param path of the file, for locations
 * @param lineOffset lines of the file before the text
 */
export function readYaml(path: string, content: string, lineOffset = 0): ReadYaml {
  const problems = collectProblems();
  const locationOf = (line: number, column: number) => ({ file: path, line: line + lineOffset, column });
  return { tree: parseYaml({ path, content, locationOf }, problems), problems: problems.list };
}
