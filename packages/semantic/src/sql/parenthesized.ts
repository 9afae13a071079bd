import { textOf, type Fragment } from './fragment.ts';

/** Longer SQL is put in parentheses without a look at it. */
const MAX_NAME_LENGTH = 200;

/**
 * In parentheses, so that it keeps its meaning beside any operator. SQL of authors binds weakest: whether `NOT(x)` is a call or an
 * operator with its operand no pattern can tell. Bare alone is what consists of characters of names and numbers: without a blank or a
 * sign there is no operator in it.
 */
export function parenthesized(fragment: Fragment): Fragment {
  const text = textOf(fragment, MAX_NAME_LENGTH);
  const isName = text !== undefined && /^[\w".]+$/.test(text);
  return isName ? fragment : ['(', fragment, ')'];
}
