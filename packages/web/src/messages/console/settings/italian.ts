import type { Translation } from '../../translation/translation.ts';
import type { settingsEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const settingsItalian: Translation<typeof settingsEnglish> = {
  settings: {
    saved: 'Salvato',
  },
};
