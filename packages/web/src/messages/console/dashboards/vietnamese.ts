import type { Translation } from '../../translation/translation.ts';
import type { dashboardsEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const dashboardsVietnamese: Translation<typeof dashboardsEnglish> = {
  embed: {
    title: 'Nhúng trang tổng quan này',
    notAllowed: 'Trang tổng quan này chưa cho phép nhúng có chữ ký.',
    allow: 'Cho phép',
    notShared: 'Không khách hàng nhúng nào có quyền truy cập',
    notSharedText:
      'Phiên sẽ không tìm thấy trang tổng quan nào. Hãy chia sẻ sổ làm việc này, hoặc thư mục bên trên, với một khách hàng nhúng hoặc với mọi người dùng nhúng.',
    tenant: 'Khách hàng nhúng',
    tenantHint: 'Những khách hàng được chia sẻ trang tổng quan này',
    session:
      'Trên máy chủ của bạn, hãy tạo một phiên cho mỗi người xem. Phiên dùng được một lần, trong vòng năm phút.',
    attributes:
      'Nơi chính sách truy cập của mô hình xem thuộc tính của người xem, hãy thêm userAttributes; thiếu chúng, biểu đồ không có hàng.',
    sessionLabel: 'Yêu cầu tạo phiên',
    frameLabel: 'Khung của trang tổng quan',
    frame: 'Trong trang của bạn, tải trang tổng quan bằng phiên đó:',
  },
  versions: {
    title: 'Phiên bản',
    none: 'Chưa có gì được xuất bản.',
    unloaded: 'Không tải được các phiên bản',
    number: 'Phiên bản {{version}}',
    current: 'Người xem đang thấy',
    newest: 'Mới nhất',
    publishedBy: '{{time}}, bởi {{user}}',
    restoredFrom: 'Sau khi khôi phục phiên bản {{version}}',
    restore: 'Khôi phục',
    restoreLabel: 'Khôi phục phiên bản {{version}}',
    restoreTitle: 'Khôi phục phiên bản {{version}}?',
    restoreText:
      'Bản nháp và báo cáo của phiên bản này thay thế bản hiện tại. Những gì chưa xuất bản sẽ mất. Người xem thấy khi được xuất bản.',
    deleteOthers: 'Xóa các báo cáo mà phiên bản này không có',
    addedLater: 'Đã thêm từ đó: {{names}}',
    restored: 'Phiên bản {{version}} nay là bản nháp. Hãy xuất bản để người xem thấy.',
  },
  status: {
    unpublish: 'Hủy xuất bản',
    unpublishTitle: 'Hủy xuất bản trang tổng quan này?',
    unpublishText:
      'Chỉ người chỉnh sửa sổ làm việc thấy nó cho đến khi được xuất bản lại. Địa chỉ giữ nguyên.',
    archive: 'Lưu trữ',
    archiveTitle: 'Lưu trữ trang tổng quan này?',
    archiveText:
      'Nó không còn được dùng: chỉ người chỉnh sửa sổ làm việc thấy, cho đến khi được xuất bản lại.',
    show: 'Hiện lại cho người xem',
    showTitle: 'Hiện lại trang tổng quan này cho người xem?',
    showText: 'Người xem thấy phiên bản mới nhất tại cùng địa chỉ.',
  },
};
