import { readSyntax } from './template-syntax.ts';
import { tagsOf } from './template-tags.ts';

const BLOCKS = new Set(['if', 'for', 'macro', 'call', 'filter', 'with']);
/** Parts of a block, which mean nothing alone. */
const INNER = new Set(['else', 'break', 'continue']);

/**
 * The line, counted from 1, of the first tag of a template that cannot be read, or that opens a block which nothing
 * closes. The library's errors have no locations, so each tag is tried by itself.
 */
export function lineOfSyntaxFault(source: string): number {
  const open: { word: string; line: number }[] = [];
  for (const tag of tagsOf(source)) {
    if (!tag.isClosed || !canBeRead(tag.text)) return tag.line;
    const word = wordOf(tag.text);
    if (opensBlock(tag.text)) open.push({ word, line: tag.line });
    else if (word.startsWith('end') && open.pop()?.word !== word.slice('end'.length)) return tag.line;
  }
  return open.at(-1)?.line ?? 1;
}

/** The first word of a statement; of anything else, nothing. */
function wordOf(tag: string): string {
  return /^\{%-?\s*(\w+)/.exec(tag)?.[1] ?? '';
}

/** A `set` without a value takes what stands up to its `endset`. */
function opensBlock(tag: string): boolean {
  const word = wordOf(tag);
  return BLOCKS.has(word) || (word === 'set' && !tag.includes('='));
}

function canBeRead(tag: string): boolean {
  const word = wordOf(tag);
  if (tag.startsWith('{#') || INNER.has(word) || word.startsWith('end')) return true;
  const whole =
    word === 'elif' ? `{% if true %}${tag}{% endif %}` : opensBlock(tag) ? `${tag}{% end${word} %}` : tag;
  try {
    readSyntax(whole, '');
    return true;
  } catch (error) {
    // Whatever the library throws, it has not understood the tag.
    return !(error instanceof Error);
  }
}
