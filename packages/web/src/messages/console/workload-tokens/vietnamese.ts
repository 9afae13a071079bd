import type { Translation } from '../../translation/translation.ts';
import type { workloadTokensEnglish } from './english.ts';

/** The texts of `english.ts` in Vietnamese. */
export const workloadTokensVietnamese: Translation<typeof workloadTokensEnglish> = {
  workloads: {
    title: 'Mã tải công việc',
    hint: 'Bằng các mã này, có hiệu lực một giờ, các tiến trình tự xác định với đám mây và dịch vụ của bạn.',
    unloaded: 'Không tải được các cấu hình',
    none: 'Chưa có cấu hình',
    noneText: 'Hãy tạo một cấu hình cho mỗi bên cần tin cậy các tiến trình của bạn.',
    create: 'Cấu hình mới',
    actionsFor: 'Hành động cho {{name}}',
    isOn: 'Tiến trình nhận mã',
    isOnHint: 'Công tắc của toàn tài khoản.',
    enabled: 'Bật',
    disabled: 'Tắt',
    enable: 'Bật lên',
    disable: 'Tắt đi',
    column: {
      name: 'Tên',
      variable: 'Biến',
      state: 'Trạng thái',
      actions: 'Hành động',
    },
    kind: {
      aws: 'AWS',
      azure: 'Azure',
      gcp: 'Google Cloud',
      custom: 'Khác',
    },
    form: {
      create: 'Cấu hình mới',
      edit: 'Sửa {{name}}',
      name: 'Tên',
      nameHint: 'Chữ thường, chữ số và dấu gạch nối; là tên tệp.',
      kind: 'Ai tin cậy các mã',
      audience: 'Đối tượng nhận',
      subject: 'Chủ thể',
      subjectHint: 'Với {deployment_id}, {component} và {region}; trống là svc:deployment:{deployment_id}.',
      variable: 'Biến môi trường',
      variableHint: 'Chứa đường dẫn của tệp trong mỗi tiến trình.',
      claims: 'Claim khác',
      claimsHint: 'Một đối tượng JSON gồm văn bản, hoặc danh sách văn bản.',
      claimsFault: 'Đây không phải là đối tượng JSON.',
    },
    delete: {
      title: 'Xóa {{name}}?',
      text: 'Các tệp của nó bị xóa. Mã đã đọc từ đó dùng được đến khi hết hạn, trong vòng một giờ.',
    },
  },
};
