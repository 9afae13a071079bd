import type { Translation } from '../../translation/translation.ts';
import type { shellEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const shellVietnamese: Translation<typeof shellEnglish> = {
  product: 'Oriel',
  documentTitle: '{{title}} · Oriel',
  never: 'Không bao giờ',
  shell: {
    skip: 'Chuyển đến nội dung',
    logo: 'Trang chủ',
    navigation: 'Điều hướng',
    main: 'Trình đơn chính',
    workspace: 'Không gian làm việc',
    chat: 'Trò chuyện',
    thisAccount: 'Tài khoản',
    thisDeployment: 'Bản triển khai',
    apiReference: 'Tham chiếu API',
    iconsOnly: 'Chỉ hiện biểu tượng',
    iconsAndNames: 'Hiện biểu tượng và tên',
    unopened: 'Không mở được bảng điều khiển',
    deployment: 'Bản triển khai',
    newDeployment: 'Bản triển khai mới',
    account: 'Tài khoản của {{email}}',
    shortcuts: 'Phím tắt',
    signOut: 'Đăng xuất',
    signOutUnsaved: 'Đăng xuất mà không lưu?',
    signOutUnsavedHint: 'Có thay đổi chưa được lưu. Chúng sẽ mất khi bạn đăng xuất.',
    colours: {
      label: 'Màu sắc: {{scheme}}',
      light: 'sáng',
      dark: 'tối',
      auto: 'theo hệ thống',
    },
  },
  shortcuts: {
    anywhere: {
      place: 'Mọi nơi',
      help: 'Hiện trợ giúp này',
      search: 'Tìm trong không gian làm việc, khi đang mở',
    },
    list: {
      place: 'Trong danh sách',
      walk: 'Đến hàng trên hoặc dưới',
      open: 'Mở hàng',
      select: 'Chọn hàng, hoặc bỏ chọn',
      selectRange: 'Chọn từ hàng cuối đến hàng này',
      selectAll: 'Chọn mọi thứ đã tải',
      selectNone: 'Bỏ chọn',
    },
    tree: {
      place: 'Trong cây thư mục',
      walk: 'Đến thư mục trên hoặc dưới',
      open: 'Mở thư mục, rồi vào trong',
      close: 'Đóng thư mục, rồi ra thư mục bao quanh',
      ends: 'Đến thư mục đầu hoặc cuối',
      choose: 'Hiện thư mục',
    },
  },
};
