import type { Translation } from '../../translation/translation.ts';
import type { securityEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const securityVietnamese: Translation<typeof securityEnglish> = {
  security: {
    title: 'Bảo mật của tôi',
    hint: 'Cách bạn đăng nhập, và nơi bạn đang đăng nhập.',
    password: {
      title: 'Mật khẩu',
      hint: 'Thay đổi sẽ kết thúc các phiên khác của bạn.',
      current: 'Mật khẩu hiện tại',
      change: 'Đổi mật khẩu',
      changed: 'Đã đổi mật khẩu của bạn.',
    },
    totp: {
      since: 'Thiết lập từ {{day}}',
      remove: 'Xóa',
      removeTitle: 'Xóa ứng dụng xác thực?',
      removeText:
        'Mã của nó không còn được hỏi. Nếu không có yếu tố khác, mật khẩu là tất cả những gì bảo vệ tài khoản.',
    },
    passkeys: {
      name: 'Tên',
      added: 'Đã thêm',
      lastUsed: 'Dùng lần cuối',
      actions: 'Hành động',
      rename: 'Đổi tên',
      renameNamed: 'Đổi tên {{name}}',
      remove: 'Xóa',
      removeNamed: 'Xóa {{name}}',
      removeTitle: 'Xóa {{name}}?',
      removeText: 'Nó không còn đăng nhập cho bạn. Hãy xóa nó khỏi thiết bị nữa.',
    },
    codes: {
      title: 'Mã khôi phục',
      hint: 'Mỗi mã thay yếu tố thứ hai một lần, nếu bạn làm mất.',
      left_other: 'Còn {{count}} mã',
      renew: 'Mã mới',
      renewTitle: 'Tạo mã khôi phục mới?',
      renewText: 'Các mã bạn đang có sẽ không dùng được nữa.',
    },
    sessions: {
      title: 'Phiên',
      hint: 'Nơi bạn đang đăng nhập. Hãy đổi mật khẩu nếu có phiên bạn không nhận ra.',
      device: 'Thiết bị',
      address: 'Địa chỉ',
      method: 'Đăng nhập bằng',
      lastUsed: 'Dùng lần cuối',
      current: 'Phiên này',
      unknown: 'Trình duyệt không rõ',
      browserOn: '{{browser}} trên {{system}}',
      actions: 'Hành động',
      end: 'Kết thúc',
      endNamed: 'Kết thúc phiên của {{device}}',
      endOthers: 'Kết thúc mọi phiên khác',
      endOthersTitle: 'Kết thúc mọi phiên khác?',
      endOthersText: 'Mọi trình duyệt khác phải đăng nhập lại.',
      onPhone: '{{address}}, dùng lần cuối {{day}}',
      methods: {
        password: 'Mật khẩu',
        passkey: 'Mã khóa truy cập',
        oidc: 'OpenID Connect',
        saml: 'SAML',
      },
    },
  },
};
