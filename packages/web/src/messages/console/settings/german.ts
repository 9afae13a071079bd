import type { Translation } from '../../translation/translation.ts';
import type { settingsEnglish } from './english.ts';

/** The texts of `english.ts` in German, with the formal address. */
export const settingsGerman: Translation<typeof settingsEnglish> = {
  settings: {
    saved: 'Gespeichert',
  },
};
