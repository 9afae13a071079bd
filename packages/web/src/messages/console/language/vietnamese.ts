import type { Translation } from '../../translation/translation.ts';
import type { languageEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const languageVietnamese: Translation<typeof languageEnglish> = {
  language: {
    title: 'Ngôn ngữ',
    label: 'Ngôn ngữ của bảng điều khiển',
    hint: 'Thư gửi cho bạn cũng dùng ngôn ngữ này.',
    ofBrowser: 'Như trình duyệt: {{language}}',
  },
};
