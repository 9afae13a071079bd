import type { Translation } from '../../translation/translation.ts';
import type { settingsEnglish } from './english.ts';

/** The texts of `english.ts` in French, with the formal address. */
export const settingsFrench: Translation<typeof settingsEnglish> = {
  settings: {
    saved: 'Enregistré',
  },
};
