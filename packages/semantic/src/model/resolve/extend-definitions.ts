import { namesOf } from '../definitions/empty-record.ts';
import type { CubeDefinition, ViewDefinition } from '../definitions/definitions.ts';
import type { SourceLocation, Problems } from '../files/model-file.ts';
import { MAX_EXTENDS, ModelTooLarge } from '../definitions/model-limits.ts';
import { didYouMean } from '../language/nearest-name.ts';
import type { UnreadNames } from './unread-names.ts';

/** What a parent is looked for in. */
interface Parents<D> {
  readonly definitions: Readonly<Record<string, D>>;
  readonly unread: UnreadNames;
}

/** Merges a cube with the cubes that it extends; what the child says wins, joins and policies are appended. */
export function extendCube(
  cube: CubeDefinition,
  all: Parents<CubeDefinition>,
  problems: Problems,
): CubeDefinition {
  return extend(cube, all, problems, (child, parent) => ({
    ...onceOnly(parent),
    ...child,
    ...ownWords(child, parent),
    source: child.source ?? parent.source,
    dataSource: child.dataSource ?? parent.dataSource,
    members: [...unlike(parent.members, child.members), ...child.members],
    joins: [
      ...parent.joins.filter(({ target }) => !child.joins.some((join) => join.target === target)),
      ...child.joins,
    ],
    hierarchies: [...unlike(parent.hierarchies, child.hierarchies), ...child.hierarchies],
    policies: [...parent.policies, ...child.policies],
    preAggregations: [...child.preAggregations, ...unlike(parent.preAggregations, child.preAggregations)],
  }));
}

/** Merges a view with the views that it extends; cubes, folders, policies and filters are appended. */
export function extendView(
  view: ViewDefinition,
  all: Parents<ViewDefinition>,
  problems: Problems,
): ViewDefinition {
  return extend(view, all, problems, (child, parent) => ({
    ...child,
    ...ownWords(child, parent),
    cubes: [...parent.cubes, ...child.cubes],
    folders: [...parent.folders, ...child.folders],
    policies: [...parent.policies, ...child.policies],
    defaultFilters: [...parent.defaultFilters, ...child.defaultFilters],
  }));
}

type Definition = CubeDefinition | ViewDefinition;

/** Merges a line of definitions from its end, each with what comes of its parent. */
function extend<D extends Definition>(
  child: D,
  all: Parents<D>,
  problems: Problems,
  merge: (child: D, parent: D) => D,
): D {
  const line = [child];
  for (let last = child; last.parent;) {
    const names = line.map(({ name }) => name);
    const parent = findParent(last, last.parent, all, names, problems);
    if (!parent) break;
    line.push(parent);
    if (line.length > MAX_EXTENDS)
      throw new ModelTooLarge(
        child.location,
        `${child.name} extends more than ${MAX_EXTENDS - 1} others, one by way of the next`,
      );
    last = parent;
  }
  return line.reduceRight((parent, one) => merge(one, parent));
}

function findParent<D extends Definition>(
  child: D,
  parent: { name: string; location: SourceLocation },
  { definitions, unread }: Parents<D>,
  seen: readonly string[],
  problems: Problems,
): D | undefined {
  const found = definitions[parent.name];
  if (!found) {
    if (parent.name in unread) return undefined;
    problems.add(parent.location, `${child.name} extends ${parent.name}, which does not exist`, () =>
      didYouMean(parent.name, namesOf(definitions)),
    );
  } else if (seen.includes(parent.name))
    problems.add(parent.location, `${child.name} extends itself by way of ${seen.join(', ')}`);
  else return found;
  return undefined;
}

/** Title, description, visibility and free data: the child's where its author has given them, else the parent's. */
function ownWords<D extends Definition>(child: D, parent: D): Pick<D, 'title' | 'isPublic' | 'stated'> {
  const from = (key: 'title' | 'description' | 'public' | 'meta') =>
    child.stated.includes(key) || !parent.stated.includes(key) ? child : parent;
  const { description } = from('description');
  const { meta } = from('meta');
  return {
    title: from('title').title,
    ...(description !== undefined && { description }),
    isPublic: from('public').isPublic,
    ...(meta !== undefined && { meta }),
    stated: [...new Set([...parent.stated, ...child.stated])],
  };
}

/** What a cube has at most once, and a child that says nothing takes from its parent. */
function onceOnly({ isCalendar, refreshKey, freshness }: CubeDefinition) {
  return {
    ...(isCalendar !== undefined && { isCalendar }),
    ...(refreshKey !== undefined && { refreshKey }),
    ...(freshness && { freshness }),
  };
}

/** The parent's things of which the child has none of the same name. */
function unlike<N extends { readonly name: string }>(parent: readonly N[], child: readonly N[]): N[] {
  const own = new Set(child.map(({ name }) => name));
  return parent.filter(({ name }) => !own.has(name));
}
