import type { Translation } from '../../translation/translation.ts';
import type { reportsEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const reportsVietnamese: Translation<typeof reportsEnglish> = {
  python: {
    title: 'Python',
    run: 'Chạy',
    ran: 'Đã chạy {{time}} trên {{count, number}} hàng mà {{name}} thấy',
    ranByNobody: 'Đã chạy {{time}} trên {{count, number}} hàng',
    shownToAll: 'Mọi người đọc báo cáo này thấy kết quả nó để lại.',
    never: 'Chưa được chạy: đang hiển thị các hàng của truy vấn.',
    outdated: 'Đã cũ',
    outdatedText: 'Mã hoặc truy vấn đã thay đổi từ đó. Hãy chạy lại để có hàng mới.',
    failed: 'Lần chạy thất bại',
    keptText: 'Kết quả của lần chạy trước vẫn được hiển thị.',
    printed: 'Nội dung đã in ra',
    warned: 'Lỗi và cảnh báo',
  },
};
