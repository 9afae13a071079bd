import type { Translation } from '../../translation/translation.ts';
import type { queryEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const queryVietnamese: Translation<typeof queryEnglish> = {
  query: {
    title: 'Truy vấn',
    save: 'Lưu thành báo cáo',
    missing: 'Không có truy vấn',
    missingText: 'Địa chỉ của trang này không có truy vấn của API truy vấn.',
  },
};
