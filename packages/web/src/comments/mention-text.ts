/** The mention that is being written: where its `@` is, and what is behind it. */
export interface MentionDraft {
  readonly start: number;
  readonly search: string;
}

/** Words of a username that are looked for. */
const MAX_WORDS = 3;

/** The mention that ends at the caret; undefined where none is written. A space at its end ends it, until more follows. */
export function mentionAt(text: string, caret: number): MentionDraft | undefined {
  const match = /(?<![\p{L}\p{N}_])@([^\n@]{0,60}(?:@[^\s@]{0,60})?)$/u.exec(text.slice(0, caret));
  const search = match?.[1];
  if (match === null || search === undefined || /^\s|\s$/.test(search)) return undefined;
  if (search.split(/\s+/).length > MAX_WORDS) return undefined;
  return { start: match.index, search };
}

/** A part of a body: plain, or the username of a viewer who is mentioned. */
export interface BodyPart<Mention> {
  readonly text: string;
  readonly mention?: Mention;
}

/** A body as its plain parts and its mentions, the longest names first. */
export function partsOf<Mention extends { readonly username: string }>(
  body: string,
  mentions: readonly Mention[],
): BodyPart<Mention>[] {
  if (mentions.length === 0) return [{ text: body }];
  const byName = new Map(mentions.map((mention) => [mention.username.toLowerCase(), mention]));
  const names = [...byName.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_])@(?:${names.map((name) => escaped(name)).join('|')})(?![\\p{L}\\p{N}_])`,
    'giu',
  );
  const parts: BodyPart<Mention>[] = [];
  let end = 0;
  for (const { 0: text, index } of body.matchAll(pattern)) {
    const mention = byName.get(text.slice(1).toLowerCase());
    if (index > end) parts.push({ text: body.slice(end, index) });
    parts.push({ text, ...(mention && { mention }) });
    end = index + text.length;
  }
  if (end < body.length) parts.push({ text: body.slice(end) });
  return parts;
}

/** A text as a pattern that it alone meets. Of Unicode patterns nothing else may be escaped. */
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
