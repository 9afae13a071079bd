import type { Translation } from '../../translation/translation.ts';
import type { queryEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const querySwedish: Translation<typeof queryEnglish> = {
  query: {
    title: 'Fråga',
    save: 'Spara som rapport',
    missing: 'Ingen fråga',
    missingText: 'Sidans adress har ingen fråga till fråge-API:et.',
  },
};
