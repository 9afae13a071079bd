import type { Translation } from '../../translation/translation.ts';
import type { settingsEnglish } from './english.ts';

/** The texts of `english.ts` in Swedish. */
export const settingsSwedish: Translation<typeof settingsEnglish> = {
  settings: {
    saved: 'Sparat',
  },
};
