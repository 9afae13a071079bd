import type { Translation } from '../../translation/translation.ts';
import type { peopleEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const peopleVietnamese: Translation<typeof peopleEnglish> = {
  people: {
    title: 'Mọi người',
    hint: 'Ai được dùng tài khoản này, và họ được làm gì.',
    invite: 'Mời',
    search: 'Tìm theo tên hoặc e-mail',
    none: 'Không tìm thấy ai',
    unloaded: 'Không tải được người dùng',
    you: 'Bạn',
    deactivated: 'Đã vô hiệu hóa',
    noRole: 'Không có vai trò',
    roleOf: 'Vai trò của {{name}}',
    actionsOf: 'Hành động cho {{name}}',
    attributes: 'Thuộc tính',
    newLink: 'Liên kết mời mới',
    activate: 'Kích hoạt',
    access: {
      action: 'Phiên, ứng dụng và khóa',
      title: 'Phiên, ứng dụng và khóa của {{name}}',
      sessions: 'Đang đăng nhập tại',
      noSessions: 'Không trình duyệt nào đang đăng nhập.',
      endAll: 'Kết thúc mọi phiên',
      applications: 'Ứng dụng được thay mặt người này',
      noApplications: 'Không ứng dụng nào được thay mặt người này.',
      unloaded: 'Không tải được các phiên',
      noKeys: 'Người này không có khóa.',
      keysUnloaded: 'Không tải được các khóa',
    },
    resetFactors: 'Đặt lại yếu tố thứ hai',
    factorsTitle: 'Đặt lại yếu tố thứ hai của {{name}}?',
    factorsText:
      'Dành cho người dùng đã làm mất: ứng dụng xác thực, mã khóa truy cập và mã khôi phục bị xóa, và các phiên của họ kết thúc. Hãy chắc chắn rằng chính họ yêu cầu.',
    deactivate: 'Vô hiệu hóa',
    deactivateTitle: 'Vô hiệu hóa {{name}}?',
    deactivateText:
      'Phiên, khóa và mã của họ ngừng hoạt động ngay. Những gì họ đã tạo vẫn còn, và họ có thể được kích hoạt lại.',
    deleteTitle: 'Xóa {{name}}?',
    deleteText:
      'Khóa và cài đặt của họ cũng mất theo. Những gì họ đã tạo vẫn còn và không thuộc về ai. Không thể hoàn tác.',
    column: {
      user: 'Người dùng',
      role: 'Vai trò',
      lastLogin: 'Đăng nhập lần cuối',
      actions: 'Hành động',
    },
    role: {
      Viewer: 'Người xem',
      Explorer: 'Người khám phá',
      Developer: 'Nhà phát triển',
      Admin: 'Quản trị viên',
    },
    roleHint: {
      Viewer: 'Xem những gì được chia sẻ.',
      Explorer: 'Còn tạo báo cáo và sổ làm việc.',
      Developer: 'Còn xây dựng mô hình dữ liệu và bản triển khai.',
      Admin: 'Quản lý mọi thứ, kể cả người dùng.',
    },
    inviteForm: {
      title: 'Mời người dùng',
      email: 'Địa chỉ e-mail',
      name: 'Tên',
      role: 'Vai trò',
    },
    link: {
      title: 'Liên kết mời',
      once: 'Gửi liên kết này cho người dùng. Liên kết đặt mật khẩu, dùng được một lần trong bảy ngày và không hiển thị lại.',
      done: 'Tôi đã có',
    },
  },
};
