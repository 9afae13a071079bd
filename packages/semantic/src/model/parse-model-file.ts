import type {
  CubeDefinition,
  FolderDefinition,
  Include,
  JoinDefinition,
  ParsedFile,
  ViewCube,
  ViewDefinition,
} from './definitions.ts';
import { readFields, type Fields } from './fields.ts';
import { collectProblems, type ModelFile, type Place, type Problems } from './model-file.ts';
import type { Hierarchy, Relationship, ViewGroup } from './model.ts';
import { readDescribed, readDimension, readMeasure, readSegment } from './read-members.ts';
import { readPolicies } from './read-policies.ts';
import { parseSnippet } from './snippet.ts';
import { readableTitle } from './titles.ts';
import { parseYaml, type YamlNode } from './yaml-tree.ts';

/**
 * The first phase: a file's text becomes definitions, checked for structure. It looks at nothing outside the file, so
 * its result can be kept as long as path and text stay the same.
 *
 * A model is YAML, in files that end in `.yml` or `.yaml`. A JavaScript file that defines cubes or views is a problem;
 * whatever else lies in the folder (a readme, settings, Python for templates) is no part of the model.
 */
export function parseModelFile(file: ModelFile): ParsedFile {
  const problems = collectProblems();
  const definitions = readDefinitions(file, problems);
  return { path: file.path, problems: problems.list, ...definitions };
}

const TEMPLATE = /\{\{|\}\}|\{%|%\}/;
const JAVASCRIPT_CUBE = /^\s*(cube|view)\s*\(\s*[`'"]/m;

function readDefinitions(file: ModelFile, problems: Problems): Omit<ParsedFile, 'path' | 'problems'> {
  const empty = { cubes: [], views: [], viewGroups: [] };
  if (/\.[cm]?js$/i.test(file.path) && JAVASCRIPT_CUBE.test(file.content)) {
    problems.add(
      placeOfFirst(JAVASCRIPT_CUBE, file),
      'Cubes and views written in JavaScript are not supported',
      'Write them as YAML.',
    );
  }
  if (!/\.ya?ml$/i.test(file.path)) return empty;
  if (TEMPLATE.test(file.content)) {
    problems.add(
      placeOfFirst(TEMPLATE, file),
      'Templates are not supported yet',
      'Two closing braces count as a template; write } } in flow style.',
    );
    return empty;
  }
  const root = readFields(parseYaml(file, problems), problems, 'A model file');
  const definitions = {
    cubes: root.objects('cubes').map((fields) => readCube(fields, problems)),
    views: root.objects('views').map((fields) => readView(fields, problems)),
    viewGroups: root.objects('view_groups').map(readViewGroup),
  };
  root.end('A model file');
  return definitions;
}

function placeOfFirst(pattern: RegExp, { path, content }: ModelFile): Place {
  const match = pattern.exec(content);
  // A match may begin with the lines before it.
  const start = match ? match.index + match[0].search(/\S/) : 0;
  const lines = content.slice(0, start).split('\n');
  return { file: path, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

function readCube(fields: Fields, problems: Problems): CubeDefinition {
  const described = readDescribed(fields, 'A cube');
  const { name, place } = described;
  fields.unsupported('calendar', 'rewrite_queries');
  const [table, select] = [fields.snippet('sql_table', 'table'), fields.snippet('sql', 'table')];
  if (table && select)
    problems.add(place, `The cube ${name} has both sql_table and sql`, 'Keep one of them.');
  const parent = fields.text('extends');
  if (!table && !select && parent === undefined)
    problems.add(place, `The cube ${name} needs sql_table or sql`);
  const cube: CubeDefinition = {
    ...described,
    kind: 'cube',
    source: table ? { kind: 'table', sql: table } : select && { kind: 'select', sql: select },
    dataSource: fields.text('data_source'),
    parent: parent === undefined ? undefined : { name: parent, place: fields.placeOf('extends') },
    members: [
      ...fields.objects('dimensions').map((entry) => readDimension(entry, problems)),
      ...fields.objects('measures').map((entry) => readMeasure(entry, problems)),
      ...fields.objects('segments').map((entry) => readSegment(entry, problems)),
    ],
    joins: fields.objects('joins').map((entry) => readJoin(entry, problems)),
    hierarchies: fields.objects('hierarchies').map(readHierarchy),
    policies: readPolicies(fields, problems),
    preAggregations: [fields.data('pre_aggregations') ?? []].flat(),
  };
  // Known to the language, without an effect on rows here.
  for (const key of ['sql_alias', 'refresh_key']) fields.node(key);
  fields.end(`The cube ${name}`);
  return cube;
}

const RELATIONSHIPS: Record<string, Relationship> = {
  one_to_one: 'one_to_one',
  has_one: 'one_to_one',
  one_to_many: 'one_to_many',
  has_many: 'one_to_many',
  many_to_one: 'many_to_one',
  belongs_to: 'many_to_one',
};

function readJoin(fields: Fields, problems: Problems): JoinDefinition {
  const target = fields.name('A join');
  const relationship = fields.choice('relationship', Object.keys(RELATIONSHIPS));
  if (!fields.has('relationship'))
    problems.add(
      fields.place,
      `The join to ${target} has no relationship`,
      'It is one_to_one, one_to_many or many_to_one.',
    );
  const sql = fields.snippet('sql');
  if (!sql) problems.add(fields.place, `The join to ${target} needs sql`);
  fields.end(`The join to ${target}`);
  return {
    place: fields.place,
    target,
    relationship: RELATIONSHIPS[relationship ?? ''] ?? 'many_to_one',
    sql: sql ?? parseSnippet('true', fields.place, problems),
  };
}

function readHierarchy(fields: Fields): Hierarchy {
  const name = fields.name('A hierarchy');
  const hierarchy = {
    name,
    title: fields.text('title') ?? readableTitle(name),
    isPublic: fields.boolean('public') ?? true,
    levels: (fields.texts('levels') ?? []).map(({ text }) => text),
  };
  fields.end(`The hierarchy ${name}`);
  return hierarchy;
}

function readView(fields: Fields, problems: Problems): ViewDefinition {
  const described = readDescribed(fields, 'A view');
  fields.unsupported('default_filters');
  for (const key of ['dimensions', 'measures', 'segments']) {
    if (fields.has(key))
      problems.add(
        fields.placeOf(key),
        `The view ${described.name} has ${key} of its own`,
        'A view only exposes members of cubes; define them there.',
      );
  }
  const parent = fields.text('extends');
  const view: ViewDefinition = {
    ...described,
    kind: 'view',
    parent: parent === undefined ? undefined : { name: parent, place: fields.placeOf('extends') },
    cubes: fields.objects('cubes').map((entry) => readViewCube(entry, problems)),
    folders: fields.objects('folders').map((entry) => readFolder(entry)),
    policies: readPolicies(fields, problems),
  };
  fields.end(`The view ${described.name}`);
  return view;
}

function readViewCube(fields: Fields, problems: Problems): ViewCube {
  const joinPath = fields.text('join_path');
  if (joinPath === undefined)
    problems.add(
      fields.place,
      'An entry of cubes has no join_path',
      'It is the name of a cube, or a path such as orders.customers.',
    );
  fields.unsupported('split');
  const entry: ViewCube = {
    place: fields.place,
    joinPath: (joinPath ?? '').split('.'),
    includes: readIncludes(fields, problems),
    excludes: fields.texts('excludes') ?? [],
    prefix: fields.boolean('prefix') ?? false,
    alias: fields.text('alias'),
  };
  fields.end('An entry of cubes');
  return entry;
}

function readIncludes(fields: Fields, problems: Problems): ViewCube['includes'] {
  const node = fields.node('includes');
  if (node === undefined) return [];
  if (node.kind === 'scalar')
    return node.value === '*' ? '*' : [{ place: node.place, name: String(node.value) }];
  const items = node.kind === 'list' ? node.items : [node];
  if (items.length === 1 && items[0]?.kind === 'scalar' && items[0].value === '*') return '*';
  return items.map((item) => readInclude(item, problems));
}

function readInclude(node: YamlNode, problems: Problems): Include {
  if (node.kind === 'scalar') return { place: node.place, name: String(node.value) };
  const fields = readFields(node, problems, 'An entry of includes');
  const include: Include = {
    place: node.place,
    name: fields.name('An entry of includes'),
    alias: fields.text('alias'),
    title: fields.text('title'),
    description: fields.text('description'),
    format: fields.data('format'),
    meta: fields.data('meta'),
  };
  fields.end('An entry of includes');
  return include;
}

function readFolder(fields: Fields): FolderDefinition {
  const name = fields.text('name') ?? 'Folder';
  const node = fields.node('includes');
  const isAll = node?.kind === 'scalar' && node.value === '*';
  const plain = node?.kind === 'list' ? node.items.filter((item) => item.kind === 'scalar') : [];
  const nested =
    node?.kind === 'list' && plain.length < node.items.length
      ? fields.objects('includes').filter((entry) => entry.has('name') || entry.has('join_path'))
      : [];
  const folder: FolderDefinition = {
    name,
    place: fields.place,
    members: isAll
      ? '*'
      : [
          ...plain.map((item) => ({ text: String(item.value), place: item.place })),
          ...nested.map((entry) =>
            entry.has('join_path') ? { joinPath: entry.text('join_path') ?? '' } : readFolder(entry),
          ),
        ],
  };
  fields.end(`The folder ${name}`);
  return folder;
}

function readViewGroup(fields: Fields): ViewGroup & { place: Fields['place'] } {
  const name = fields.name('A view group');
  const description = fields.text('description');
  const group = {
    name,
    title: fields.text('title') ?? readableTitle(name),
    ...(description !== undefined && { description }),
    views: (fields.texts('views') ?? []).map(({ text }) => text),
    place: fields.place,
  };
  fields.end(`The view group ${name}`);
  return group;
}
