/** The mention that is being written: where its `@` is, and what is behind it. */
export interface MentionDraft {
  readonly start: number;
  readonly search: string;
}

/** Words of a username that are looked for. */
const MAX_WORDS = 3;

/**
 * The mention that ends at the caret; undefined where none is written. A space at its end ends it, until more follows.
 */
export function mentionAt(text: string, caret: number): MentionDraft | undefined {
  const match = /(?<![\p{L}\p{N}_])@([^\n@]{0,60}(?:@[^\s@]{0,60})?)$/u.exec(text.slice(0, caret));
  const search = match?.[1];
  if (match === null || search === undefined || /^\s|\s$/.test(search)) return undefined;
  if (search.split(/\s+/).length > MAX_WORDS) return undefined;
  return { start: match.index, search };
}
