import type { Translation } from '../../translation/translation.ts';
import type { settingsEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const settingsVietnamese: Translation<typeof settingsEnglish> = {
  settings: {
    saved: 'Đã lưu',
  },
};
