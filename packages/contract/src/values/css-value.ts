/*
 * CSS values that people and hosts set: colours, lengths, fonts. A value is one value: no second declaration begins in it, and no
 * function loads anything.
 */

const FUNCTIONS = 'rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|calc|min|max|clamp';

/** As a pattern of JSON Schema, with functions in lower case. Backslashes would write a name in other letters. */
export const CSS_VALUE_PATTERN = String.raw`^(?:[^\\(){}<>;:@!]|(?:^|[\s,+*/-])(?:(?:${FUNCTIONS})?\()+|\))*$`;

const CSS_VALUE = new RegExp(CSS_VALUE_PATTERN);

/** Whether a text is such a value; the look of what is drawn takes no other. */
export function isCssValue(text: string): boolean {
  return text.length <= 255 && CSS_VALUE.test(text);
}
