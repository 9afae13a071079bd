import { isJsonObject } from '@oriel/contract';

/** A JSON object by its keys; one without any where it is something else. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : {};
}

/** A text that is not empty; undefined for everything else. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A list; an empty one where it is something else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The texts of a list. */
export function asTexts(value: unknown): string[] {
  return asList(value).filter((each) => typeof each === 'string');
}
