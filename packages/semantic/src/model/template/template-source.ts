/** In place of a brace that is no begin of a tag; no author writes it. */
const BRACE = '\uE002';
const OPENING = /\{[#{%]/g;
const CLOSING: Record<string, string> = { '{#': '#}', '{{': '}}', '{%': '%}' };
const RAW = /\{%[-+]?\s*raw\s*[-+]?%\}/y;
const END_OF_RAW = /\{%[-+]?\s*endraw\s*[-+]?%\}/g;

/**
 * Takes out of a template what the library does not know, without moving anything: `{% raw %}` and its end become
 * comments, the braces between them signs that {@link restoreBraces} turns back, and the plus of `{%+` a blank, since
 * blanks before tags stay anyway. A `raw` that nothing ends stays as it is.
 *
 * @throws where the template has the sign
 */
export function protectRaw(source: string): string {
  if (source.includes(BRACE)) throw new Error('it has the sign U+E002, which stands for nothing');
  let text = '';
  let position = 0;
  let mayHaveRaw = true;
  OPENING.lastIndex = 0;
  for (let found = OPENING.exec(source); found; found = OPENING.exec(source)) {
    const end = source.indexOf(CLOSING[found[0]] ?? '', found.index + 2) + 2;
    if (end < 2) break;
    const tag = source.slice(found.index, end);
    const opensRaw = mayHaveRaw && isRaw(source, found.index);
    const endOfRaw = opensRaw ? matchFrom(END_OF_RAW, source, end) : null;
    if (opensRaw && !endOfRaw) mayHaveRaw = false;
    const body = endOfRaw ? source.slice(end, endOfRaw.index) : '';
    text += source.slice(position, found.index);
    text += endOfRaw
      ? commentOf(tag) + body.replaceAll('{', BRACE) + commentOf(endOfRaw[0])
      : withoutPlus(tag);
    position = endOfRaw ? endOfRaw.index + endOfRaw[0].length : end;
    OPENING.lastIndex = position;
  }
  return text + source.slice(position);
}

/** Turns the braces of raw parts back. */
export function restoreBraces(text: string): string {
  return text.replaceAll(BRACE, '{');
}

function isRaw(source: string, index: number): boolean {
  RAW.lastIndex = index;
  return RAW.test(source);
}

function matchFrom(pattern: RegExp, source: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(source);
}

const commentOf = (tag: string) => `{#${tag.slice(2, -2)}#}`;

function withoutPlus(tag: string): string {
  return tag.startsWith('{%') ? tag.replace(/^\{%\+/, '{% ').replace(/\+%\}$/, ' %}') : tag;
}
