import type { Translation } from '../../translation/translation.ts';
import type { attributesEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const attributesVietnamese: Translation<typeof attributesEnglish> = {
  attributes: {
    title: 'Thuộc tính',
    hint: 'Thông tin về người dùng mà chính sách truy cập và bộ lọc của mô hình dữ liệu đọc, chẳng hạn vùng.',
    create: 'Thuộc tính mới',
    none: 'Chưa có thuộc tính',
    noneText:
      'Với một thuộc tính, một chính sách truy cập hiển thị cho mỗi người dùng các hàng của vùng, cửa hàng hoặc khách hàng của họ.',
    unloaded: 'Không tải được các thuộc tính',
    noDefault: 'Không có',
    editNamed: 'Sửa {{name}}',
    ofUser: 'Thuộc tính của {{name}}',
    noneToSet: 'Tài khoản chưa có thuộc tính. Chúng được tạo trên trang Thuộc tính.',
    column: {
      name: 'Thuộc tính',
      type: 'Kiểu',
      default: 'Mặc định',
      actions: 'Hành động',
    },
    type: {
      string: 'Văn bản',
      number: 'Số',
      boolean: 'Đúng hoặc sai',
      string_array: 'Danh sách văn bản',
      number_array: 'Danh sách số',
    },
    valueHint: {
      string: 'Một văn bản. Trống là không có.',
      number: 'Một số. Trống là không có.',
      boolean: 'true hoặc false. Trống là không có.',
      string_array: 'Các văn bản cách nhau bằng dấu phẩy. Trống là không có.',
      number_array: 'Các số cách nhau bằng dấu phẩy. Trống là không có.',
    },
    form: {
      create: 'Thuộc tính mới',
      edit: 'Sửa {{name}}',
      name: 'Tên',
      nameHint: 'Như cách mô hình viết: userAttributes.NAME. Không thể đổi về sau.',
      type: 'Kiểu',
      displayName: 'Tên hiển thị',
      description: 'Mô tả',
      default: 'Mặc định',
    },
  },
};
