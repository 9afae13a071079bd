import { shownName } from '../query/input.ts';
import { fieldError } from './field-error.ts';

/** A word, number, text or symbol of an expression; `at` counts from 1. */
export interface FieldToken {
  readonly kind: 'word' | 'number' | 'text' | 'symbol' | 'end';
  readonly text: string;
  readonly at: number;
}

const SPACE = /\s+/y;
const WORD = /[A-Za-z_]\w*/y;
/** More digits than any type holds are of no use. */
const NUMBER = /\d{1,30}(?:\.\d{1,30})?(?![\w.])/y;
const TEXT = /'((?:[^']|'')*)'/y;
/** Two minus signs would be a comment elsewhere. */
const SYMBOL = /<>|!=|<=|>=|\|\||-(?!-)|[+*/=<>(),.]/y;

/**
 * Splits an expression. There are no comments, no quoted names and no parameters: whatever else stands in SQL is
 * refused.
 *
 * @throws QueryError `invalid_expression`
 */
export function readFieldTokens(source: string): FieldToken[] {
  const tokens: FieldToken[] = [];
  let position = 0;
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = position;
    return pattern.exec(source) ?? undefined;
  };
  while (position < source.length) {
    const at = position + 1;
    const space = match(SPACE);
    const text = space ? undefined : match(TEXT);
    const plain = space ?? text ?? match(NUMBER) ?? match(WORD) ?? match(SYMBOL);
    if (!plain)
      throw fieldError(at, `${shownName(JSON.stringify(source.slice(position, at + 9)))} cannot be read`);
    position += plain[0].length;
    if (space) continue;
    if (text) tokens.push({ kind: 'text', text: (text[1] ?? '').replaceAll("''", "'"), at });
    else tokens.push({ kind: kindOf(plain[0]), text: plain[0] === '!=' ? '<>' : plain[0], at });
  }
  return [...tokens, { kind: 'end', text: '', at: source.length + 1 }];
}

function kindOf(text: string): FieldToken['kind'] {
  if (/^\d/.test(text)) return 'number';
  return /^\w/.test(text) ? 'word' : 'symbol';
}
