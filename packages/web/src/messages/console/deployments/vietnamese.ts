import type { Translation } from '../../translation/translation.ts';
import type { deploymentsEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const deploymentsVietnamese: Translation<typeof deploymentsEnglish> = {
  deployments: {
    unloaded: 'Không tải được các bản triển khai của bạn',
    none: 'Chưa có bản triển khai',
    noneText:
      'Bản triển khai có mô hình dữ liệu riêng và không gian làm việc trên đó. Hãy tạo bản đầu tiên; nó bắt đầu với mô hình trống.',
    noneOfYours: 'Không bản triển khai nào mở cho bạn',
    noneOfYoursText:
      'Quản trị viên của tài khoản này có thể cấp cho bạn quyền truy cập một bản, hoặc tạo cho bạn.',
    create: {
      submit: 'Tạo bản triển khai',
      title: 'Bản triển khai mới',
      name: 'Tên',
      description: 'Nội dung của nó, chẳng hạn Bán hàng hoặc Chuyến bay',
      creating: 'Đang tạo bản triển khai …',
      taken: 'Đã có bản triển khai tên này. Hãy chọn tên khác.',
      required: 'Cần có tên',
      tooLong: 'Nhiều nhất {{max, number}} ký tự',
    },
  },
};
