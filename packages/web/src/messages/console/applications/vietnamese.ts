import type { Translation } from '../../translation/translation.ts';
import type { applicationsEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const applicationsVietnamese: Translation<typeof applicationsEnglish> = {
  applications: {
    title: 'Ứng dụng',
    hint: 'Những gì bạn đã cho phép thay mặt mình, chẳng hạn dòng lệnh của Oriel. Có thể rút lại bất cứ lúc nào.',
    none: 'Không có ứng dụng',
    noneText: 'Ứng dụng xuất hiện ở đây sau khi bạn cho phép nó thay mặt bạn.',
    unloaded: 'Không tải được các ứng dụng',
    builtIn: 'Thuộc Oriel',
    remembered: 'Không hỏi lại',
    write: 'Đọc và thay đổi',
    read: 'Đọc',
    identity: 'Đăng nhập cho bạn',
    allDeployments: 'Mọi bản triển khai',
    onPhone: 'Từ {{since}}, dùng lần cuối {{used}}',
    withdraw: 'Rút lại',
    withdrawNamed: 'Rút lại {{name}}',
    withdrawTitle: 'Rút lại {{name}}?',
    withdrawText:
      'Những gì nó đang làm thay bạn sẽ bị ngắt ở yêu cầu tiếp theo. Không thể cấp lại ở đây: ứng dụng phải hỏi bạn lần nữa.',
    column: {
      name: 'Ứng dụng',
      gets: 'Được phép',
      since: 'Từ',
      lastUsed: 'Dùng lần cuối',
      actions: 'Hành động',
    },
  },
};
