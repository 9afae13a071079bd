import { limits, refuse, type UserAttributeInput, type UserAttributeType } from '@oriel/contract';
import { jsonBytes } from '../json-bytes.ts';

type Value = Exclude<UserAttributeInput['value'], undefined | null>;

/**
 * Checks the value of an attribute of a user.
 *
 * @throws `attribute_type_mismatch`, `attribute_value_too_large`
 */
export function checkValue(value: Value, { name, type }: { name: string; type: UserAttributeType }): void {
  if (!hasType(value, type)) throw refuse('attribute_type_mismatch', { name, type });
  const max = limits.MAX_ATTRIBUTE_VALUE_BYTES;
  if (jsonBytes(value) > max) throw refuse('attribute_value_too_large', { name, max });
}

/** Whether a value is one of an attribute of a type. */
export function hasType(value: Value, type: UserAttributeType): boolean {
  if (!Array.isArray(value)) return typeof value === type;
  const items: readonly (string | number)[] = value;
  if (type === 'number_array') return items.every((item) => typeof item === 'number');
  return type === 'string_array' && items.every((item) => typeof item === 'string');
}
