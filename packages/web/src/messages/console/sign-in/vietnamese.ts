import type { Translation } from '../../translation/translation.ts';
import type { signInEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const signInVietnamese: Translation<typeof signInEnglish> = {
  resetPassword: {
    title: 'Đặt mật khẩu khác',
    set: 'Đặt mật khẩu',
    revokesKeys: 'Thu hồi cả khóa API và ứng dụng được phép của tôi',
    revokesKeysHint: 'Nếu người khác có thể đã truy cập. Các chương trình dùng chúng sẽ dừng.',
  },
  invitation: {
    title: 'Chào mừng',
    hint: 'Chọn mật khẩu có ít nhất {{count}} ký tự.',
    password: 'Mật khẩu mới',
    again: 'Nhập lại lần nữa',
    different: 'Hai mật khẩu khác nhau.',
    accept: 'Đặt mật khẩu',
  },
};
