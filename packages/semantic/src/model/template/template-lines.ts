import type { JinjaToken } from './values/jinja-library.ts';
import { linesIn } from './template-tags.ts';

/** Around the number of a line, in a text that is to be rendered; no author writes these. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];
const MARK = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g');
const TAG = /\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}/gs;

/** Whether the lines of a template can be told from its text. */
export function canMarkLines(source: string): boolean {
  return !source.includes(OPEN) && !source.includes(CLOSE);
}

/** The tokens with the number of its line at the begin of each line of literal text. */
export function markLines(source: string, tokens: readonly JinjaToken[]): JinjaToken[] {
  // Tokens do not know their locations; each text is found behind the one before, where no tag is.
  const withoutTags = source.replaceAll(TAG, (tag) => tag.replaceAll(/[^\n]/g, '\0'));
  let position = 0;
  let line = 1;
  return tokens.map((token, index) => {
    if (token.type !== 'Text') return token;
    const start = withoutTags.indexOf(token.value, position);
    if (start === -1) return token;
    line += linesIn(source.slice(position, start));
    position = start + token.value.length;
    const first = index === 0 ? mark(line) : '';
    const marked = token.value.replaceAll('\n', () => {
      line += 1;
      return `\n${mark(line)}`;
    });
    return { ...token, value: first + marked };
  });
}

function mark(line: number): string {
  return `${OPEN}${line}${CLOSE}`;
}

/** The number that a marked text ends with, or undefined where it holds none. */
export function lastLineIn(text: string): number | undefined {
  const last = [...text.matchAll(MARK)].at(-1)?.[1];
  return last === undefined ? undefined : Number(last);
}

/** Takes the marks out again: the text, and for each of its lines the line of the template that it came from. */
export function readMarks(marked: string): { text: string; lines: number[] } {
  let last = 1;
  const lines = marked.split('\n').map((line) => {
    const first = new RegExp(MARK.source).exec(line)?.[1];
    if (first !== undefined) last = Number(first);
    return last;
  });
  return { text: marked.replaceAll(MARK, ''), lines };
}
