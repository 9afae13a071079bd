import { textOf, type Fragment } from './fragment.ts';

/** Longer SQL is put in parentheses without a look at it. */
const MAX_SIMPLE_LENGTH = 200;

/** In parentheses, unless it is a name or one call, so that it keeps its meaning beside any operator. */
export function parenthesized(fragment: Fragment): Fragment {
  const text = textOf(fragment, MAX_SIMPLE_LENGTH);
  const isSimple = text !== undefined && /^[\w".]+$|^\w+\([^()]*\)$/.test(text);
  return isSimple ? fragment : ['(', fragment, ')'];
}
