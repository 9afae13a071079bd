import type { Translation } from '../../translation/translation.ts';
import type { settingsEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const settingsPortuguese: Translation<typeof settingsEnglish> = {
  settings: {
    saved: 'Guardado',
  },
};
