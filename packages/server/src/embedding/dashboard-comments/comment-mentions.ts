import { limits } from '@oriel/contract';

/** Places at which the username of one mention may end that are looked at. */
const MAX_ENDS = 24;

const isWordCharacter = (character: string) => /[\p{L}\p{N}_]/u.test(character);

/**
 * What a body may mention: for each `@` that no word goes before, the texts behind it that a username may be, the
 * longest first, in lower case. Usernames hold spaces, dots and `@` themselves, so where one ends is for those who know
 * which there are.
 *
 * At most {@link limits.MAX_COMMENT_MENTIONS} mentions; a username ends in its line, and before no letter or digit.
 */
export function mentionCandidates(body: string): string[][] {
  const mentions: string[][] = [];
  for (const { index } of body.matchAll(/(?<![\p{L}\p{N}_])@/gu)) {
    const candidates = candidatesIn(body.slice(index + 1, index + 1 + limits.MAX_NAME_LENGTH + 1));
    if (candidates.length > 0) mentions.push(candidates);
    if (mentions.length === limits.MAX_COMMENT_MENTIONS) break;
  }
  return mentions;
}

function candidatesIn(text: string): string[] {
  const [line = ''] = text.split(/[\r\n]/, 1);
  const characters = [...line];
  const candidates: string[] = [];
  for (let end = 1; end <= characters.length && candidates.length < MAX_ENDS; end += 1) {
    const [last = '', next] = [characters[end - 1], characters[end]];
    if (/\s/.test(last) || (next !== undefined && isWordCharacter(next))) continue;
    candidates.unshift(characters.slice(0, end).join('').toLowerCase());
  }
  return candidates;
}

/** The ids of the viewers whom mentions name: of each the longest username that there is. */
export function mentionedIds(
  mentions: readonly (readonly string[])[],
  viewers: readonly { readonly id: number; readonly username: string }[],
): number[] {
  const named = mentions.flatMap((candidates) => {
    const found = candidates.find((candidate) => viewers.some((viewer) => isNamed(viewer, candidate)));
    return found === undefined ? [] : viewers.filter((viewer) => isNamed(viewer, found));
  });
  return [...new Set(named.map(({ id }) => id))].slice(0, limits.MAX_COMMENT_MENTIONS);
}

function isNamed({ username }: { readonly username: string }, candidate: string): boolean {
  return username.toLowerCase() === candidate;
}
