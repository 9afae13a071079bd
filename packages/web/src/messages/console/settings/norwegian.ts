import type { Translation } from '../../translation/translation.ts';
import type { settingsEnglish } from './english.ts';

/** The texts of `english.ts` in Norwegian Bokmål. */
export const settingsNorwegian: Translation<typeof settingsEnglish> = {
  settings: {
    saved: 'Lagret',
  },
};
