import type { CubeDefinition, ParsedFile, ViewDefinition } from './definitions.ts';
import type { Place, Problems } from './model-file.ts';
import type { Cube, Dimension, Measure, Member, Model, Segment, View } from './model.ts';
import { checkCycles } from './check-cycles.ts';
import { checkPolicies } from './check-policies.ts';
import { checkReferences } from './check-references.ts';
import { byName, emptyRecord } from './empty-record.ts';
import { didYouMean } from './nearest-name.ts';
import { resolveView } from './resolve-view.ts';

/** The second phase: definitions of all files become one model, in which every name exists. */
export function resolveModel(files: readonly ParsedFile[], problems: Problems): Model {
  const definitions = files.flatMap(({ cubes, views }) => [...cubes, ...views]);
  refuseSameNames(definitions, 'cube or view', problems);
  const cubeDefinitions = new Map(files.flatMap(({ cubes }) => cubes).map((cube) => [cube.name, cube]));
  const cubes = emptyRecord<Cube>();
  for (const definition of cubeDefinitions.values()) {
    cubes[definition.name] = toCube(inherit(definition, cubeDefinitions, problems), problems);
  }
  for (const cube of Object.values(cubes)) checkReferences(cube, cubes, problems);
  checkCycles(cubes, problems);

  const viewDefinitions = new Map(files.flatMap(({ views }) => views).map((view) => [view.name, view]));
  const views = emptyRecord<View>();
  for (const definition of viewDefinitions.values()) {
    views[definition.name] = resolveView(inheritView(definition, viewDefinitions, problems), cubes, problems);
  }
  for (const owner of [...Object.values(cubes), ...Object.values(views)])
    checkPolicies(owner, { cubes, views }, problems);
  const viewGroups = files.flatMap((file) => file.viewGroups);
  for (const group of viewGroups) {
    for (const name of group.views) {
      if (!(name in views))
        problems.add(
          group.place,
          `The view group ${group.name} names a view ${name} that does not exist`,
          didYouMean(name, Object.keys(views)),
        );
    }
  }
  return { cubes, views, viewGroups };
}

function refuseSameNames(
  named: readonly { name: string; place: Place }[],
  what: string,
  problems: Problems,
): void {
  const first = new Map<string, Place>();
  for (const { name, place } of named) {
    const other = first.get(name);
    if (other)
      problems.add(
        place,
        `There are two of the name ${name}; each ${what} needs its own`,
        `The other is in ${other.file}, line ${other.line}.`,
      );
    else first.set(name, place);
  }
}

/** Merges a cube with the cubes that it extends; what the child says wins, joins and policies are appended. */
function inherit(
  cube: CubeDefinition,
  all: ReadonlyMap<string, CubeDefinition>,
  problems: Problems,
  seen: readonly string[] = [],
): CubeDefinition {
  if (!cube.parent) return cube;
  const parentDefinition = findParent(cube, cube.parent, all, [...seen, cube.name], problems);
  if (!parentDefinition) return cube;
  const parent = inherit(parentDefinition, all, problems, [...seen, cube.name]);
  const own = new Set(cube.members.map(({ name }) => name));
  return {
    ...cube,
    source: cube.source ?? parent.source,
    dataSource: cube.dataSource ?? parent.dataSource,
    members: [...parent.members.filter(({ name }) => !own.has(name)), ...cube.members],
    joins: [
      ...parent.joins.filter(({ target }) => !cube.joins.some((join) => join.target === target)),
      ...cube.joins,
    ],
    hierarchies: [
      ...parent.hierarchies.filter(({ name }) => !cube.hierarchies.some((own) => own.name === name)),
      ...cube.hierarchies,
    ],
    policies: [...parent.policies, ...cube.policies],
    preAggregations: [...cube.preAggregations, ...parent.preAggregations],
  };
}

function inheritView(
  view: ViewDefinition,
  all: ReadonlyMap<string, ViewDefinition>,
  problems: Problems,
  seen: readonly string[] = [],
): ViewDefinition {
  if (!view.parent) return view;
  const parentDefinition = findParent(view, view.parent, all, [...seen, view.name], problems);
  if (!parentDefinition) return view;
  const parent = inheritView(parentDefinition, all, problems, [...seen, view.name]);
  return {
    ...view,
    cubes: [...parent.cubes, ...view.cubes],
    folders: [...parent.folders, ...view.folders],
    policies: [...parent.policies, ...view.policies],
  };
}

function findParent<D extends { name: string }>(
  child: D,
  parent: { name: string; place: Place },
  all: ReadonlyMap<string, D>,
  seen: readonly string[],
  problems: Problems,
): D | undefined {
  const found = all.get(parent.name);
  if (!found)
    problems.add(
      parent.place,
      `${child.name} extends ${parent.name}, which does not exist`,
      didYouMean(parent.name, all.keys()),
    );
  else if (seen.includes(parent.name))
    problems.add(parent.place, `${child.name} extends itself by way of ${seen.join(', ')}`);
  else return found;
  return undefined;
}

function toCube(definition: CubeDefinition, problems: Problems): Cube {
  refuseSameNames(definition.members, `member of the cube ${definition.name}`, problems);
  const { parent: _parent, members, source, dataSource, ...rest } = definition;
  const named = <M extends Member>(kind: M['kind']) =>
    byName(members.filter((member): member is M => member.kind === kind));
  const dimensions = named<Dimension>('dimension');
  return {
    ...rest,
    source: source ?? {
      kind: 'table',
      sql: { place: definition.place, parts: [{ kind: 'text', text: definition.name }] },
    },
    dataSource: dataSource ?? 'default',
    dimensions,
    measures: named<Measure>('measure'),
    segments: named<Segment>('segment'),
    primaryKey: Object.values(dimensions)
      .filter((dimension) => dimension.isPrimaryKey)
      .map(({ name }) => name),
  };
}
