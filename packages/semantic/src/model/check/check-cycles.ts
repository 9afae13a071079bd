import type { SourceLocation, Problems } from '../files/model-file.ts';
import type { Cube, Member } from '../definitions/model.ts';
import { resolveReference } from '../definitions/resolve-reference.ts';
import type { SqlTemplate } from '../sql-template/sql-template.ts';
import { sqlTemplatesOf } from '../definitions/sql-templates-of.ts';

type Cubes = Readonly<Record<string, Cube>>;

/** A part of a model with SQL that refers to others: a member, or a cube's own SELECT. */
export interface Referrer {
  /** `cube.member`, or `cube.sql()`. */
  readonly id: string;
  readonly location: SourceLocation;
  /** The ids of what it refers to. */
  readonly refersTo: readonly string[];
}

/**
 * What of a cube refers to members and to SELECTs of cubes, in the order in which circles are looked for. What refers
 * to nothing but members of the cube that refer to nothing is in no circle, and left out.
 */
export function referrersOf(cube: Cube, cubes: Cubes): Referrer[] {
  const members = [cube.dimensions, cube.measures, cube.segments].flatMap((record) => Object.values(record));
  const all: Referrer[] = [
    {
      id: idOfSource(cube.name),
      location: cube.location,
      refersTo: referredBy([cube.source.sql], cube, cubes),
    },
    ...members.map((member) => ({
      id: idOfMember(cube.name, member),
      location: member.location,
      refersTo: [...referredBy(sqlTemplatesOf(member), cube, cubes), ...groupedBy(member, cube, cubes)],
    })),
  ];
  const ends = new Set(all.filter(({ refersTo }) => refersTo.length === 0).map(({ id }) => id));
  return all.filter(({ refersTo }) => refersTo.some((id) => !ends.has(id)));
}

/**
 * Reports every member and every cube's SELECT that refers to itself, straight or by way of others. It does not call
 * itself: a line of members may be longer than the stack is deep.
 */
export function checkCycles(referrers: readonly Referrer[], problems: Problems): void {
  const byId = new Map(referrers.map((referrer) => [referrer.id, referrer]));
  const checked = new Set<string>();
  /** From where a walk began to where it is, each with how many of its references have been followed. */
  const path: { readonly referrer: Referrer; followed: number }[] = [];
  const onPath = new Set<string>();
  const enter = (referrer: Referrer): void => {
    const { id, location } = referrer;
    if (onPath.has(id)) {
      const ids = path.map((step) => step.referrer.id);
      const ring = [...ids.slice(ids.indexOf(id)), id];
      problems.add(location, `${id} refers to itself: ${ring.join(' → ')}`, hintFor(ring));
    } else if (!checked.has(id)) {
      path.push({ referrer, followed: 0 });
      onPath.add(id);
    }
  };
  for (const start of referrers) {
    enter(start);
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const { id, refersTo } = last.referrer;
      const name = refersTo[last.followed];
      last.followed += 1;
      const next = name === undefined ? undefined : byId.get(name);
      if (next) enter(next);
      if (name !== undefined) continue;
      path.pop();
      onPath.delete(id);
      checked.add(id);
    }
  }
}

/** A member that is made of itself alone most likely means a column of its name. */
function hintFor([id = '', ...others]: readonly string[]): string | undefined {
  const isColumn = others.length === 1 && !id.endsWith('()');
  return isColumn ? `A column of the table is {CUBE}.${id.split('.').at(-1)}.` : undefined;
}

function referredBy(templates: readonly SqlTemplate[], cube: Cube, cubes: Cubes): string[] {
  return templates
    .flatMap(({ parts }) => parts)
    .flatMap((part) => {
      if (part.kind !== 'reference') return [];
      const resolved = resolveReference(part, cube, cubes);
      if (resolved.kind === 'unknown' || resolved.kind === 'cube') return [];
      return resolved.kind === 'member'
        ? idOfMember(resolved.cube, resolved.member)
        : idOfSource(resolved.cube);
    });
}

/** The dimensions that a multi-stage dimension groups by besides. */
function groupedBy(member: Member, cube: Cube, cubes: Cubes): string[] {
  if (member.kind !== 'dimension' || member.value.kind !== 'stage') return [];
  return member.value.include.flatMap(({ text }) => {
    const path = text.split('.');
    const resolved = resolveReference({ kind: 'reference', path, isSql: false }, cube, cubes);
    return resolved.kind === 'member' ? idOfMember(resolved.cube, resolved.member) : [];
  });
}

function idOfMember(cube: string, { name }: Member): string {
  return `${cube}.${name}`;
}

function idOfSource(cube: string): string {
  return `${cube}.sql()`;
}
