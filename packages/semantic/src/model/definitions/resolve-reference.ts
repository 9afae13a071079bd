import { namesOf } from './empty-record.ts';
import type { Cube, Member } from './model.ts';
import type { ReferenceTarget, SqlTemplateReference } from '../sql-template/sql-template.ts';

/** What a reference in an SQL template means, seen from the cube that the SQL template belongs to. */
export type ResolvedReference =
  | { readonly kind: 'cube'; readonly cube: string; readonly path: readonly string[] }
  | { readonly kind: 'cube-sql'; readonly cube: string }
  | {
      readonly kind: 'member';
      readonly cube: string;
      readonly member: Member;
      readonly path: readonly string[];
      /**
       * Whether the path, behind its first entry, begins where those of the query do, and not at the SQL template's
       * cube.
       */
      readonly isOfQuery?: boolean;
      readonly granularity?: string;
    }
  | { readonly kind: 'unknown'; readonly name: string; readonly known: () => readonly string[] };

/** The granularities that every time dimension has, from fine to coarse. */
export const GRANULARITIES = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

/**
 * `{CUBE}` and `{cube}` name a cube, `{member}` and `{a.b.member}` a member; a granularity may follow a time dimension.
 * `path` is the join path from the SQL template's own cube, which is its first entry.
 */
export function resolveReference(
  { path, isSql, target }: SqlTemplateReference,
  own: Cube,
  cubes: Readonly<Record<string, Cube>>,
): ResolvedReference {
  if (target) return resolveTarget(target, own, cubes);
  const ownName = own.instanceOf ?? own.name;
  const names = path[0] === 'CUBE' || path[0] === ownName ? path.slice(1) : [...path];
  let cube = own;
  const joined = [own.name];
  while (names[0] !== undefined && findMember(cube, names[0]) === undefined) {
    const next = cubes[instanceFor(cube, names[0])];
    const reached = cube;
    if (!next) return unknown(names[0], () => [...memberNames(reached), ...namesOf(cubes)]);
    cube = next;
    if (next.name !== joined.at(-1)) joined.push(next.name);
    names.shift();
  }
  const last = cube;
  const [name, granularity, ...rest] = names;
  if (name === undefined)
    return isSql ? { kind: 'cube-sql', cube: cube.name } : { kind: 'cube', cube: cube.name, path: joined };
  const member = findMember(cube, name);
  if (!member || rest.length > 0) return unknown(path.join('.'), () => memberNames(last));
  if (granularity === undefined) return { kind: 'member', cube: cube.name, member, path: joined };
  const known = member.kind === 'dimension' ? [...GRANULARITIES, ...Object.keys(member.granularities)] : [];
  if (!known.includes(granularity)) return unknown(granularity, () => known);
  return { kind: 'member', cube: cube.name, member, path: joined, granularity };
}

function resolveTarget(
  { cube, member, path, granularity }: ReferenceTarget,
  own: Cube,
  cubes: Readonly<Record<string, Cube>>,
): ResolvedReference {
  const steps = pathInInstances(path, cubes);
  const owner = path.length === 0 ? own : cubes[steps.at(-1) ?? ''];
  const found = owner && findMember(owner, member);
  if (!found) throw new Error(`A calculated field refers to ${cube}.${member}, which does not exist`);
  return {
    kind: 'member',
    cube: owner.name,
    member: found,
    path: [own.name, ...steps],
    isOfQuery: true,
    ...(granularity !== undefined && { granularity }),
  };
}

/** The cube that a name means in the SQL of another. */
export function instanceFor(cube: Cube, name: string): string {
  return cube.instances && Object.hasOwn(cube.instances, name) ? (cube.instances[name] ?? name) : name;
}

/** A join path by the names of the model, by those of the instances that it leads over. */
export function pathInInstances(
  path: readonly string[],
  cubes: Readonly<Record<string, Cube>>,
): readonly string[] {
  const [head, ...steps] = path;
  if (head === undefined) return path;
  const reached = [head];
  for (const step of steps) {
    const from = cubes[reached.at(-1) ?? ''];
    reached.push(from ? instanceFor(from, step) : step);
  }
  return reached;
}

/** The existing names are listed only for a problem. */
function unknown(name: string, known: () => readonly string[]): ResolvedReference {
  return { kind: 'unknown', name, known };
}

/** Finds a dimension, measure or segment of a cube by its name. */
export function findMember(cube: Cube, name: string): Member | undefined {
  for (const members of [cube.dimensions, cube.measures, cube.segments]) {
    if (Object.hasOwn(members, name)) return members[name];
  }
  return undefined;
}

/** The names of a cube's dimensions, measures and segments. */
export function memberNames(cube: Cube): string[] {
  return [...Object.keys(cube.dimensions), ...Object.keys(cube.measures), ...Object.keys(cube.segments)];
}
