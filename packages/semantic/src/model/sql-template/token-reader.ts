import type { Token } from './expression-tokens.ts';

/** What is wrong with an expression, and what to write instead. */
export class ExpressionFault extends Error {
  override readonly name = 'ExpressionFault';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** Walks through the tokens of an expression. */
export interface TokenReader {
  /** Takes a symbol if it comes next. */
  accept(symbol: string): boolean;
  /** Takes a name if it comes next. */
  acceptName(text: string): boolean;
  /** @throws ExpressionFault when something else comes next */
  expect(symbol: string): void;
  /** @throws ExpressionFault when no name comes next */
  name(): string;
  /** Takes the next token, whatever it is. */
  next(): Token | undefined;
  /** Whether a text comes next. */
  isAtText(): boolean;
  isAtEnd(): boolean;
  /** For what cannot be read; the caller throws it. */
  fault(): ExpressionFault;
}

/** Reads tokens one after another. */
export function createTokenReader(tokens: readonly Token[], source: string, hint: string): TokenReader {
  let position = 0;
  const fault = () => new ExpressionFault(`{${source}} cannot be read`, hint);
  const take = (kind: Token['kind'], text: string) => {
    const token = tokens[position];
    const isNext = token?.kind === kind && 'text' in token && token.text === text;
    if (isNext) position += 1;
    return isNext;
  };
  return {
    accept: (symbol) => take('symbol', symbol),
    acceptName: (text) => take('name', text),
    expect(symbol) {
      if (!take('symbol', symbol)) throw fault();
    },
    name() {
      const token = tokens[position];
      if (token?.kind !== 'name') throw fault();
      position += 1;
      return token.text;
    },
    next: () => tokens[position++],
    isAtText: () => tokens[position]?.kind === 'string' || tokens[position]?.kind === 'f-string',
    isAtEnd: () => position >= tokens.length,
    fault,
  };
}
