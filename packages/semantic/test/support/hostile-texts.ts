import fc from 'fast-check';

/** What could end a literal, a name or a statement; no engine here has a text with a zero in it. */
const PARTS = ["'", '"', '\\', '$1', '$$', '--', '/*', ';', '`', '\n', '\t', '{', '%', 'a', 'É', '😀', ' '];

/** Texts of such parts. */
export const hostileTexts = fc
  .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(''));
