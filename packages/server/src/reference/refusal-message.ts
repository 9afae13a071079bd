import { errors } from '@oriel/contract';
import { engineErrors } from '@oriel/engine/errors';
import { queryErrors } from '@oriel/semantic/errors';

/** The message of a code, with the names of its values in braces where the values would stand. */
export function refusalMessage(code: string): string {
  const entry = Object.entries({ ...errors, ...engineErrors }).find(([name]) => name === code)?.[1];
  if (!entry) return (queryErrors as Readonly<Record<string, string>>)[code] ?? '';
  const names = new Proxy({}, { get: (_target, name) => `{${String(name)}}` });
  // Each message takes an object of values and reads fields of it.
  return (entry.message as (values: object) => string)(names);
}
