import type { Place, Problems } from './model-file.ts';
import type { Cube, Member } from './model.ts';
import { resolveReference } from './resolve-reference.ts';
import type { Snippet } from './snippet.ts';
import { snippetsOf } from './snippets-of.ts';

type Cubes = Readonly<Record<string, Cube>>;

/** A piece of a model whose SQL refers to others: a member, or a cube's own SELECT. */
export interface Referrer {
  /** `cube.member`, or `cube.sql()`. */
  readonly id: string;
  readonly place: Place;
  /** The ids of what it refers to. */
  readonly refersTo: readonly string[];
}

/** What of a cube refers to members and to SELECTs of cubes, in the order in which circles are looked for. */
export function referrersOf(cube: Cube, cubes: Cubes): Referrer[] {
  const members = [cube.dimensions, cube.measures, cube.segments].flatMap((record) => Object.values(record));
  return [
    { id: idOfSource(cube.name), place: cube.place, refersTo: referredBy([cube.source.sql], cube, cubes) },
    ...members.map((member) => ({
      id: idOfMember(cube.name, member),
      place: member.place,
      refersTo: referredBy(snippetsOf(member), cube, cubes),
    })),
  ].filter(({ refersTo }) => refersTo.length > 0);
}

/** Reports every member and every cube's SELECT that refers to itself, straight or by way of others. */
export function checkCycles(referrers: readonly Referrer[], problems: Problems): void {
  const byId = new Map(referrers.map((referrer) => [referrer.id, referrer]));
  const checked = new Set<string>();
  const path = new Set<string>();
  const visit = ({ id, place, refersTo }: Referrer): void => {
    if (path.has(id)) {
      const ring = [...path].slice([...path].indexOf(id));
      const isColumn = ring.length === 1 && !id.endsWith('()');
      problems.add(
        place,
        `${id} refers to itself: ${[...ring, id].join(' → ')}`,
        isColumn ? `A column of the table is {CUBE}.${id.split('.').at(-1)}.` : undefined,
      );
      return;
    }
    if (checked.has(id)) return;
    path.add(id);
    for (const name of refersTo) {
      const next = byId.get(name);
      if (next) visit(next);
    }
    path.delete(id);
    checked.add(id);
  };
  referrers.forEach(visit);
}

function referredBy(snippets: readonly Snippet[], cube: Cube, cubes: Cubes): string[] {
  return snippets
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

function idOfMember(cube: string, { name }: Member): string {
  return `${cube}.${name}`;
}

function idOfSource(cube: string): string {
  return `${cube}.sql()`;
}
