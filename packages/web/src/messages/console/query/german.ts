import type { Translation } from '../../translation/translation.ts';
import type { queryEnglish } from './english.ts';

// #region texts
/** The texts of `english.ts` in German, with the formal address. */
export const queryGerman: Translation<typeof queryEnglish> = {
  query: {
    title: 'Abfrage',
    save: 'Als Bericht speichern',
    missing: 'Keine Abfrage',
    missingText: 'Die Adresse dieser Seite enthält keine Abfrage der Abfrage-API.',
  },
};

// #endregion
