import type { Place, Problems } from './model-file.ts';
import type { Cube, Member } from './model.ts';
import { resolveReference } from './resolve-reference.ts';
import type { Snippet } from './snippet.ts';
import { snippetsOf } from './snippets-of.ts';

type Cubes = Readonly<Record<string, Cube>>;

/** A piece of a model that has SQL: a member, or a cube's own SELECT. */
interface Definition {
  readonly id: string;
  readonly place: Place;
  readonly cube: Cube;
  readonly snippets: readonly Snippet[];
}

/** Reports every member and every cube's SELECT that refers to itself, straight or by way of others. */
export function checkCycles(cubes: Cubes, problems: Problems): void {
  const checked = new Set<string>();
  const visit = (definition: Definition, path: readonly string[]): void => {
    if (path.includes(definition.id)) {
      const ring = [...path.slice(path.indexOf(definition.id)), definition.id];
      const column = definition.id.split('.').at(-1);
      problems.add(
        definition.place,
        `${definition.id} refers to itself: ${ring.join(' → ')}`,
        ring.length === 2 && !definition.id.endsWith('()')
          ? `A column of the table is {CUBE}.${column}.`
          : undefined,
      );
      return;
    }
    if (checked.has(definition.id)) return;
    for (const next of referredBy(definition, cubes)) visit(next, [...path, definition.id]);
    checked.add(definition.id);
  };
  for (const cube of Object.values(cubes)) {
    visit(sourceOf(cube), []);
    for (const members of [cube.dimensions, cube.measures, cube.segments])
      for (const member of Object.values(members)) visit(memberOf(cube, member), []);
  }
}

function referredBy({ cube, snippets }: Definition, cubes: Cubes): Definition[] {
  return snippets
    .flatMap(({ parts }) => parts)
    .flatMap((part) => {
      if (part.kind !== 'reference') return [];
      const resolved = resolveReference(part, cube, cubes);
      if (resolved.kind === 'unknown' || resolved.kind === 'cube') return [];
      const target = cubes[resolved.cube];
      if (!target) return [];
      return [resolved.kind === 'member' ? memberOf(target, resolved.member) : sourceOf(target)];
    });
}

function memberOf(cube: Cube, member: Member): Definition {
  return { id: `${cube.name}.${member.name}`, place: member.place, cube, snippets: snippetsOf(member) };
}

function sourceOf(cube: Cube): Definition {
  return { id: `${cube.name}.sql()`, place: cube.place, cube, snippets: [cube.source.sql] };
}
