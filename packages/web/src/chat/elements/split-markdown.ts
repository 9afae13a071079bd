const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Of a line without white space around it. */
const DELIMITER_ROW = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;

/** What a line stands in, as far as a part that begins in the midst of it must say it again. */
interface Surroundings {
  /** The line that has begun the code. */
  readonly fence: string | undefined;
  /** The head of the table, and the row of dashes below it. */
  readonly tableHead: string | undefined;
}

const NOWHERE: Surroundings = { fence: undefined, tableHead: undefined };

/**
 * Splits a Markdown text into parts of at most `maxLength` characters that mean the same one after the other: between
 * blocks, else between lines. A table or code that is longer goes on in the next part, with its head or its fence said
 * again.
 */
export function splitMarkdown(text: string, maxLength: number): string[] {
  if (text.length <= maxLength) return [text];
  // Room for the head of a table, or for fences.
  const roomyLength = Math.floor(maxLength * 0.9);
  const lines = text.split('\n').flatMap((line) => chunksOf(line, Math.floor(maxLength * 0.8)));
  const parts: string[] = [];
  let part: string[] = [];
  let length = 0;
  /** Where in the part a block begins. */
  let blockStart = 0;
  let at = NOWHERE;
  const take = (line: string) => {
    part.push(line);
    length += line.length + 1;
  };
  const close = (rest: readonly string[]) => {
    parts.push(part.join('\n'));
    part = [];
    length = 0;
    blockStart = 0;
    for (const line of rest) take(line);
  };
  for (const [index, line] of lines.entries()) {
    if (length + line.length > roomyLength && part.length > 0) {
      if (blockStart > 0) close(part.splice(blockStart));
      if (length + line.length > roomyLength && part.length > 0) {
        const { fence, tableHead } = at;
        if (fence !== undefined) part.push(markOf(fence));
        close([fence ?? tableHead ?? []].flat());
      }
    }
    if (startsBlock(line, lines[index - 1], at)) blockStart = part.length;
    at = surroundingsAfter(at, line, lines[index - 1]);
    take(line);
  }
  parts.push(part.join('\n'));
  return parts;
}

/** Lists go on over blank lines: what is indented, or is an item, stays with what is above. */
function startsBlock(line: string, before: string | undefined, { fence }: Surroundings): boolean {
  return fence === undefined && before?.trim() === '' && /^[^\s\-*+\d>]/.test(line);
}

function surroundingsAfter(at: Surroundings, line: string, before: string | undefined): Surroundings {
  const mark = FENCE.exec(line)?.[1];
  if (at.fence !== undefined) {
    const opened = markOf(at.fence);
    const isEnd = mark?.startsWith(opened) === true && line.trim() === mark;
    return isEnd ? NOWHERE : at;
  }
  if (mark !== undefined) return { fence: line, tableHead: undefined };
  if (line.trim() === '') return NOWHERE;
  const isHead = before?.includes('|') === true && line.includes('-') && DELIMITER_ROW.test(line.trim());
  return isHead && at.tableHead === undefined ? { fence: undefined, tableHead: `${before}\n${line}` } : at;
}

const markOf = (fence: string): string => FENCE.exec(fence)?.[1] ?? '';

/** Pieces of a line; no character is cut in two. */
function chunksOf(line: string, maxLength: number): string[] {
  if (line.length <= maxLength) return [line];
  const end = /[\ud800-\udbff]/.test(line.charAt(maxLength - 1)) ? maxLength - 1 : maxLength;
  return [line.slice(0, end), ...chunksOf(line.slice(end), maxLength)];
}
