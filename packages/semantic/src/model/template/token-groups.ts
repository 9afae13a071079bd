import type { JinjaToken } from './values/jinja-library.ts';

const OPENING = new Set(['OpenParen', 'OpenSquareBracket', 'OpenCurlyBracket']);
const CLOSING = new Set(['CloseParen', 'CloseSquareBracket', 'CloseCurlyBracket']);

/** Whether a token begins what stands in parentheses, brackets or braces. */
export const opensGroup = (token: JinjaToken | undefined): boolean => OPENING.has(token?.type ?? '');

/** Groups within one another; each is looked through to find its end. */
const MAX_DEPTH = 100;

/**
 * Where the group ends that begins at a token: behind its closing one.
 *
 * @throws where groups are nested too deeply
 */
export function endOfGroup(tokens: readonly JinjaToken[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    const type = tokens[at]?.type ?? '';
    if (OPENING.has(type)) depth += 1;
    else if (CLOSING.has(type)) depth -= 1;
    if (depth === 0) return at + 1;
    if (depth > MAX_DEPTH) throw new Error('it is nested too deeply');
  }
  return tokens.length;
}

/** The parts between the commas that are in no group; none where there are no tokens. */
export function splitAtCommas(tokens: readonly JinjaToken[]): JinjaToken[][] {
  const parts: JinjaToken[][] = [];
  let position = 0;
  for (let at = 0; at < tokens.length;) {
    const end = opensGroup(tokens[at]) ? endOfGroup(tokens, at) : at + 1;
    if (tokens[at]?.type === 'Comma') {
      parts.push(tokens.slice(position, at));
      position = end;
    }
    at = end;
  }
  return position < tokens.length ? [...parts, tokens.slice(position)] : parts;
}
