import type { Translation } from '../../translation/translation.ts';
import type { oauthClientsEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const oauthClientsVietnamese: Translation<typeof oauthClientsEnglish> = {
  oauthClients: {
    title: 'Máy khách OAuth',
    hint: 'Chương trình mà người dùng có thể cho phép thay mặt mình, hoặc đăng nhập bằng tài khoản này.',
    create: 'Máy khách mới',
    none: 'Chưa có máy khách OAuth',
    noneText:
      'Chương trình được đăng ký ở đây trước khi có thể xin người dùng cho phép thay mặt họ. Dòng lệnh của Oriel luôn có sẵn.',
    unloaded: 'Không tải được các máy khách OAuth',
    actionsOf: 'Hành động cho {{name}}',
    dynamic: 'Tự đăng ký',
    noRedirects: 'Không có',
    id: 'ID máy khách',
    kind: {
      web: 'Ứng dụng web',
      native: 'Chương trình trên máy tính',
      page: 'Trang trong trình duyệt',
      service: 'Dịch vụ',
    },
    column: {
      name: 'Máy khách',
      kind: 'Loại',
      redirects: 'Địa chỉ chuyển hướng',
      created: 'Đã tạo',
      actions: 'Hành động',
    },
    rotate: 'Thay bí mật',
    rotateTitle: 'Thay bí mật của {{name}}?',
    rotateText:
      'Bí mật hiện tại ngừng hoạt động ngay: máy khách không nhận được mã cho đến khi có bí mật mới. Các mã đã có vẫn dùng được.',
    deleteTitle: 'Xóa {{name}}?',
    deleteText: 'Những gì người dùng cho phép kết thúc ngay, và nó không thể xin ai nữa. Không thể hoàn tác.',
    secretTitle: 'Bí mật của {{name}}',
    createdTitle: '{{name}} đã được đăng ký',
    createdText: 'Chương trình cần ID máy khách. Nó không giữ bí mật.',
    form: {
      redirectExample: 'https://app.example.com/callback',
      uriExample: 'https://app.example.com',
      create: 'Máy khách OAuth mới',
      edit: 'Sửa {{name}}',
      name: 'Tên',
      nameHint: 'Người dùng thấy tên này khi được hỏi.',
      uri: 'Trang chủ',
      kind: 'Loại',
      kindHint: {
        web: 'Có máy chủ giữ bí mật.',
        native: 'Chạy ở phía người dùng và không giữ bí mật, chẳng hạn dòng lệnh hoặc ứng dụng.',
        page: 'Chạy trong trình duyệt và không giữ bí mật.',
        service: 'Tự hành động, như một người dùng, bằng bí mật của nó.',
      },
      redirects: 'Địa chỉ chuyển hướng',
      redirectsHint: 'Nơi người dùng được đưa trở lại, chính xác từng chữ. Xác nhận mỗi địa chỉ bằng Enter.',
      nativeRedirectsHint:
        'Chẳng hạn http://127.0.0.1/callback, với cổng bất kỳ, hoặc com.example.app:/callback. Xác nhận mỗi địa chỉ bằng Enter.',
      scopes: 'Được yêu cầu',
      level: {
        write: 'Đọc và thay đổi',
        read: 'Đọc',
        identity: 'Người dùng là ai',
      },
      user: 'Hành động như',
      userHint: 'Được làm những gì người dùng này được làm.',
      chosenUser: 'Hành động như {{name}}',
      otherUser: 'Chọn người dùng khác',
    },
  },
};
