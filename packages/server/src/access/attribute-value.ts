import type { UserAttributeInput, UserAttributeType } from '@oriel/contract';

type Value = Exclude<UserAttributeInput['value'], undefined | null>;

/** Whether a value is one of an attribute of a type. */
export function hasType(value: Value, type: UserAttributeType): boolean {
  if (!Array.isArray(value)) return typeof value === type;
  const items: readonly (string | number)[] = value;
  if (type === 'number_array') return items.every((item) => typeof item === 'number');
  return type === 'string_array' && items.every((item) => typeof item === 'string');
}
