import type { Figures } from './figures.ts';

/** What became of a write: made, refused with nothing changed, or not known. */
export type WriteOutcome = 'made' | 'refused' | 'unknown';

/** Where an item may be, as far as its writer can know: absent, or the name of its folder (`/` for the root). */
export type Place = string;

export const ABSENT: Place = 'absent';
export const ROOT: Place = '/';

/**
 * What was acknowledged. Every write is noted before it is sent and settled by its answer; one with a lost answer
 * leaves two possible places, and its item is left alone from then on.
 */
export interface Ledger {
  /** Notes that an item is about to go to a place. @returns what settles it */
  begin(name: string, next: Place): (outcome: WriteOutcome) => void;
  /** The only place where an item can be; undefined while there are several. */
  placeOf(name: string): Place | undefined;
  /** Compares with what is there: the place of each item by its name. */
  compare(there: ReadonlyMap<string, Place>): void;
}

/** Makes an empty ledger. */
export function createLedger(figures: Figures): Ledger {
  const items = new Map<string, ReadonlySet<Place>>();
  return {
    begin(name, next) {
      const before = items.get(name) ?? new Set([ABSENT]);
      items.set(name, new Set([...before, next]));
      return (outcome) => {
        if (outcome === 'made') figures.acknowledged();
        if (outcome === 'unknown') figures.uncertain();
        if (outcome !== 'unknown') items.set(name, outcome === 'made' ? new Set([next]) : before);
      };
    },
    placeOf(name) {
      const places = items.get(name) ?? new Set([ABSENT]);
      const [only] = places;
      return places.size === 1 ? only : undefined;
    },
    compare(there) {
      for (const [name, possible] of items) {
        const place = there.get(name) ?? ABSENT;
        if (!possible.has(place))
          figures.violation('lost', `${name} is at ${place} and should be at ${[...possible].join(' or ')}`);
      }
      for (const name of there.keys())
        if (!items.has(name)) figures.violation('lost', `${name} is there and nobody has made it`);
    },
  };
}
