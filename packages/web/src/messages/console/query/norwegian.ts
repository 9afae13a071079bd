import type { Translation } from '../../translation/translation.ts';
import type { queryEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const queryNorwegian: Translation<typeof queryEnglish> = {
  query: {
    title: 'Spørring',
    save: 'Lagre som rapport',
    missing: 'Ingen spørring',
    missingText: 'Adressen til denne siden har ingen spørring til spørrings-API-et.',
  },
};
