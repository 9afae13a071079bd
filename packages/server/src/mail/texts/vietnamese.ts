import type { MailTexts } from './mail-text-types.ts';

export const vietnamese: MailTexts = {
  invitation: {
    title: 'Bạn được mời dùng Oriel',
    text: 'Hãy đặt mật khẩu để đăng nhập với {{email}}. Liên kết dùng được một lần, trong vòng bảy ngày.',
    action: 'Đặt mật khẩu',
    reason: 'Bạn nhận được thư này vì quản trị viên đã mời bạn.',
  },
  reset: {
    title: 'Đặt mật khẩu mới',
    text: 'Có yêu cầu mật khẩu mới cho {{email}}. Liên kết dùng được một lần, trong vòng một giờ.',
    action: 'Đặt mật khẩu mới',
    reason: 'Nếu không phải bạn yêu cầu, bạn không cần làm gì: mật khẩu của bạn vẫn như cũ.',
  },
  changed: {
    title: 'Mật khẩu của bạn đã được thay đổi',
    text: 'Mật khẩu của {{email}} đã được thay đổi và các phiên khác của bảng quản trị đã kết thúc.',
    reason:
      'Nếu không phải bạn thay đổi, hãy yêu cầu mật khẩu mới ở trang đăng nhập và báo cho quản trị viên.',
  },
  notification: {
    unnamed: 'Bảng điều khiển',
    open: 'Mở bảng điều khiển',
    reason: 'Bạn nhận được thư này vì bạn là người nhận của bảng điều khiển này.',
    unsubscribe: 'Hủy đăng ký',
    withoutData: 'Dữ liệu của bảng điều khiển này không được phép tải xuống nên thư này không kèm dữ liệu.',
    picture: 'Hình bảng điều khiển',
    tooLarge: 'Quá lớn để đính kèm: {{titles}}',
    failed: 'Không tải được biểu đồ này.',
    causes: {
      unreachable: 'Không kết nối được với cơ sở dữ liệu.',
      timeout: 'Truy vấn mất quá nhiều thời gian và đã bị dừng.',
      memory: 'Truy vấn cần nhiều bộ nhớ hơn mức được dùng.',
      tooLarge: 'Kết quả quá lớn đối với một thư.',
      busy: 'Máy chủ quá bận nên không trả lời được.',
      notConnected: 'Kết nối của chính bạn với nguồn dữ liệu không có hoặc đã hết hạn.',
      model: 'Mô hình dữ liệu có lỗi hoặc không tồn tại.',
      member: 'Một trường của biểu đồ không có trong mô hình dữ liệu, hoặc bạn không được xem trường đó.',
      refused: 'Bạn không được xem dữ liệu của biểu đồ này.',
      python: 'Mã Python của biểu đồ đã gặp lỗi.',
      other: 'Mở bảng điều khiển để xem lý do.',
    },
    noRows: 'Không có hàng nào',
    moreRows: {
      one: 'và {{count}} hàng nữa trong tệp đính kèm',
      other: 'và {{count}} hàng nữa trong tệp đính kèm',
    },
  },
  mention: {
    title: '{{author}} đã nhắc đến bạn trên {{dashboard}}',
    unnamed: 'một bảng điều khiển',
    open: 'Mở bình luận',
    openYourself: 'Bạn sẽ thấy bình luận bên cạnh bảng điều khiển, ở nơi bạn thường mở.',
    reason: 'Bạn nhận được thư này vì có bình luận nhắc đến bạn.',
    unsubscribe: 'Hủy đăng ký',
  },
  truth: { yes: 'Có', no: 'Không' },
};
