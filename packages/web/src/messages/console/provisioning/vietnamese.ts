import type { Translation } from '../../translation/translation.ts';
import type { provisioningEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const provisioningVietnamese: Translation<typeof provisioningEnglish> = {
  provisioning: {
    title: 'Vai trò của người dùng mới',
    hint: 'Những gì người dùng do đăng nhập một lần hoặc SCIM tạo ra được làm. Các vai trò không biến ai thành quản trị viên.',
    unloaded: 'Không tải được vai trò của người dùng mới',
    defaultRole: 'Vai trò mặc định',
    defaultHint: 'Cho người được tạo mà không thuộc nhóm nào bên dưới.',
    byGroup: 'Vai trò theo nhóm',
    byGroupHint:
      'Nhóm theo tên mà nhà cung cấp danh tính gửi, không phân biệt chữ hoa chữ thường. Với đăng nhập một lần, chúng thay vai trò mặc định khi tạo người dùng; SCIM thêm chúng mỗi lần gửi thành viên.',
    group: 'Nhóm {{count}}',
    groupExample: 'Nhà phân tích',
    role: 'Vai trò của nhóm {{count}}',
    add: 'Thêm nhóm',
    remove: 'Xóa nhóm {{count}}',
    administrators: 'Được thay đổi cách quản trị viên đăng nhập',
    administratorsHint:
      'Cho phép SCIM, và các khóa giới hạn trong nhóm thao tác, thay đổi địa chỉ, mật khẩu và yếu tố thứ hai của quản trị viên, bổ nhiệm quản trị viên và thiết lập nhà cung cấp danh tính. Ai giữ khóa như vậy có thể trở thành quản trị viên.',
  },
  scim: {
    title: 'Cấp phát bằng SCIM',
    hint: 'Nhà cung cấp danh tính hỗ trợ SCIM 2.0 tạo, thay đổi và vô hiệu hóa người dùng và nhóm. Người bị vô hiệu hóa bị loại từ yêu cầu tiếp theo.',
    address: 'Địa chỉ gốc',
    token:
      'Mã của nhà cung cấp là khóa API của một quản trị viên với tới mọi bản triển khai. Nó hành động như bạn và kết thúc cùng người dùng của bạn.',
    newKey: 'Khóa mới cho SCIM',
    keyName: 'Cấp phát bằng SCIM',
  },
};
