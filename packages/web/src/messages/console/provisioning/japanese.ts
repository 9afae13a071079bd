import type { Translation } from '../../translation/translation.ts';
import type { provisioningEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const provisioningJapanese: Translation<typeof provisioningEnglish> = {
  provisioning: {
    title: '新しいユーザーのロール',
    hint: 'シングルサインオンまたは SCIM で作成されたユーザーができること。管理者になるロールは選べません。',
    unloaded: '新しいユーザーのロールを読み込めませんでした',
    defaultRole: '既定のロール',
    defaultHint: '下のグループなしで作成されるユーザーに適用されます。',
    byGroup: 'グループごとのロール',
    byGroupHint:
      'ID プロバイダーが送る名前のグループ (大文字と小文字は区別しません)。シングルサインオンではユーザーの作成時に既定のロールの代わりになり、SCIM ではメンバーが送られるたびに追加されます。',
    group: 'グループ {{count}}',
    groupExample: 'アナリスト',
    role: 'グループ {{count}} のロール',
    add: 'グループを追加',
    remove: 'グループ {{count}} を削除',
    administrators: '管理者のサインイン方法を変更できる',
    administratorsHint:
      'SCIM と、操作のグループに限定されたキーに、管理者のアドレス、パスワード、第 2 要素の変更、管理者の任命、ID プロバイダーの設定を許可します。そのようなキーを持つ人は管理者になれます。',
  },
  scim: {
    title: 'SCIM によるプロビジョニング',
    hint: 'SCIM 2.0 に対応した ID プロバイダーが、ユーザーとグループを作成、変更、無効化します。無効になった人は次のリクエストから締め出されます。',
    address: 'ベースアドレス',
    token:
      'プロバイダーのトークンは、すべてのデプロイメントに届く管理者の API キーです。あなたとして動作し、あなたのユーザーとともに終了します。',
    newKey: 'SCIM 用の新しいキー',
    keyName: 'SCIM によるプロビジョニング',
  },
};
