import { textOf, type Fragment } from './fragment.ts';

const NAME_OR_NUMBER = /^(?:(?:"[^"]+"|[a-z_]\w*)(?:\.(?:"[^"]+"|[a-z_]\w*))*|\d+(?:\.\d+)?)$/i;
/** Longer SQL is put in parentheses without a look at it. */
const MAX_NAME_LENGTH = 200;

/**
 * In parentheses, so that it keeps its meaning beside any operator. SQL of authors binds weakest: whether `NOT(x)` is a
 * call or an operator with its operand no pattern can tell. Bare alone is one name, its parts joined by dots, or one
 * number: `NOT"a"` and `"a"OR"b"` are none, though they have neither a blank nor a sign.
 */
export function parenthesized(fragment: Fragment): Fragment {
  const text = textOf(fragment, MAX_NAME_LENGTH);
  return text !== undefined && NAME_OR_NUMBER.test(text) ? fragment : ['(', fragment, ')'];
}
