import { cubeOf, type MemberRef } from '../members/member-ref.ts';
import type { Member, Model } from '../model/definitions/model.ts';
import { resolveReference } from '../model/definitions/resolve-reference.ts';
import { sqlTemplatesOf } from '../model/definitions/sql-templates-of.ts';

interface Piece {
  readonly cube: string;
  readonly member: Member;
}

/** A member on the way: what it refers to, how much of that has been counted, and what it came to. */
interface Step extends Piece {
  readonly key: string;
  readonly refersTo: readonly Piece[];
  counted: number;
  size: number;
}

/**
 * How many references some members come to, with what they refer to written out each time: what planning and writing
 * them goes by. Each member is counted once, so that this is quick where the number is beyond all measure. It does not
 * call itself: a line of members may be longer than the stack is deep.
 */
export function sizeOfMembers(model: Model, refs: readonly Pick<MemberRef, 'cube' | 'member'>[]): number {
  const known = new Map<string, number>();
  return refs.reduce((total, ref) => total + sizeOf(model, ref, known), 0);
}

function sizeOf(model: Model, start: Piece, known: Map<string, number>): number {
  const path: Step[] = [];
  let last = 0;
  const enter = (piece: Piece): void => {
    const key = `${piece.cube}.${piece.member.kind}.${piece.member.name}`;
    const size = known.get(key);
    if (size === undefined)
      path.push({ ...piece, key, refersTo: referred(model, piece), counted: 0, size: 1 });
    else add(size);
  };
  const add = (size: number): void => {
    const step = path.at(-1);
    if (step) step.size += size;
    else last = size;
  };
  enter(start);
  for (let step = path.at(-1); step; step = path.at(-1)) {
    const next = step.refersTo[step.counted];
    step.counted += 1;
    if (next) enter(next);
    else {
      path.pop();
      known.set(step.key, step.size);
      add(step.size);
    }
  }
  return last;
}

function referred(model: Model, { cube, member }: Piece): Piece[] {
  return sqlTemplatesOf(member).flatMap(({ parts }) =>
    parts.flatMap((part): Piece[] => {
      const found = part.kind === 'reference' && resolveReference(part, cubeOf(model, cube), model.cubes);
      return found && found.kind === 'member' ? [{ cube: found.cube, member: found.member }] : [];
    }),
  );
}
