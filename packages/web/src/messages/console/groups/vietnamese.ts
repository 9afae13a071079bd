import type { Translation } from '../../translation/translation.ts';
import type { groupsEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const groupsVietnamese: Translation<typeof groupsEnglish> = {
  groups: {
    title: 'Nhóm',
    hint: 'Người dùng cùng nhận vai trò và chia sẻ. Mô hình dữ liệu nêu tên nhóm trong chính sách truy cập.',
    create: 'Nhóm mới',
    search: 'Tìm theo tên',
    none: 'Chưa có nhóm',
    noneText:
      'Nhóm trao vai trò cho người dùng của nó, và những gì chia sẻ với nhóm được chia sẻ với từng người.',
    notFound: 'Không nhóm nào có tên chứa nội dung này',
    unloaded: 'Không tải được các nhóm',
    actionsOf: 'Hành động cho {{name}}',
    users: 'Người dùng',
    usersOf: 'Người dùng của {{name}}',
    usersUnloaded: 'Không tải được người dùng của nhóm',
    noUsers: 'Nhóm chưa có người dùng.',
    addUser: 'Thêm người dùng',
    addUserHint: 'Tên hoặc e-mail',
    removeUser: 'Xóa {{name}} khỏi nhóm',
    userCount_other: '{{count, number}} người dùng',
    deleteTitle: 'Xóa {{name}}?',
    deleteText:
      'Người dùng mất các vai trò nhóm trao và những gì được chia sẻ với nhóm. Chính sách truy cập nêu tên nhóm không áp dụng cho ai. Không thể hoàn tác.',
    column: {
      name: 'Nhóm',
      roles: 'Vai trò',
      users: 'Người dùng',
      actions: 'Hành động',
    },
    form: {
      create: 'Nhóm mới',
      edit: 'Sửa {{name}}',
      name: 'Tên',
      nameHint: 'Như cách chính sách truy cập của mô hình dữ liệu viết.',
      description: 'Mô tả',
      roles: 'Vai trò',
      rolesHint: 'Mọi người dùng của nhóm đều có, ngoài vai trò riêng.',
    },
  },
};
