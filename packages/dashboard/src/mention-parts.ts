/** A part of a body: plain, or the username of a viewer who is mentioned. */
interface BodyPart<Mention> {
  readonly text: string;
  readonly mention?: Mention;
}

/** A body as its plain parts and its mentions, the longest names first. */
export function mentionParts<Mention extends { readonly username: string }>(
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
