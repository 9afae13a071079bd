import type { Translation } from '../../translation/translation.ts';
import type { oauthIntegrationsEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const oauthIntegrationsVietnamese: Translation<typeof oauthIntegrationsEnglish> = {
  integrations: {
    title: 'Tích hợp OAuth',
    hint: 'Nhà cung cấp trao cho mỗi người dùng một mã riêng, dùng để đọc nguồn dữ liệu.',
    unloaded: 'Không tải được các tích hợp',
    none: 'Chưa có tích hợp',
    noneText: 'Đăng ký một nhà cung cấp, và mỗi người dùng đọc nguồn dữ liệu với danh nghĩa của mình.',
    create: 'Tích hợp mới',
    actionsFor: 'Hành động cho {{name}}',
    column: {
      name: 'Tên',
      provider: 'Nhà cung cấp',
      hosts: 'Nguồn dữ liệu',
      actions: 'Hành động',
    },
    noHosts: 'Không có',
    form: {
      create: 'Tích hợp mới',
      edit: 'Sửa {{name}}',
      name: 'Tên',
      nameHint: 'Nguồn dữ liệu tham chiếu đến nó bằng CUBEJS_DB_OAUTH_INTEGRATION.',
      authUrl: 'Địa chỉ cấp quyền',
      tokenUrl: 'Địa chỉ cấp mã',
      revocationUrl: 'Địa chỉ thu hồi',
      revocationHint: 'Nơi mã kết thúc khi người dùng ngắt kết nối. Có thể để trống.',
      redirectUri: 'Địa chỉ chuyển hướng',
      redirectHint: 'Đăng ký ở nhà cung cấp đúng như ở đây.',
      clientId: 'ID máy khách',
      clientSecret: 'Bí mật máy khách',
      secretHint: 'Không bao giờ hiển thị. Để trống để giữ bí mật hiện có.',
      scopes: 'Phạm vi',
      scopesHint: 'Cách nhau bằng dấu cách, chẳng hạn offline_access.',
      hosts: 'Máy chủ của nguồn dữ liệu',
      hostsHint: 'Mã chỉ được gửi đến các máy chủ này; cách nhau bằng dấu cách.',
      issuer: 'Bên phát hành',
      issuerHint: 'Khi nhà cung cấp tự gọi mình khác với địa chỉ cấp quyền.',
    },
    delete: {
      title: 'Xóa {{name}}?',
      text: 'Mọi người dùng bị ngắt kết nối, và nguồn dữ liệu tham chiếu đến nó bị từ chối.',
    },
  },
};
