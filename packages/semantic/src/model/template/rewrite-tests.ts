import { checkCallName } from './filters/filters.ts';
import type { JinjaToken } from './values/jinja-library.ts';
import { endOfGroup, opensGroup } from './token-groups.ts';

/** What a test is called where it has become a filter; no filter has a blank in its name. */
export const TEST_AS_FILTER = /^is (not )?(.+)$/;

/** Words behind a test that are no argument of it. */
const OPERATORS = new Set(['and', 'or', 'else', 'if', 'is', 'in', 'not', 'recursive']);
const LITERALS = new Set(['StringLiteral', 'NumericLiteral', 'Identifier']);

/**
 * Makes filters of tests: `n is divisibleby 3` becomes `n | is divisibleby(3)`, which binds as strongly. The library
 * reads no arguments of tests.
 *
 * @throws where there is no filter or test of a name
 */
export function rewriteTests(tokens: readonly JinjaToken[]): JinjaToken[] {
  const result: JinjaToken[] = [];
  let position = 0;
  while (position < tokens.length) {
    const [before, token, next] = [tokens[position - 1], tokens[position], tokens[position + 1]];
    if (!token) break;
    if (token.type === 'Pipe' && next?.type === 'Identifier') checkCallName('filter', next.value);
    if (isWord(token, 'is') && before?.type !== 'Dot') {
      const test = rewriteTest(tokens, position);
      result.push(...test.tokens);
      position = test.end;
    } else {
      result.push(token);
      position += 1;
    }
  }
  return result;
}

function rewriteTest(tokens: readonly JinjaToken[], start: number): { tokens: JinjaToken[]; end: number } {
  const isNegated = isWord(tokens[start + 1], 'not');
  const at = start + (isNegated ? 2 : 1);
  const name = tokens[at];
  // The library says what is wrong with it.
  if (name?.type !== 'Identifier') return { tokens: tokens.slice(start, at), end: at };
  checkCallName('test', name.value);
  const filter = { type: 'Identifier', value: `is ${isNegated ? 'not ' : ''}${name.value}` };
  const call = [{ type: 'Pipe', value: '|' }, filter];
  const end = endOfArgument(tokens, at + 1);
  if (end === at + 1) return { tokens: call, end };
  const argument = rewriteTests(tokens.slice(at + 1, end));
  return {
    tokens: [...call, { type: 'OpenParen', value: '(' }, ...argument, { type: 'CloseParen', value: ')' }],
    end,
  };
}

/** Where an argument without parentheses ends; where it would begin if there is none. */
function endOfArgument(tokens: readonly JinjaToken[], start: number): number {
  const first = tokens[start];
  if (!first || first.type === 'OpenParen' || [...OPERATORS].some((word) => isWord(first, word)))
    return start;
  if (!LITERALS.has(first.type) && !opensGroup(first)) return start;
  let end = opensGroup(first) ? endOfGroup(tokens, start) : start + 1;
  for (;;) {
    const next = tokens[end];
    if (next?.type === 'Dot') end += 2;
    else if (next?.type === 'OpenParen' || next?.type === 'OpenSquareBracket') end = endOfGroup(tokens, end);
    else return Math.min(end, tokens.length);
  }
}

function isWord(token: JinjaToken | undefined, value: string): boolean {
  return token?.type === 'Identifier' && token.value === value;
}
