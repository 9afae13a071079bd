import type { Translation } from '../../translation/translation.ts';
import type { accountEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const accountVietnamese: Translation<typeof accountEnglish> = {
  account: {
    title: 'Cài đặt tài khoản',
    hint: 'Những gì áp dụng cho mọi bản triển khai, người dùng và giao diện nhúng.',
    unloaded: 'Không tải được cài đặt',
    timezone: {
      title: 'Múi giờ',
      hint: 'Nơi ngày, tuần và tháng của biểu đồ bắt đầu.',
      enabled: 'Xem thời gian theo múi giờ của tài khoản',
      zone: 'Múi giờ dùng',
      override: 'Người xem được chọn múi giờ khác',
    },
    python: {
      title: 'Python',
      hint: 'Báo cáo có thể kèm một tập lệnh tạo ra các hàng của nó. Tập lệnh chạy không có mạng, nơi máy chủ có bubblewrap.',
      allow: 'Chạy Python của báo cáo',
    },
    downloads: {
      title: 'Tải xuống',
      hint: 'Mọi cách mà dữ liệu trở thành tệp: tải xuống từ bảng điều khiển, từ trang tổng quan nhúng và qua thư.',
      restrict: 'Không được tải dữ liệu xuống',
    },
    embedding: {
      title: 'Giao diện nhúng',
      hint: 'Những gì chúng hiển thị khi phiên không nói gì về điều đó.',
      locale: 'Ngôn ngữ',
      localeDefault: 'Tiếng Anh',
      timezone: 'Múi giờ',
      timezoneDefault: 'Của tài khoản',
      hostDashboardUrl: 'Trang trong sản phẩm của bạn hiển thị trang tổng quan',
      hostDashboardUrlDefault: 'https://app.example.com/reports/{dashboardPublicId}',
      hostDashboardUrlHint:
        'Thư gửi người xem liên kết đến trang này. {dashboardPublicId}, {embedTenantName} và {externalId} sẽ được điền vào.',
    },
    switchedOn: '{{name}}: bật',
    switchedOff: '{{name}}: tắt',
    parts: {
      title: 'Những gì người xem có bên cạnh trang tổng quan',
      hint: 'Được lưu khi bật hoặc tắt. Trang tổng quan sẽ có vào lần mở tiếp theo.',
      withoutAi: 'Không cho phép AI.',
      enableDashboardComments: {
        label: 'Bình luận',
        hint: 'Người xem của cùng một khách hàng nhúng trao đổi bên cạnh trang tổng quan.',
        layers:
          'Không phiên hay địa chỉ nào thay đổi được điều này. Người xem cần một phiên có externalId và embedTenantName.',
      },
      mailMentions: {
        label: 'Thư khi được nhắc đến',
        hint: 'Người xem được nhắc đến trong bình luận sẽ nhận bình luận đó qua thư, kèm liên kết để ngừng nhận, nơi máy chủ có máy chủ thư.',
        layers:
          'Chỉ người xem có địa chỉ e-mail trong phiên mới nhận được. Liên kết cần trang của sản phẩm ở trên.',
      },
      allowAi: {
        label: 'AI',
        hint: 'Trò chuyện và văn bản do tác nhân viết, trên mọi giao diện nhúng. Khi tắt, máy chủ từ chối chúng.',
        layers: 'Phiên cấm bằng allowAi: false. Phiên không thể cho phép những gì đã tắt ở đây.',
      },
      showDashboardChat: {
        label: 'Trò chuyện bên cạnh trang tổng quan',
        hint: 'Một nút mở cuộc trò chuyện về trang tổng quan, nơi mô hình hoặc truy vấn được chứng nhận có thể trả lời.',
        layers: 'Phiên quyết định khác bằng showDashboardChat, true hoặc false.',
      },
      showWorkbookChat: {
        label: 'Trò chuyện trong ứng dụng',
        hint: 'Một nút trên mỗi trang, và một trang riêng.',
        layers: 'Phiên quyết định khác bằng showWorkbookChat, true hoặc false.',
      },
      showAiWidgets: {
        label: 'Văn bản của AI',
        hint: 'Tiện ích AI viết lại văn bản của chúng. Những văn bản đã có vẫn được hiển thị.',
        layers: 'Phiên quyết định khác bằng showAiWidgets, true hoặc false.',
      },
    },
    creator: {
      title: 'Ứng dụng nhúng',
      hint: 'Những gì người xem tạo nội dung nhìn thấy quanh không gian làm việc của họ.',
      showWorkspaceTitle: 'Không gian làm việc có tiêu đề',
      workspaceTitle: 'Tiêu đề',
      workspaceTitleDefault: 'Không gian làm việc',
      titles: 'Tiêu đề bằng ngôn ngữ khác',
      language: 'Ngôn ngữ {{number}}',
      titleIn: 'Tiêu đề {{number}}',
      addTitle: 'Thêm ngôn ngữ',
      removeTitle: 'Xóa tiêu đề {{number}}',
      showSemanticSql: 'Có thể xem truy vấn của báo cáo',
      showSemanticSqlHint: 'Như khi gửi đến mô hình dữ liệu; không nêu tên bảng nào của nguồn.',
    },
    layers: {
      title: 'Những gì phiên và địa chỉ quyết định',
      hint: 'Máy chủ của bạn ký cài đặt của phiên khi tạo phiên. Địa chỉ của khung có thể bị người xem thay đổi. Cả hai đều không cấp quyền.',
      session: 'phiên: {{name}}',
      address: 'địa chỉ: {{name}}',
      parts: {
        comments: {
          name: 'Bình luận',
          rule: 'Tài khoản quyết định.',
        },
        ai: {
          name: 'AI',
          rule: 'Được phép trừ khi tài khoản hoặc phiên cấm.',
        },
        chat: {
          name: 'Trò chuyện bên cạnh trang tổng quan',
          rule: 'Phiên, nếu không thì tài khoản; không bao giờ khi không có AI.',
        },
        applicationChat: {
          name: 'Trò chuyện trong ứng dụng',
          rule: 'Phiên, nếu không thì tài khoản; không bao giờ khi không có AI.',
        },
        widgets: {
          name: 'Văn bản của AI',
          rule: 'Phiên, nếu không thì tài khoản; không bao giờ khi không có AI.',
        },
        authoring: {
          name: 'Trò chuyện có lưu nội dung',
          rule: 'Được phép trừ khi phiên cấm, trong phạm vi quyền của người xem.',
        },
        downloads: {
          name: 'Tải xuống',
          rule: 'Chỉ khi địa chỉ yêu cầu; phiên, trang tổng quan hoặc khóa của tài khoản có thể cấm.',
        },
        sharing: {
          name: 'Chia sẻ trong ứng dụng',
          rule: 'Hiển thị trừ khi phiên ẩn đi.',
        },
        header: {
          name: 'Phần đầu của trang tổng quan',
          rule: 'Hiển thị trừ khi địa chỉ ẩn toàn bộ hoặc từng phần.',
        },
        history: {
          name: 'Lịch sử trò chuyện',
          rule: 'Hiển thị trừ khi địa chỉ ẩn đi.',
        },
        language: {
          name: 'Ngôn ngữ',
          rule: 'Hành động của trang, nếu không thì địa chỉ, phiên, tài khoản, tiếng Anh.',
        },
        colours: {
          name: 'Màu sắc',
          rule: 'Hành động của trang, nếu không thì địa chỉ, hệ thống của người xem.',
        },
        timezone: {
          name: 'Múi giờ',
          rule: 'Hành động của trang, nếu không thì địa chỉ, phiên, tài khoản.',
        },
      },
    },
    origins: {
      title: 'Nguồn gốc được phép nhúng',
      hint: 'Chỉ các trang thuộc những nguồn gốc này mới đặt trang tổng quan vào khung và trao đổi thông điệp với chúng. Nếu danh sách trống, mọi trang có phiên đều được.',
      label: 'Nguồn gốc',
      example: 'https://app.example.com',
    },
    refused: {
      title: 'Nguồn gốc bị từ chối',
      hint: 'Các trang thuộc những nguồn gốc này muốn nhúng một giao diện và không được phép. Hãy cho phép những nguồn gốc của bạn; ai cũng có thể tạo một trang để yêu cầu.',
      unloaded: 'Không tải được các nguồn gốc bị từ chối',
      none: 'Không có trang nào bị từ chối.',
      origin: 'Nguồn gốc',
      refusals: 'Số lần từ chối',
      last: 'Lần từ chối cuối',
      actions: 'Hành động',
      allow: 'Cho phép',
      allowOf: 'Cho phép {{origin}}',
      forget: 'Quên',
      forgetOf: 'Quên {{origin}}',
    },
    imageHosts: {
      title: 'Máy chủ ảnh',
      hint: 'Văn bản chỉ hiển thị ảnh từ các máy chủ này. Người vận hành máy chủ biết được ai xem ảnh của họ.',
      label: 'Máy chủ',
      example: 'images.example.com',
    },
  },
};
