import { checkContext } from '../check/check-context.ts';
import { checkCycles, referrersOf, type Referrer } from '../check/check-cycles.ts';
import { checkPolicies } from '../check/check-policies.ts';
import { checkPreAggregations } from '../check/check-pre-aggregations.ts';
import { checkReferences, membersOf } from '../check/check-references.ts';
import type { CubeDefinition, ParsedFile, ViewDefinition } from '../definitions/definitions.ts';
import { byName, emptyRecord } from '../definitions/empty-record.ts';
import { extendCube, extendView } from './extend-definitions.ts';
import { incompleteDefinitions } from './incomplete-definitions.ts';
import type { Problems } from '../files/model-file.ts';
import type { CompileBudget } from '../definitions/model-limits.ts';
import type { Cube, Model, View } from '../definitions/model.ts';
import { resolveNames } from './resolve-names.ts';
import { beginSteps, type Steps, type TakenSteps } from './resolve-steps.ts';
import { resolveViewGroups } from './resolve-view-groups.ts';
import { resolveView } from './resolve-view.ts';
import { refuseSameAliases, refuseSameNames } from './same-names.ts';
import { sqlTemplatesOf, substitutesOf } from '../definitions/sql-templates-of.ts';
import { splitView } from './split-view.ts';
import { toCube } from './to-cube.ts';
import { unreadNames, type UnreadNames } from './unread-names.ts';

type Cubes = Readonly<Record<string, Cube>>;
type Views = Readonly<Record<string, View>>;

/**
 * The second phase: definitions of all files become one model, in which every name exists. Whatever looks at one cube
 * or view is a step, and is taken over from `previous` where nothing has changed that it looks at.
 *
 * @throws ModelTooLarge
 */
export function resolveModel(
  files: readonly ParsedFile[],
  problems: Problems,
  previous: readonly TakenSteps[],
  budget: CompileBudget,
): { model: Model; steps: TakenSteps } {
  const steps = beginSteps(previous, budget);
  const unread = unreadNames(files);
  const cubeDefinitions = byName(files.flatMap((file) => file.cubes));
  const viewDefinitions = resolveViewDefinitions(files, unread, steps);
  const owners = [...files.flatMap(({ cubes }) => cubes), ...viewDefinitions];
  refuseSameNames(owners, 'cube or view', problems);
  refuseSameAliases(owners, problems);
  const cubes = resolveCubes(cubeDefinitions, unread, steps, budget);
  const views = resolveViews(viewDefinitions, cubes, steps, budget);
  checkCycles(checkCubes(cubes, views, steps), problems);
  checkViews(cubes, views, steps);
  const viewGroups = resolveViewGroups(files, viewDefinitions, unread, problems);
  const incomplete = incompleteDefinitions(cubeDefinitions, viewDefinitions, unread);
  for (const { about, problem } of steps.told)
    if (about === undefined || !incomplete.has(about)) problems.add(problem, problem.message, problem.hint);
  return { model: { cubes, views, viewGroups }, steps: steps.taken };
}

/** The views with what they inherit, and in their pieces where they are split. */
function resolveViewDefinitions(
  files: readonly ParsedFile[],
  unread: UnreadNames,
  steps: Steps,
): ViewDefinition[] {
  const written = files.flatMap(({ views }) => views);
  const sources = { definitions: byName(written), unread };
  return written.flatMap((view) =>
    steps.take({ step: `extend the view ${view.name}`, subject: view, sources }, (others, about) =>
      splitView(extendView(view, others, about()), about()),
    ),
  );
}

function resolveCubes(
  definitions: Readonly<Record<string, CubeDefinition>>,
  unread: UnreadNames,
  steps: Steps,
  budget: CompileBudget,
): Cubes {
  const known = emptyRecord<Cube>();
  for (const definition of Object.values(definitions)) {
    const cube = steps.take(
      { step: `extend ${definition.name}`, subject: definition, sources: { definitions, unread } },
      (others, about) => toCube(extendCube(definition, others, about()), about()),
    );
    known[definition.name] = cube;
    budget.takeMembers(sizeOf(cube), cube.location);
  }
  const cubes = emptyRecord<Cube>();
  for (const cube of Object.values(known))
    cubes[cube.name] = steps.take(
      { step: `resolve names of ${cube.name}`, subject: cube, sources: { known } },
      ({ known }, about) => resolveNames(cube, known, about(cube.name)),
    );
  return cubes;
}

function resolveViews(
  definitions: readonly ViewDefinition[],
  cubes: Cubes,
  steps: Steps,
  budget: CompileBudget,
): Views {
  const views = emptyRecord<View>();
  for (const view of definitions) {
    // Before it is resolved: one view may show the same cube any number of times.
    for (const { joinPath, includes, location } of view.cubes) {
      const cube = cubes[joinPath.at(-1) ?? ''];
      budget.takeMembers(includes === '*' ? (cube ? sizeOf(cube) : 0) : includes.length, location);
    }
    views[view.name] = steps.take(
      { step: `resolve the view ${view.name}`, subject: view, sources: { cubes } },
      ({ cubes }, about) => resolveView(view, cubes, about(view.name)),
    );
  }
  return views;
}

/** What a cube comes to where it is inherited or shown. */
function sizeOf({ dimensions, measures, segments, joins, policies, hierarchies }: Cube): number {
  const members = [dimensions, measures, segments].map((record) => Object.keys(record).length);
  const lists = [joins, policies, hierarchies].map(({ length }) => length);
  return [...members, ...lists].reduce((total, count) => total + count, 0);
}

/** Reports what cubes speak of that does not exist; gives what refers to what in them. */
function checkCubes(cubes: Cubes, views: Views, steps: Steps): Referrer[] {
  const sources = { cubes, views };
  return Object.values(cubes).flatMap((cube) =>
    steps.take({ step: `check ${cube.name}`, subject: cube, sources }, (model, about) => {
      checkReferences(cube, model.cubes, about);
      checkPreAggregations(cube, model.cubes, about(cube.name));
      checkPolicies(cube, model, about(cube.name));
      checkContexts(cube, model, about(cube.name));
      return referrersOf(cube, model.cubes);
    }),
  );
}

/** Reports what views speak of that does not exist. */
function checkViews(cubes: Cubes, views: Views, steps: Steps): void {
  const sources = { cubes, views };
  for (const view of Object.values(views))
    steps.take({ step: `check the view ${view.name}`, subject: view, sources }, (model, about) =>
      checkPolicies(view, model, about(view.name)),
    );
}

function checkContexts(cube: Cube, model: Pick<Model, 'cubes' | 'views'>, problems: Problems): void {
  const members = membersOf(cube).flatMap((member) => [...sqlTemplatesOf(member), ...substitutesOf(member)]);
  const refresh = cube.freshness?.sql ? [cube.freshness.sql] : [];
  const own = [cube.source.sql, ...refresh, ...cube.joins.map(({ sql }) => sql)];
  for (const template of [...own, ...members]) checkContext(template, model, problems);
}
