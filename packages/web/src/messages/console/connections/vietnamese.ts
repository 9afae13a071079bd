import type { Translation } from '../../translation/translation.ts';
import type { connectionsEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const connectionsVietnamese: Translation<typeof connectionsEnglish> = {
  connections: {
    title: 'Tài khoản đã kết nối',
    hint: 'Nguồn dữ liệu được đọc bằng quyền truy cập của chính bạn. Oriel giữ quyền đó cho bạn và không cho ai xem.',
    unloaded: 'Không tải được các tài khoản đã kết nối',
    none: 'Không có gì để kết nối',
    noneText: 'Không nguồn dữ liệu nào của tài khoản này được đọc bằng quyền của người dùng.',
    connect: 'Kết nối',
    reconnect: 'Kết nối lại',
    disconnect: 'Ngắt kết nối',
    connectNamed: 'Kết nối với {{name}}',
    disconnectNamed: 'Ngắt kết nối khỏi {{name}}',
    until: 'Quyền truy cập tự gia hạn; hiện đến {{time}}.',
    since: 'Đã kết nối {{time}}.',
    connected: 'Bạn đã kết nối.',
    failed: 'Bạn chưa kết nối. Lý do ở bên dưới.',
    lastError: 'Lỗi cuối: {{error}}',
    status: {
      active: 'Đã kết nối',
      expired: 'Đã kết thúc',
      error: 'Thất bại',
      none: 'Chưa kết nối',
    },
    remove: {
      title: 'Ngắt kết nối khỏi {{name}}?',
      text: 'Biểu đồ từ nguồn dữ liệu của nó không hiển thị gì cho bạn đến khi kết nối lại. Những gì người khác thấy không đổi.',
    },
  },
};
