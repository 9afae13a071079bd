import { MAX_CALCULATED_FIELD_DEPTH } from '@oriel/contract/limits';
import { shownName } from '../query/input.ts';
import { fieldError } from './field-error.ts';
import {
  BINARY_OPERATORS,
  type BinaryOperator,
  type FieldCall,
  type FieldExpression,
} from './field-expression.ts';
import { readFieldTokens, type FieldToken } from './field-tokens.ts';

/** What binds tighter has a higher number. */
const PRECEDENCE: Record<BinaryOperator, number> = {
  OR: 1,
  AND: 2,
  '=': 4,
  '<>': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '||': 5,
  '*': 6,
  '/': 6,
};
const NOT = 3;
const COMPARISON = 4;
const TIGHTER = 1;
const SIGN = 7;
const RESERVED = new Set(
  'AND OR NOT IS IN BETWEEN CASE WHEN THEN ELSE END NULL TRUE FALSE DISTINCT FILTER WHERE LIKE SELECT FROM'.split(
    ' ',
  ),
);

/**
 * Parses the expression of a calculated field: members, literals, `+ - * / ||`, comparisons, `AND`, `OR`, `NOT`, `IN`,
 * `BETWEEN`, `IS NULL`, `CASE`, calls, and `FILTER (WHERE …)` behind them. It is read as SQL reads it, and never
 * becomes SQL as it stands.
 *
 * @throws QueryError `invalid_expression`
 */
export function parseField(source: string): FieldExpression {
  const tokens = readFieldTokens(source);
  let index = 0;
  let depth = 0;
  const end: FieldToken = { kind: 'end', text: '', at: source.length + 1 };
  const peek = (): FieldToken => tokens[index] ?? end;
  const take = (): FieldToken => {
    const token = peek();
    index += 1;
    return token;
  };
  const isNext = (text: string): boolean =>
    (peek().kind === 'symbol' && peek().text === text) ||
    (peek().kind === 'word' && peek().text.toUpperCase() === text);
  const takeIf = (text: string): boolean => {
    const found = isNext(text);
    if (found) index += 1;
    return found;
  };
  const expect = (text: string): void => {
    if (!takeIf(text)) throw unexpected(peek(), text);
  };

  const parse = (least: number): FieldExpression => {
    depth += 1;
    if (depth > MAX_CALCULATED_FIELD_DEPTH)
      throw fieldError(peek().at, `The expression is nested more than ${MAX_CALCULATED_FIELD_DEPTH} deep`);
    let left = parseOperand();
    for (let next = parseBehind(left, least); next; next = parseBehind(left, least)) left = next;
    depth -= 1;
    return left;
  };

  /** What an operator makes of what stands before it; undefined where none follows that binds as tight. */
  const parseBehind = (left: FieldExpression, least: number): FieldExpression | undefined => {
    const { at } = peek();
    if (least <= COMPARISON && takeIf('IS')) {
      const isNot = takeIf('NOT');
      expect('NULL');
      return { kind: 'is-null', at, operand: left, isNot };
    }
    const isNot = least <= COMPARISON && isNext('NOT') && ['IN', 'BETWEEN'].includes(wordAfter());
    if (isNot) index += 1;
    if (least <= COMPARISON && takeIf('IN'))
      return { kind: 'in', at, operand: left, list: parseList(), isNot };
    if (least <= COMPARISON && takeIf('BETWEEN')) return parseBetween(left, at, isNot);
    const operator = BINARY_OPERATORS.find(isNext);
    if (!operator || PRECEDENCE[operator] < least) return undefined;
    index += 1;
    return { kind: 'binary', at, operator, left, right: parse(PRECEDENCE[operator] + TIGHTER) };
  };
  const wordAfter = (): string => tokens[index + 1]?.text.toUpperCase() ?? '';

  const parseList = (): FieldExpression[] => {
    expect('(');
    const list = [parse(0)];
    while (takeIf(',')) list.push(parse(0));
    expect(')');
    return list;
  };

  const parseBetween = (operand: FieldExpression, at: number, isNot: boolean): FieldExpression => {
    const low = parse(COMPARISON + TIGHTER);
    expect('AND');
    const high = parse(COMPARISON + TIGHTER);
    const within: FieldExpression = {
      kind: 'binary',
      at,
      operator: 'AND',
      left: { kind: 'binary', at, operator: '>=', left: operand, right: low },
      right: { kind: 'binary', at, operator: '<=', left: operand, right: high },
    };
    return isNot ? { kind: 'unary', at, operator: 'NOT', operand: within } : within;
  };

  const parseOperand = (): FieldExpression => {
    const { at } = peek();
    if (takeIf('-')) return { kind: 'unary', at, operator: '-', operand: parse(SIGN) };
    if (takeIf('NOT')) return { kind: 'unary', at, operator: 'NOT', operand: parse(NOT) };
    if (takeIf('(')) {
      const inner = parse(0);
      expect(')');
      return inner;
    }
    const token = take();
    if (token.kind === 'number' || token.kind === 'text') return { kind: token.kind, at, text: token.text };
    if (token.kind !== 'word') throw unexpected(token);
    return parseWord(token);
  };

  const parseWord = (token: FieldToken): FieldExpression => {
    const { at, text } = token;
    const word = text.toUpperCase();
    if (word === 'CASE') return parseCase(at);
    if (word === 'NULL') return { kind: 'null', at };
    if (word === 'TRUE' || word === 'FALSE') return { kind: 'boolean', at, value: word === 'TRUE' };
    if (RESERVED.has(word)) throw unexpected(token);
    if (takeIf('(')) return parseCall(word, at);
    const path = [text];
    while (takeIf('.')) {
      const part = take();
      if (part.kind !== 'word') throw unexpected(part, 'a name');
      path.push(part.text);
    }
    return { kind: 'member', at, path };
  };

  const parseCall = (name: string, at: number): FieldCall => {
    const isDistinct = takeIf('DISTINCT');
    const args: FieldExpression[] = [];
    if (!takeIf(')')) {
      args.push(parse(0));
      while (takeIf(',')) args.push(parse(0));
      expect(')');
    }
    if (!takeIf('FILTER')) return { kind: 'call', at, name, args, isDistinct };
    expect('(');
    expect('WHERE');
    const filter = parse(0);
    expect(')');
    return { kind: 'call', at, name, args, isDistinct, filter };
  };

  const parseCase = (at: number): FieldExpression => {
    const operand = isNext('WHEN') ? undefined : parse(0);
    const when: { condition: FieldExpression; value: FieldExpression }[] = [];
    while (takeIf('WHEN')) {
      const tested = parse(0);
      expect('THEN');
      const condition: FieldExpression = operand
        ? { kind: 'binary', at: tested.at, operator: '=', left: operand, right: tested }
        : tested;
      when.push({ condition, value: parse(0) });
    }
    if (when.length === 0) throw unexpected(peek(), 'WHEN');
    const otherwise = takeIf('ELSE') ? parse(0) : undefined;
    expect('END');
    return { kind: 'case', at, when, ...(otherwise && { otherwise }) };
  };

  const whole = parse(0);
  if (peek().kind !== 'end') throw unexpected(peek());
  return whole;
}

function unexpected({ kind, text, at }: FieldToken, wanted?: string) {
  const found = kind === 'end' ? 'The expression ends' : `${JSON.stringify(shownName(text))} is not expected`;
  return fieldError(at, wanted === undefined ? found : `${found} where ${wanted} should be`);
}
