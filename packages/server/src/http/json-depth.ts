/** Shorter texts are parsed at once: they cost a few milliseconds, whatever they are. */
const MIN_LENGTH = 64 * 1024;

/**
 * Whether a long JSON text nests objects and lists deeper than so many levels. The parser would build all of it first: 10 MB of
 * brackets keep the thread, and everybody's requests, for seconds. What is no JSON may get either answer.
 */
export function isNestedDeeper(text: string, maxDepth: number): boolean {
  if (text.length < MIN_LENGTH) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1)
    switch (text[index]) {
      case '[':
      case '{':
        depth += 1;
        if (depth > maxDepth) return true;
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
      case '"':
        index = endOfString(text, index);
        break;
    }
  return false;
}

/** Where a string that begins at an index ends; the end of the text for one that does not. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text[index - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}
