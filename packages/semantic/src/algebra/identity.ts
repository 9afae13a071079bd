import type { Relation } from './algebra.ts';
import { mapInputs } from './map-inputs.ts';

/** Numbers of relations: the same for those that say the same. */
export interface Identities {
  of(relation: Relation): number;
}

/** Makes {@link Identities}; a relation is read once, and its inputs by their numbers. */
export function createIdentities(): Identities {
  const known = new Map<Relation, number>();
  const numbers = new Map<string, number>();
  const of = (relation: Relation): number => {
    const found = known.get(relation);
    if (found !== undefined) return found;
    const text = JSON.stringify(mapInputs(relation, (input) => ({ kind: 'named', name: `#${of(input)}` })));
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    known.set(relation, number);
    return number;
  };
  return { of };
}
