import type { Translation } from '../../translation/translation.ts';
import type { oauthClientsEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const oauthClientsJapanese: Translation<typeof oauthClientsEnglish> = {
  oauthClients: {
    title: 'OAuth クライアント',
    hint: 'ユーザーが代わりに操作させたり、このアカウントでサインインしたりできるプログラム。',
    create: '新しいクライアント',
    none: 'OAuth クライアントはまだありません',
    noneText:
      'プログラムは、ユーザーに許可を求める前にここに登録します。Oriel のコマンドラインは常にあります。',
    unloaded: 'OAuth クライアントを読み込めませんでした',
    actionsOf: '{{name}} の操作',
    dynamic: '自己登録',
    noRedirects: 'なし',
    id: 'クライアント ID',
    kind: {
      web: 'Web アプリケーション',
      native: 'コンピューターのプログラム',
      page: 'ブラウザーのページ',
      service: 'サービス',
    },
    column: {
      name: 'クライアント',
      kind: '種類',
      redirects: 'リダイレクトアドレス',
      created: '作成日時',
      actions: '操作',
    },
    rotate: 'シークレットを交換',
    rotateTitle: '{{name}} のシークレットを交換しますか?',
    rotateText:
      '現在のシークレットはすぐに無効になり、新しいものを設定するまでトークンを取得できません。取得済みのトークンは引き続き有効です。',
    deleteTitle: '{{name}} を削除しますか?',
    deleteText: 'ユーザーが許可した内容はすぐに終了し、今後許可を求めることもできません。元に戻せません。',
    secretTitle: '{{name}} のシークレット',
    createdTitle: '{{name}} を登録しました',
    createdText: 'プログラムにはクライアント ID が必要です。シークレットは持ちません。',
    form: {
      redirectExample: 'https://app.example.com/callback',
      uriExample: 'https://app.example.com',
      create: '新しい OAuth クライアント',
      edit: '{{name}} を編集',
      name: '名前',
      nameHint: '許可を求めるときにユーザーに表示されます。',
      uri: 'ホームページ',
      kind: '種類',
      kindHint: {
        web: 'シークレットを保管するサーバーがあります。',
        native: 'コマンドラインやアプリのように、ユーザーの手元で動き、シークレットを持ちません。',
        page: 'ブラウザーで動き、シークレットを持ちません。',
        service: 'シークレットを使い、1 人のユーザーとして自律的に動作します。',
      },
      redirects: 'リダイレクトアドレス',
      redirectsHint: 'ユーザーが戻るアドレス (完全一致)。1 つずつ Enter で確定します。',
      nativeRedirectsHint:
        '例: http://127.0.0.1/callback (任意のポート)、com.example.app:/callback。1 つずつ Enter で確定します。',
      scopes: '要求できるもの',
      level: {
        write: '読み取りと変更',
        read: '読み取り',
        identity: 'ユーザーが誰か',
      },
      user: '実行ユーザー',
      userHint: 'このユーザーにできることができます。',
      chosenUser: '{{name}} として実行',
      otherUser: '別のユーザーを選ぶ',
    },
  },
};
