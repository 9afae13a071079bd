import { checkCallName } from './filters/filters.ts';
import type { JinjaToken } from './values/jinja-library.ts';
import { rewriteTests } from './rewrite-tests.ts';
import { endOfGroup, splitAtCommas } from './token-groups.ts';

/** Functions of ours that statements call; with a blank, so that no author can. */
export const OWN_NAMES = { include: 'include ', with: 'with ', call: 'call ', do: 'do ' };

const token = (type: string, value: string): JinjaToken => ({ type, value });
const word = (value: string) => token('Identifier', value);
const quoted = (value: string) => token('StringLiteral', value);
const [OPEN, CLOSE] = [token('OpenParen', '('), token('CloseParen', ')')];
const [COMMA, EQUALS] = [token('Comma', ','), token('Equals', '=')];
const [OPEN_EXPRESSION, CLOSE_EXPRESSION] = [token('OpenExpression', '{{'), token('CloseExpression', '}}')];

const statement = (...tokens: readonly JinjaToken[]) => [
  token('OpenStatement', '{%'),
  ...tokens,
  token('CloseStatement', '%}'),
];

/**
 * Says in the words of the library what it does not know: tests with arguments become filters, `include` a call of a
 * function that is told the `path` of the template, `with` a call block, `do` a `set`.
 *
 * @throws where there is no filter or test of a name
 */
export function rewriteTokens(tokens: readonly JinjaToken[], path: string): JinjaToken[] {
  const result: JinjaToken[] = [];
  let position = 0;
  while (position < tokens.length) {
    const end = endOfTag(tokens, position);
    const tag = tokens.slice(position, end);
    if (tag[0]?.type === 'OpenStatement' && tag.at(-1)?.type === 'CloseStatement')
      result.push(...rewriteStatement(tag.slice(1, -1), path));
    else result.push(...rewriteTests(tag));
    position = end;
  }
  return result;
}

/** Behind the token that closes the tag which another opens; behind that itself where it opens none. */
function endOfTag(tokens: readonly JinjaToken[], start: number): number {
  const closing = CLOSING[tokens[start]?.type ?? ''];
  if (closing === undefined) return start + 1;
  let end = start + 1;
  while (end < tokens.length && tokens[end - 1]?.type !== closing) end += 1;
  return end;
}

const CLOSING: Record<string, string> = {
  OpenStatement: 'CloseStatement',
  OpenExpression: 'CloseExpression',
};

function rewriteStatement(tokens: readonly JinjaToken[], path: string): JinjaToken[] {
  const [head, ...written] = tokens;
  const rest = rewriteTests(written);
  const rewritten = REWRITERS[head?.value ?? '']?.(rest, path);
  return rewritten ?? statement(...(head ? [head] : []), ...rest);
}

type Rewriter = (rest: readonly JinjaToken[], path: string) => JinjaToken[] | undefined;

/** By the first word; undefined where a statement cannot be read, which the library then says. */
const REWRITERS: Readonly<Record<string, Rewriter>> = {
  include: rewriteInclude,
  with: rewriteWith,
  endwith: () => statement(word('endcall')),
  do: (rest) => statement(word('set'), word(OWN_NAMES.do), EQUALS, ...rest),
  call: rewriteCall,
  filter(rest) {
    checkCallName('filter', rest[0]?.value ?? '');
    return undefined;
  },
};

function rewriteInclude(rest: readonly JinjaToken[], path: string): JinjaToken[] | undefined {
  const tail = rest.slice(-2).map(({ value }) => value);
  const hasContext = tail.join(' ') === 'with context' || tail.join(' ') === 'without context';
  const named = hasContext ? rest.slice(0, -2) : rest;
  const mayBeMissing =
    named
      .slice(-2)
      .map(({ value }) => value)
      .join(' ') === 'ignore missing';
  const which = mayBeMissing ? named.slice(0, -2) : named;
  if (which.length === 0) return undefined;
  const flags = `${mayBeMissing ? 'missing' : ''} ${tail[0] === 'without' ? 'alone' : ''}`;
  const args = [quoted(path), COMMA, ...which, COMMA, quoted(flags)];
  return [OPEN_EXPRESSION, word(OWN_NAMES.include), OPEN, ...args, CLOSE, CLOSE_EXPRESSION];
}

function rewriteWith(rest: readonly JinjaToken[]): JinjaToken[] | undefined {
  const pairs = splitAtCommas(rest).map(([name, equals, ...value]) => ({ name, equals, value }));
  const names = pairs.flatMap(({ name, equals }) =>
    name?.type === 'Identifier' && equals?.type === 'Equals' ? [name] : [],
  );
  if (names.length < pairs.length) return undefined;
  const values = pairs.flatMap(({ value }, index) => (index === 0 ? value : [COMMA, ...value]));
  const parameters = names.flatMap((name, index) => (index === 0 ? [name] : [COMMA, name]));
  return statement(word('call'), OPEN, ...parameters, CLOSE, word(OWN_NAMES.with), OPEN, ...values, CLOSE);
}

/** The library calls names alone, so that a macro of an imported template gets one. */
function rewriteCall(rest: readonly JinjaToken[]): JinjaToken[] | undefined {
  const start = rest[0]?.type === 'OpenParen' ? endOfGroup(rest, 0) : 0;
  const end = rest.findIndex(({ type }, at) => at > start && type === 'OpenParen');
  const callee = rest.slice(start, end);
  if (end === -1 || callee.length < 2) return undefined;
  return [
    ...statement(word('set'), word(OWN_NAMES.call), EQUALS, ...callee),
    ...statement(word('call'), ...rest.slice(0, start), word(OWN_NAMES.call), ...rest.slice(end)),
  ];
}
