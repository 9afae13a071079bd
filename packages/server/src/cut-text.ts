/**
 * A text as far as there is room for it, with `…` in place of what is left out; no character is cut in two.
 *
 * @param most how long the result may be, as UTF-16 counts characters
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
