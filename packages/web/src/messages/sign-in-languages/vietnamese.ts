import type { SignInTranslation } from './sign-in-translation.ts';

/** The way in, in Vietnamese. */
export const vietnamese: SignInTranslation = {
  embedSignIn: {
    done: 'Bạn đã đăng nhập',
    doneHint: 'Bạn có thể đóng cửa sổ này.',
    failed: 'Không thể chuyển tiếp phiên đăng nhập',
    alone: 'Không có nội dung nào yêu cầu đăng nhập',
    aloneHint: 'Hãy quay lại trang trước đó và chọn Đăng nhập tại đó.',
  },
  unsubscribe: {
    title: 'Hủy đăng ký',
    hint: 'Bạn sẽ không nhận thêm thư như vậy về bảng điều khiển này.',
    action: 'Hủy đăng ký',
    done: 'Đã hủy đăng ký',
    doneText: 'Bạn không còn nhận thư như vậy về bảng điều khiển này. Bạn có thể đóng trang này.',
    again: 'Gửi lại các thư này',
    resumed: 'Bạn lại nhận được các thư này',
    resumedText: 'Mỗi thư đều có liên kết để hủy đăng ký.',
    unloaded: 'Không thể dùng liên kết này',
    refused: 'Liên kết không đầy đủ hoặc quá cũ. Hãy mở liên kết từ một thư mới hơn.',
  },
  signIn: {
    title: 'Đăng nhập',
    hint: 'Lần khởi động đầu tiên hiển thị thông tin đăng nhập của quản trị viên.',
    email: 'Địa chỉ e-mail',
    password: 'Mật khẩu',
    forgot: 'Bạn quên mật khẩu?',
    back: 'Quay lại trang đăng nhập',
    with: 'Tiếp tục với {{name}}',
    or: 'hoặc',
    withPassword: 'Đăng nhập bằng mật khẩu',
    refused: {
      sign_in_failed: 'Địa chỉ e-mail hoặc mật khẩu không đúng.',
      password_sign_in_disabled: 'Không dùng mật khẩu ở đây. Hãy đăng nhập qua nhà cung cấp danh tính.',
      sign_in_challenge_unknown:
        'Phiên đăng nhập đã hết hạn hoặc được bắt đầu ở trình duyệt khác. Hãy bắt đầu lại.',
      second_factor_wrong: 'Mã hoặc khóa truy cập không hợp lệ hoặc đã được dùng.',
    },
    problem: {
      deactivated: 'Người dùng của bạn đã bị vô hiệu hóa. Hãy hỏi quản trị viên.',
      email_missing: 'Nhà cung cấp danh tính không gửi địa chỉ e-mail của bạn.',
      email_unverified: 'Nhà cung cấp danh tính chưa xác minh địa chỉ e-mail của bạn.',
      email_of_another:
        'Địa chỉ e-mail của bạn thuộc về một người dùng đăng nhập theo cách khác. Hãy hỏi quản trị viên.',
      not_provisioned: 'Chưa có người dùng cho bạn. Hãy hỏi quản trị viên.',
      expired: 'Phiên đăng nhập này đã hết hạn hoặc được bắt đầu ở trình duyệt khác. Hãy thử lại.',
      attribute_mismatch: 'Nhà cung cấp danh tính đã gửi dữ liệu không phù hợp. Hãy hỏi quản trị viên.',
      provider_failed: 'Nhà cung cấp danh tính chưa đăng nhập cho bạn. Hãy thử lại.',
      other: 'Không thể đăng nhập cho bạn. Hãy thử lại.',
    },
  },
  forgotPassword: {
    title: 'Bạn quên mật khẩu?',
    hint: 'Nhập địa chỉ e-mail của bạn để nhận liên kết đặt mật khẩu mới.',
    send: 'Gửi liên kết',
    sentTitle: 'Hãy xem hộp thư của bạn',
    sentText:
      'Nếu có tài khoản cho {{email}}, một liên kết đang được gửi đến. Liên kết dùng được một lần, trong vòng một giờ.',
    sentHint: 'Không nhận được thư? Hãy xin quản trị viên một liên kết.',
  },
  secondFactor: {
    title: 'Thêm một bước nữa',
    hint: 'Hãy xác nhận đó là bạn bằng yếu tố thứ hai.',
    code: 'Mã của ứng dụng xác thực',
    recoveryCode: 'Mã khôi phục',
    confirm: 'Xác nhận',
    usePasskey: 'Dùng khóa truy cập',
    useRecovery: 'Dùng mã khôi phục',
    useApp: 'Dùng ứng dụng xác thực',
    expired: 'Phiên đăng nhập này đã hết hạn',
    expiredText: 'Hãy bắt đầu lại bằng mật khẩu của bạn.',
    enrolTitle: 'Thiết lập yếu tố thứ hai',
    enrolHint:
      'Tài khoản của bạn yêu cầu một yếu tố ngoài mật khẩu. Hãy thiết lập ứng dụng hoặc khóa truy cập để tiếp tục.',
  },
  passkeySignIn: {
    action: 'Dùng khóa truy cập',
    failed: 'Trình duyệt không cung cấp khóa truy cập nào.',
  },
  factors: {
    unloaded: 'Không thể tải thông tin bảo mật của tài khoản',
    totp: {
      title: 'Ứng dụng xác thực',
      hint: 'Một ứng dụng trên điện thoại hiển thị mã mới sau mỗi 30 giây.',
      none: 'Chưa thiết lập',
      setUp: 'Thiết lập',
      dialog: 'Thiết lập ứng dụng xác thực',
      scan: 'Quét hình này bằng ứng dụng hoặc nhập khóa, rồi nhập mã mà ứng dụng hiển thị.',
      picture: 'Mã QR chứa khóa',
      key: 'Khóa',
    },
    passkeys: {
      title: 'Khóa truy cập',
      hint: 'Thiết bị của bạn hoặc một khóa bảo mật đăng nhập cho bạn, có hoặc không có mật khẩu.',
      none: 'Chưa có khóa truy cập nào',
      add: 'Thêm khóa truy cập',
      name: 'Tên',
      example: 'Máy tính làm việc',
    },
    codes: {
      dialog: 'Mã khôi phục của bạn',
      once: 'Mã chỉ hiển thị lần này. Hãy cất ở nơi bạn tìm được khi không có điện thoại.',
      kept: 'Tôi đã cất giữ',
    },
    again: {
      title: 'Có phải bạn không?',
      text: 'Thay đổi này cần mật khẩu của bạn một lần nữa. Nếu không có mật khẩu, hãy đăng xuất rồi đăng nhập lại.',
      confirm: 'Xác nhận',
    },
  },
};
