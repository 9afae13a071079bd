import type { Cube, Member, Model } from '../model/model.ts';
import { resolveReference } from '../model/resolve-reference.ts';
import type { Snippet } from '../model/snippet.ts';
import { snippetsOf } from '../model/snippets-of.ts';
import { cubeOf } from './member-ref.ts';

/** A join path: the first cube, and how to walk on from it. */
export type JoinPath = readonly string[];

/** The join paths that a member's SQL needs beyond its own cube, followed through the members that it refers to. */
export function joinPathsOf(model: Model, member: Member, path: JoinPath): JoinPath[] {
  // Its value comes from a SELECT of its own, which is joined on the key.
  if (member.kind === 'dimension' && member.value.kind === 'sub-query') return [];
  const cube = cubeOf(model, path.at(-1) ?? '');
  return snippetsOf(member).flatMap((snippet) => joinPathsOfSnippet(model, snippet, cube, path));
}

export function joinPathsOfSnippet(model: Model, snippet: Snippet, cube: Cube, path: JoinPath): JoinPath[] {
  return snippet.parts.flatMap((part) => {
    if (part.kind !== 'reference') return [];
    const resolved = resolveReference(part, cube, model.cubes);
    if (resolved.kind === 'unknown' || resolved.kind === 'cube-sql') return [];
    const reached = [...path, ...resolved.path.slice(1)];
    const own = reached.length > path.length ? [reached] : [];
    return resolved.kind === 'member' ? [...own, ...joinPathsOf(model, resolved.member, reached)] : own;
  });
}
