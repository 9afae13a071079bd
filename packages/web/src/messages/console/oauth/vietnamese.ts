import type { Translation } from '../../translation/translation.ts';
import type { oauthEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const oauthVietnamese: Translation<typeof oauthEnglish> = {
  oauth: {
    consent: {
      documentTitle: 'Cho phép truy cập',
      title: 'Cho phép {{name}}?',
      asks: '{{name}} xin phép thay mặt bạn trong {{account}}.',
      signedInAs: 'Bạn đã đăng nhập với tên {{email}}.',
      notYou: 'Dùng tài khoản khác',
      gets: 'Những gì được cấp',
      address: 'Nói rằng ở tại {{host}}',
      builtIn: 'Thuộc Oriel',
      goesTo: 'Bạn sẽ tiếp tục đến {{host}}.',
      goesToProgram: 'Bạn sẽ quay lại chương trình trên máy tính này.',
      remember: 'Không hỏi lại',
      rememberHint: 'Được cấp như vậy trong một năm, trừ khi bạn rút lại.',
      withdraw: 'Bạn có thể rút lại bất cứ lúc nào trong Ứng dụng.',
      allow: 'Cho phép',
      deny: 'Từ chối',
      gone: 'Yêu cầu này không còn mở',
      goneText: 'Yêu cầu đã hết hạn hoặc đã được trả lời. Hãy quay lại ứng dụng và bắt đầu lại.',
      again: 'Hãy đăng nhập lại trước',
      againText: '{{name}} muốn chắc chắn đó là bạn: hãy đăng nhập thêm một lần, rồi bạn sẽ quay lại đây.',
      unloaded: 'Không tải được yêu cầu',
    },
    scope: {
      write: 'Đọc và thay đổi mọi thứ bạn được phép',
      read: 'Đọc mọi thứ bạn được xem, và không thay đổi gì',
      everywhere: 'Trong mọi bản triển khai của bạn',
      somewhere_other: 'Trong {{count, number}} bản triển khai: {{names}}',
      identity: 'Biết đó là bạn',
      email: 'Biết địa chỉ e-mail của bạn',
      offline: 'Tiếp tục khi bạn vắng mặt, cho đến khi bạn rút lại',
      nothing: 'Không gì ngoài việc bạn đã đồng ý',
    },
    device: {
      title: 'Kết nối thiết bị',
      hint: 'Nhập mã mà thiết bị đầu cuối hoặc thiết bị hiển thị.',
      code: 'Mã',
      codeExample: 'XXXX-XXXX',
      next: 'Tiếp tục',
      wrong: 'Mã này sai, đã hết hạn hoặc đã dùng. Hãy xem lại thiết bị, hoặc bắt đầu lại từ đó.',
      compare: 'Thiết bị của bạn có hiển thị mã này không?',
      warning:
        'Chỉ tiếp tục nếu chính bạn đã bắt đầu. Mã hoặc liên kết người khác gửi cho bạn là bẫy: hãy từ chối, nếu không người gửi sẽ hành động thay bạn.',
      from: 'Yêu cầu từ {{address}}',
      fromProgram: 'Yêu cầu từ {{address}} bởi {{program}}',
      other: 'Nhập mã khác',
      allowed: 'Thiết bị của bạn đã được kết nối',
      allowedText: 'Hãy tiếp tục ở đó. Bạn có thể đóng trang này.',
      denied: 'Không có gì được cho phép',
      deniedText: 'Thiết bị đã được thông báo. Bạn có thể đóng trang này.',
    },
  },
};
