import type { Translation } from '../../translation/translation.ts';
import type { securityEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const securityJapanese: Translation<typeof securityEnglish> = {
  security: {
    title: '自分のセキュリティ',
    hint: 'サインインの方法と、サインインしている場所。',
    password: {
      title: 'パスワード',
      hint: '変更すると、ほかのセッションは終了します。',
      current: '現在のパスワード',
      change: 'パスワードを変更',
      changed: 'パスワードを変更しました。',
    },
    totp: {
      since: '{{day}} から設定済み',
      remove: '削除',
      removeTitle: '認証アプリを削除しますか?',
      removeText:
        'コードは求められなくなります。ほかの要素がなければ、アカウントを守るのはパスワードだけです。',
    },
    passkeys: {
      name: '名前',
      added: '追加日',
      lastUsed: '最終使用',
      actions: '操作',
      rename: '名前を変更',
      renameNamed: '{{name}} の名前を変更',
      remove: '削除',
      removeNamed: '{{name}} を削除',
      removeTitle: '{{name}} を削除しますか?',
      removeText: '今後サインインには使えません。デバイスからも削除してください。',
    },
    codes: {
      title: 'リカバリーコード',
      hint: '第 2 要素を失ったとき、それぞれ 1 回だけ代わりに使えます。',
      left_other: '残り {{count}} 個',
      renew: '新しいコード',
      renewTitle: '新しいリカバリーコードを作成しますか?',
      renewText: '現在のコードは使えなくなります。',
    },
    sessions: {
      title: 'セッション',
      hint: 'サインインしている場所。見覚えのないものがあれば、パスワードを変更してください。',
      device: 'デバイス',
      address: 'アドレス',
      method: 'サインイン方法',
      lastUsed: '最終使用',
      current: '現在のセッション',
      unknown: '不明なブラウザー',
      browserOn: '{{system}} の {{browser}}',
      actions: '操作',
      end: '終了',
      endNamed: '{{device}} のセッションを終了',
      endOthers: 'ほかをすべて終了',
      endOthersTitle: 'ほかのセッションをすべて終了しますか?',
      endOthersText: 'ほかのブラウザーではすべて再度サインインが必要になります。',
      onPhone: '{{address}}、最終使用 {{day}}',
      methods: {
        password: 'パスワード',
        passkey: 'パスキー',
        oidc: 'OpenID Connect',
        saml: 'SAML',
      },
    },
  },
};
