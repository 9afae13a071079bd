import { checkContext } from './check-context.ts';
import { checkCycles } from './check-cycles.ts';
import { checkPolicies } from './check-policies.ts';
import { checkPreAggregations } from './check-pre-aggregations.ts';
import { checkReferences, membersOf } from './check-references.ts';
import type { CubeDefinition, ParsedFile, ViewDefinition } from './definitions.ts';
import { byName, emptyRecord } from './empty-record.ts';
import { extendCube, extendView } from './extend-definitions.ts';
import { incompleteDefinitions } from './incomplete-definitions.ts';
import { linkDimensions } from './link-dimensions.ts';
import { collectProblems, type Place, type Problems } from './model-file.ts';
import type { Cube, Dimension, Measure, Member, Model, Segment, View, ViewGroup } from './model.ts';
import { didYouMean } from './nearest-name.ts';
import { resolveNames } from './resolve-names.ts';
import { resolvePolicies } from './resolve-policies.ts';
import { resolveView } from './resolve-view.ts';
import { snippetsOf, substitutesOf } from './snippets-of.ts';
import { splitView } from './split-view.ts';

/** The second phase: definitions of all files become one model, in which every name exists. */
export function resolveModel(files: readonly ParsedFile[], problems: Problems): Model {
  const cubeDefinitions = byNameAsMap(files.flatMap((file) => file.cubes));
  const viewDefinitions = resolveViewDefinitions(files, problems);
  refuseSameNames([...files.flatMap(({ cubes }) => cubes), ...viewDefinitions], 'cube or view', problems);
  const incomplete = incompleteDefinitions(cubeDefinitions, viewDefinitions);
  const about = (name: string) => (incomplete.has(name) ? collectProblems() : problems);
  const cubes = resolveCubes(cubeDefinitions, about, problems);
  const views = emptyRecord<View>();
  for (const view of viewDefinitions) views[view.name] = resolveView(view, cubes, about(view.name));
  const model = { cubes, views };
  for (const owner of [...Object.values(cubes), ...Object.values(views)])
    checkPolicies(owner, model, about(owner.name));
  for (const cube of Object.values(cubes)) checkContexts(cube, model, about(cube.name));
  return { ...model, viewGroups: resolveViewGroups(files, views, problems) };
}

/** Where problems of a cube or view are collected. */
type ProblemsAbout = (name: string) => Problems;

function resolveCubes(
  definitions: ReadonlyMap<string, CubeDefinition>,
  about: ProblemsAbout,
  problems: Problems,
): Record<string, Cube> {
  const known = emptyRecord<Cube>();
  for (const definition of definitions.values())
    known[definition.name] = toCube(extendCube(definition, definitions, problems), problems);
  const cubes = emptyRecord<Cube>();
  for (const cube of Object.values(known)) cubes[cube.name] = resolveNames(cube, known, about(cube.name));
  for (const cube of Object.values(cubes)) {
    checkReferences(cube, cubes, about);
    checkPreAggregations(cube, cubes, about(cube.name));
  }
  checkCycles(cubes, problems);
  return cubes;
}

function checkContexts(cube: Cube, model: Pick<Model, 'cubes' | 'views'>, problems: Problems): void {
  const members = membersOf(cube).flatMap((member) => [...snippetsOf(member), ...substitutesOf(member)]);
  for (const snippet of [cube.source.sql, ...cube.joins.map(({ sql }) => sql), ...members])
    checkContext(snippet, model, problems);
}

/** The views with what they inherit, and in their pieces where they are split. */
function resolveViewDefinitions(files: readonly ParsedFile[], problems: Problems): ViewDefinition[] {
  const written = files.flatMap(({ views }) => views);
  const definitions = byNameAsMap(written);
  return written.flatMap((view) => splitView(extendView(view, definitions, problems), problems));
}

function resolveViewGroups(
  files: readonly ParsedFile[],
  views: Readonly<Record<string, View>>,
  problems: Problems,
): ViewGroup[] {
  const groups = files.flatMap(({ viewGroups }) => viewGroups);
  refuseSameNames(groups, 'view group', problems);
  for (const group of groups)
    for (const name of group.views)
      if (!(name in views))
        problems.add(
          group.place,
          `The view group ${group.name} names a view ${name} that does not exist`,
          didYouMean(name, Object.keys(views)),
        );
  return groups.map(({ place: _place, ...group }) => group);
}

function byNameAsMap<N extends { readonly name: string }>(named: readonly N[]): Map<string, N> {
  return new Map(named.map((one) => [one.name, one]));
}

function refuseSameNames(
  named: readonly { readonly name: string; readonly place: Place }[],
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

function toCube(definition: CubeDefinition, problems: Problems): Cube {
  const { parent: _parent, stated: _stated, source, dataSource, ...rest } = definition;
  const written = definition.members;
  const links = written.flatMap((member) => (member.kind === 'dimension' ? linkDimensions(member) : []));
  const members = [...written, ...links];
  refuseSameNames(
    [...members, ...definition.hierarchies, ...definition.preAggregations],
    `member of the cube ${definition.name}`,
    problems,
  );
  const named = <M extends Member>(kind: M['kind']) =>
    byName(members.filter((member): member is M => member.kind === kind));
  const dimensions = named<Dimension>('dimension');
  const { members: _members, ...described } = rest;
  return {
    ...described,
    source: source ?? {
      kind: 'table',
      sql: { place: definition.place, parts: [{ kind: 'text', text: definition.name }] },
    },
    dataSource: dataSource ?? 'default',
    dimensions,
    measures: named<Measure>('measure'),
    segments: named<Segment>('segment'),
    policies: resolvePolicies(definition.policies, Object.values(dimensions)),
    primaryKey: Object.values(dimensions)
      .filter((dimension) => dimension.isPrimaryKey)
      .map(({ name }) => name),
  };
}
