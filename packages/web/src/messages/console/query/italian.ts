import type { Translation } from '../../translation/translation.ts';
import type { queryEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const queryItalian: Translation<typeof queryEnglish> = {
  query: {
    title: 'Query',
    save: 'Salva come rapporto',
    missing: 'Nessuna query',
    missingText: 'L’indirizzo di questa pagina non contiene una query dell’API delle query.',
  },
};
