import type { Translation } from '../../translation/translation.ts';
import type { settingsEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Brazil. */
export const settingsBrazilianPortuguese: Translation<typeof settingsEnglish> = {
  settings: {
    saved: 'Salvo',
  },
};
