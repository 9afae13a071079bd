/** How much of a value is quoted: what is read by a person, in a message that has bounds of its own. */
const MAX_LENGTH = 100;

/** A value that cannot be used, as the sentence about it quotes it: as JSON, its beginning where it is long. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  if (text.length <= MAX_LENGTH) return text;
  // No half of a pair of surrogates stands at the end.
  return `${text.slice(0, MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
