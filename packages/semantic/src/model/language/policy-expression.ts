import { didYouMean } from './nearest-name.ts';
import { policyMethods } from './policy-methods.ts';

/**
 * The small expressions that access policies hold in braces: paths into the security context, a few methods of what is
 * found there, literals, `not`, `and`, `or`, comparisons, `in`, and parentheses. They are parsed when the model is
 * compiled and evaluated for each query.
 */
export type Condition =
  | { readonly kind: 'path'; readonly path: readonly string[] }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'not'; readonly of: Condition }
  | {
      readonly kind: 'call';
      readonly of: Condition;
      readonly method: string;
      readonly argument?: Condition;
    }
  | { readonly kind: 'and' | 'or' | '==' | '!=' | 'in'; readonly left: Condition; readonly right: Condition };

const TOKEN = /\s*(?:(==|!=|[().[\]])|([A-Za-z_]\w*)|(\d+(?:\.\d+)?)|"([^"]*)"|'([^']*)')/y;

type Token = { kind: 'symbol' | 'word' | 'number' | 'text'; text: string };

/** @throws a plain error with a sentence for the author when the text is no such expression */
export function parseCondition(source: string): Condition {
  const tokens = tokenize(source.replace(/^\s*\{/, '').replace(/\}\s*$/, ''));
  let position = 0;
  const peek = () => tokens[position]?.text;
  const take = () => tokens[position++];

  const parseOr = (): Condition => {
    let left = parseAnd();
    while (peek() === 'or') {
      take();
      left = { kind: 'or', left, right: parseAnd() };
    }
    return left;
  };
  const parseAnd = (): Condition => {
    let left = parseNot();
    while (peek() === 'and') {
      take();
      left = { kind: 'and', left, right: parseNot() };
    }
    return left;
  };
  const parseNot = (): Condition => {
    if (peek() !== 'not') return parseComparison();
    take();
    return { kind: 'not', of: parseNot() };
  };
  const parseComparison = (): Condition => {
    const left = parseOperand();
    const operator = peek();
    if (operator !== '==' && operator !== '!=' && operator !== 'in') return left;
    take();
    return { kind: operator, left, right: parseOperand() };
  };
  const parseOperand = (): Condition => {
    const token = take();
    if (token?.text === '(' && token.kind === 'symbol') {
      const inner = parseOr();
      if (take()?.text !== ')') throw new Error('a closing parenthesis is missing');
      return inner;
    }
    if (token?.kind === 'number') return { kind: 'literal', value: Number(token.text) };
    if (token?.kind === 'text') return { kind: 'literal', value: token.text };
    if (token?.kind === 'word') return parseWord(token.text);
    throw new Error(token ? `${token.text} is not expected here` : 'it ends too early');
  };
  const parseWord = (word: string): Condition => {
    const literal = new Map<string, boolean | null>([
      ['true', true],
      ['True', true],
      ['false', false],
      ['False', false],
      ['null', null],
      ['None', null],
    ]).get(word);
    if (literal !== undefined) return { kind: 'literal', value: literal };
    return parsePath([word]);
  };
  /** `.name` and `['name']` lead on, `.method(…)` ends a path; a further method may follow. */
  const parsePath = (path: readonly string[]): Condition => {
    if (peek() === '[') {
      take();
      const key = take();
      if ((key?.kind !== 'text' && key?.kind !== 'number') || take()?.text !== ']')
        throw new Error('a text or a number must stand in the brackets');
      return parsePath([...path, key.text]);
    }
    if (peek() !== '.') return { kind: 'path', path };
    take();
    const name = take();
    if (name?.kind !== 'word') throw new Error('a name must follow the dot');
    if (peek() !== '(') return parsePath([...path, name.text]);
    return parseCalls({ kind: 'path', path }, name.text);
  };
  const parseCalls = (of: Condition, method: string): Condition => {
    if (!Object.hasOwn(policyMethods, method))
      throw new Error(`there is no method ${method}. ${didYouMean(method, Object.keys(policyMethods))}`);
    take();
    const argument = peek() === ')' ? undefined : parseOr();
    if (take()?.text !== ')') throw new Error('a closing parenthesis is missing');
    const call: Condition = { kind: 'call', of, method, ...(argument && { argument }) };
    if (peek() !== '.') return call;
    take();
    const next = take();
    if (next?.kind !== 'word' || peek() !== '(') throw new Error('a method must follow the dot');
    return parseCalls(call, next.text);
  };

  const condition = parseOr();
  if (position < tokens.length) throw new Error(`${peek()} is not expected here`);
  return condition;
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (!match) throw new Error(`${JSON.stringify(source.slice(at).trim())} cannot be read`);
    const [, symbol, word, number, double, single] = match;
    if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else tokens.push({ kind: 'text', text: double ?? single ?? '' });
  }
  return tokens;
}

/** What an expression may look at: the names that its paths begin with. */
export type ConditionScope = Readonly<Record<string, unknown>>;

/** Evaluates an expression; a path that leads nowhere is undefined. */
export function evaluate(condition: Condition, scope: ConditionScope): unknown {
  switch (condition.kind) {
    case 'literal':
      return condition.value;
    case 'path':
      return condition.path.reduce<unknown>((value, name) => property(value, name), scope);
    case 'not':
      return !evaluate(condition.of, scope);
    case 'and':
      return evaluate(condition.left, scope) && evaluate(condition.right, scope);
    case 'or':
      return evaluate(condition.left, scope) || evaluate(condition.right, scope);
    case 'call': {
      const argument = condition.argument && evaluate(condition.argument, scope);
      return policyMethods[condition.method]?.(evaluate(condition.of, scope), argument);
    }
    case '==':
      return evaluate(condition.left, scope) === evaluate(condition.right, scope);
    case '!=':
      return evaluate(condition.left, scope) !== evaluate(condition.right, scope);
    case 'in': {
      const list = evaluate(condition.right, scope);
      return Array.isArray(list) && list.includes(evaluate(condition.left, scope));
    }
    default:
      return condition satisfies never;
  }
}

/** Own properties only: a context must not lead to what every object inherits. */
function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
