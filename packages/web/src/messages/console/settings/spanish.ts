import type { Translation } from '../../translation/translation.ts';
import type { settingsEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const settingsSpanish: Translation<typeof settingsEnglish> = {
  settings: {
    saved: 'Guardado',
  },
};
