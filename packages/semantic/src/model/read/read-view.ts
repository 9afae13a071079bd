import type { FolderDefinition, Include, ViewCube, ViewDefinition } from '../definitions/definitions.ts';
import { readFields, type Fields } from '../yaml/fields.ts';
import type { Problems } from '../files/model-file.ts';
import type { DefaultFilter } from '../definitions/model.ts';
import { readDescribed, statedKeys } from './read-described.ts';
import { memberNameOf, readComparison, type FilterKind } from './read-filters.ts';
import { readFolder } from './read-folder.ts';
import { readPolicies } from './read-policies.ts';
import { readSqlAlias } from './read-sql-alias.ts';
import type { YamlNode } from '../yaml/yaml-tree.ts';

/** Reads a view from its YAML; what is wrong becomes problems, and the rest is read all the same. */
export function readView(fields: Fields, problems: Problems): ViewDefinition {
  const described = readDescribed(fields, 'A view');
  const { name } = described;
  for (const key of ['dimensions', 'measures', 'segments'])
    if (fields.has(key))
      problems.add(
        fields.locationOf(key),
        `The view ${name} has ${key} of its own`,
        'A view only exposes members of cubes; define them there.',
      );
  if (fields.has('includes'))
    problems.add(
      fields.locationOf('includes'),
      `The view ${name} has includes of its own`,
      'They belong into an entry of cubes: - join_path: orders, and includes below it.',
    );
  const parent = fields.text('extends');
  const view: ViewDefinition = {
    ...described,
    kind: 'view',
    stated: statedKeys(fields),
    parent: parent === undefined ? undefined : { name: parent, location: fields.locationOf('extends') },
    cubes: fields.objects('cubes', 'join_path').map((entry) => readViewCube(entry, problems)),
    folders: fields.objects('folders').map((entry): FolderDefinition => readFolder(entry, problems)),
    policies: readPolicies(fields, problems),
    defaultFilters: fields
      .objects('default_filters')
      .map((entry) => readDefaultFilter(entry, name, problems)),
    ...readSqlAlias(fields, problems),
    groups: ['view_group', 'view_groups'].flatMap((key) => fields.texts(key) ?? []),
  };
  fields.end(`The view ${name}`);
  return view;
}

function readViewCube(fields: Fields, problems: Problems): ViewCube {
  const joinPath = fields.text('join_path');
  if (joinPath === undefined)
    problems.add(
      fields.location,
      'An entry of cubes has no join_path',
      'It is the name of a cube, or a path such as orders.customers.',
    );
  const entry: ViewCube = {
    location: fields.location,
    joinPath: memberNameOf(joinPath ?? '').split('.'),
    includes: readIncludes(fields, problems),
    excludes: fields.texts('excludes') ?? [],
    prefix: fields.boolean('prefix') ?? false,
    isSplit: fields.boolean('split') ?? false,
    alias: fields.text('alias'),
  };
  if (entry.isSplit && entry.prefix)
    problems.add(
      fields.locationOf('split'),
      'An entry of cubes has both split and prefix',
      'A view of its own needs no prefix.',
    );
  fields.end('An entry of cubes');
  return entry;
}

function readIncludes(fields: Fields, problems: Problems): ViewCube['includes'] {
  const node = fields.node('includes');
  if (node === undefined) {
    problems.add(
      fields.location,
      'An entry of cubes has no includes',
      'Write includes: "*", or a list of members.',
    );
    return [];
  }
  const items = node.kind === 'list' ? node.items : [node];
  if (items.some((item) => item.kind === 'scalar' && item.value === '*')) {
    if (items.length > 1)
      problems.add(
        node.location,
        'includes has "*" beside names',
        'Keep "*" or the names; excludes takes out.',
      );
    return '*';
  }
  return items.map((item) => readInclude(item, problems));
}

function readInclude(node: YamlNode, problems: Problems): Include {
  if (node.kind === 'scalar')
    return { location: node.location, name: refusePath(String(node.value), node, problems) };
  const fields = readFields(node, problems, 'An entry of includes');
  const include: Include = {
    location: node.location,
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

function refusePath(name: string, { location }: YamlNode, problems: Problems): string {
  if (name.includes('.'))
    problems.add(
      location,
      `includes names ${name}, and takes members of the entry's own cube alone`,
      'A member of another cube needs an entry with the join_path to it.',
    );
  return name.split('.').at(-1) ?? name;
}

const defaultFilter: FilterKind = { name: 'default filter', takesExpressions: false };

function readDefaultFilter(fields: Fields, view: string, problems: Problems): DefaultFilter {
  const own = (name: string): string => {
    const plain = memberNameOf(name);
    return plain.startsWith(`${view}.`) ? plain.slice(view.length + 1) : plain;
  };
  const filter = readComparison(fields, defaultFilter, problems);
  const unless = (fields.texts('unless') ?? []).map(({ text, location }) => ({ text: own(text), location }));
  fields.end('A default filter');
  return { filter: { ...filter, member: own(filter.member) }, unless };
}
