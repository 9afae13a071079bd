/** Shorter texts are parsed at once: they cost a few milliseconds, whatever they are. */
const MIN_LENGTH = 64 * 1024;

/** What a JSON text may be at most. */
interface JsonBounds {
  /** Objects and lists within each other. */
  readonly maxDepth: number;
  /** Entries of all objects and lists together. */
  readonly maxValues: number;
}

/**
 * Which bound a long JSON text is beyond; undefined where none. The parser would build all of it first: a few megabytes
 * of brackets or of short entries keep the thread, and everybody's requests, for seconds. What is no JSON may get any
 * answer.
 */
export function exceededBound(
  text: string,
  { maxDepth, maxValues }: JsonBounds,
): 'depth' | 'values' | undefined {
  if (text.length < MIN_LENGTH) return undefined;
  let depth = 0;
  let values = 0;
  for (let index = 0; index < text.length; index += 1)
    switch (text.charCodeAt(index)) {
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        if (depth > maxDepth) return 'depth';
        if (values > maxValues) return 'values';
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        if (values > maxValues) return 'values';
        break;
      case QUOTE:
        index = endOfString(text, index);
        break;
    }
  return undefined;
}

const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT, COMMA, QUOTE] = [0x5b, 0x7b, 0x5d, 0x7d, 0x2c, 0x22];

/** Where a string that begins at an index ends; the end of the text for one that does not. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text[index - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}
