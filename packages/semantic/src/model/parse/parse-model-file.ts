import type { ParsedFile, ViewGroupDefinition } from '../definitions/definitions.ts';
import { readFields, type Fields } from '../yaml/fields.ts';
import { collectProblems, type ModelFile, type SourceLocation, type Problems } from '../files/model-file.ts';
import { isModelPath } from '../files/model-paths.ts';
import { modelFolderOf } from './model-folder.ts';
import { readCube } from '../read/read-cube.ts';
import { readView } from '../read/read-view.ts';
import { renderFile } from '../template/render-file.ts';
import type { CompileContext } from '../template/rendered-file.ts';
import { readableTitle } from '../language/titles.ts';
import { namesIn } from './unreadable-names.ts';
import { parseYaml } from '../yaml/yaml-tree.ts';

/**
 * The first phase: a file's text becomes definitions, checked for structure. Of the other `files` it looks at those
 * alone that a template imports; its result can be kept as long as these, path, text, what templates know of and
 * whether it is of the model stay the same.
 *
 * A model is YAML, in files that end in `.yml` or `.yaml`, or in either with `.jinja` behind it. A JavaScript file that
 * defines cubes or views is a problem; whatever else lies in the folder (a readme, settings, Python for templates) is
 * no part of the model.
 */
export function parseModelFile(
  file: ModelFile,
  context: CompileContext = {},
  files: readonly ModelFile[] = [],
  isOfModel = modelFolderOf(files),
): ParsedFile {
  const problems = collectProblems();
  const definitions = isOfModel(file) ? readDefinitions(file, files, context, problems) : NOTHING;
  const isRead = problems.list.length === 0 || definitions.cubes.length + definitions.views.length > 0;
  return { path: file.path, problems: problems.list, ...definitions, unread: isRead ? [] : namesIn(file) };
}

const NOTHING = { cubes: [], views: [], viewGroups: [] };
const JAVASCRIPT_CUBE = /^\s*(cube|view)\s*\(\s*[`'"]/m;

function readDefinitions(
  file: ModelFile,
  files: readonly ModelFile[],
  context: CompileContext,
  problems: Problems,
): Omit<ParsedFile, 'path' | 'problems' | 'unread'> {
  if (/\.[cm]?js$/i.test(file.path) && JAVASCRIPT_CUBE.test(file.content)) {
    problems.add(
      locationOfFirst(JAVASCRIPT_CUBE, file),
      'Cubes and views written in JavaScript are not read',
      'Write them as YAML, in a file that ends in .yml.',
    );
  }
  if (!isModelPath(file.path)) return NOTHING;
  const rendered = renderFile(file, files, context, problems);
  if (!rendered) return NOTHING;
  const root = readFields(parseYaml(rendered, problems), problems, 'A model file');
  const definitions = {
    cubes: root.objects('cubes').map((fields) => readCube(fields, problems)),
    views: root.objects('views').map((fields) => readView(fields, problems)),
    viewGroups: root.objects('view_groups').map(readViewGroup),
  };
  root.end('A model file');
  return definitions;
}

function locationOfFirst(pattern: RegExp, { path, content }: ModelFile): SourceLocation {
  const match = pattern.exec(content);
  // A match may begin with the lines before it.
  const start = match ? match.index + match[0].search(/\S/) : 0;
  const lines = content.slice(0, start).split('\n');
  return { file: path, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

function readViewGroup(fields: Fields): ViewGroupDefinition {
  const name = fields.name('A view group');
  const description = fields.text('description');
  const group = {
    name,
    title: fields.text('title') ?? readableTitle(name),
    ...(description !== undefined && { description }),
    views: fields.texts('views') ?? [],
    location: fields.location,
  };
  fields.end(`The view group ${name}`);
  return group;
}
