import type { Translation } from '../../translation/translation.ts';
import type { settingsEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const settingsJapanese: Translation<typeof settingsEnglish> = {
  settings: {
    saved: '保存しました',
  },
};
