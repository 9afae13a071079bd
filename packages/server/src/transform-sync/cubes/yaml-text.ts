/** A value of YAML on one line: a text, quoted wherever it could be read as something else. */
export function scalar(text: string): string {
  if (/^[a-z_][\w]*$/i.test(text) && !WORDS.has(text.toLowerCase())) return text;
  // JSON is YAML. Two braces, or a brace and a percent sign, would begin a template.
  return JSON.stringify(text)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
    .replaceAll(/\{(?=[{%#])/g, String.raw`\u007b`);
}

/** Plain words that YAML reads as something else than a text. */
const WORDS = new Set(['null', 'true', 'false', 'yes', 'no', 'on', 'off', 'y', 'n']);

/** A text within an expression of SQL: braces refer to members there. */
export function literal(sql: string): string {
  return sql.replaceAll(/[{}]/g, String.raw`\$&`);
}

/** Lines of a field, none where it is empty. */
export function field(indent: number, name: string, text: string): string[] {
  return text === '' ? [] : [`${' '.repeat(indent)}${name}: ${scalar(text)}`];
}
