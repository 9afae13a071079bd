const CLOSING: Record<string, string> = { '{%': '%}', '{{': '}}', '{#': '#}' };

/** A tag of a template as it is written: a statement, an expression or a comment. */
interface TemplateTag {
  readonly text: string;
  /** Where it begins in the source. */
  readonly index: number;
  /** Counted from 1. */
  readonly line: number;
  /** One that nothing closes reaches to the end of the source. */
  readonly isClosed: boolean;
}

/** The tags of a template, in their order; what looks like one within another is none. */
export function* tagsOf(source: string): Generator<TemplateTag> {
  let line = 1;
  let position = 0;
  for (const { index, 0: opening } of source.matchAll(/\{[%{#]/g)) {
    if (index < position) continue;
    line += linesIn(source.slice(position, index));
    const closing = source.indexOf(CLOSING[opening] ?? '', index + 2);
    const end = closing === -1 ? source.length : closing + 2;
    const text = source.slice(index, end);
    yield { text, index, line, isClosed: closing !== -1 };
    if (closing === -1) return;
    line += linesIn(text);
    position = end;
  }
}

/** The column, counted from 1, of the tag that begins in a line; 1 where there is none, or more than one. */
export function columnOfOnlyTag(source: string, line: number): number {
  const [only, ...more] = [...tagsOf(source)].filter((tag) => tag.line === line);
  return only && more.length === 0 ? only.index - source.lastIndexOf('\n', only.index) : 1;
}

/** How many lines a text ends. */
export function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
