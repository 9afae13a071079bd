import type { Member } from '../../model/definitions/model.ts';

/**
 * The name that a source map has for the SQL of a member, `cube.member`: of a measure that stands for another, that of
 * the other.
 */
export function originOf(cube: string, member: Member): string {
  const standsFor = member.kind === 'measure' ? member.standsFor : undefined;
  return `${cube}.${standsFor ?? member.name}`;
}
