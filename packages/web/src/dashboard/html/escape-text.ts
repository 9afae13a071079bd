const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  '=': '&#61;',
};

/** A value as a text of HTML, and of an attribute in quotes; what has no value is empty. */
export function escapeText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replaceAll(/[&<>"'`=]/g, (sign) => ENTITIES[sign] ?? '');
}
