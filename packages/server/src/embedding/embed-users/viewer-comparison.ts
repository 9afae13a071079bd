import type { GenerateSession } from '@oriel/contract';
import { isDeepStrictEqual } from 'node:util';
import type { ViewerState } from './viewer-state.ts';

/** Whether a list of names says what is stored, in whatever order. */
export function hasSameGroups(stored: readonly string[], names: readonly string[]): boolean {
  return stored.length === new Set(names).size && names.every((name) => stored.includes(name));
}

/** Whether every text that is given is the stored one. */
export function hasSameTexts<Name extends string>(
  stored: Readonly<Record<Name, string | null>>,
  given: Readonly<Partial<Record<Name, string | null>>>,
): boolean {
  // The keys of an object literal of these names.
  return (Object.keys(given) as Name[]).every((name) => given[name] == null || given[name] === stored[name]);
}

/** Whether every value that a session sets is stored for its deployment already. */
export function hasSameAttributes(
  { attributes }: Pick<ViewerState, 'attributes'>,
  { creatorMode, userAttributes }: Pick<GenerateSession, 'creatorMode' | 'userAttributes'>,
): boolean {
  return (userAttributes ?? []).every(({ name, value = null }) =>
    attributes.some(
      (known) =>
        known.name === name &&
        known.isSetHere &&
        known.isOfTenant === (creatorMode ?? false) &&
        isDeepStrictEqual(known.stored, value),
    ),
  );
}
