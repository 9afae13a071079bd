/** A text as a pattern that finds it anywhere; what patterns mean by `%` and `_` is taken literally. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
