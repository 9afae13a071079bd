import type { UserAttribute, UserAttributeValue } from '@oriel/contract';

type Value = UserAttributeValue['value'];
type Type = UserAttribute['type'];

/** A value as it stands in a field: lists with commas between. */
export function textOfValue(value: Value): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/**
 * The value that a text of a field means; null for none. What is no value of the type is left as a text, so that the
 * server says what is wrong with it.
 */
export function valueOfText(type: Type, text: string): Value {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const parts = trimmed.split(',').map((part) => part.trim());
  const asNumber = Number(trimmed);
  if (type === 'number' && Number.isFinite(asNumber)) return asNumber;
  if (type === 'boolean' && (trimmed === 'true' || trimmed === 'false')) return trimmed === 'true';
  if (type === 'string_array') return parts;
  if (type === 'number_array' && parts.every((part) => part !== '' && Number.isFinite(Number(part))))
    return parts.map(Number);
  return trimmed;
}
