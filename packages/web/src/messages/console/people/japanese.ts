import type { Translation } from '../../translation/translation.ts';
import type { peopleEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const peopleJapanese: Translation<typeof peopleEnglish> = {
  people: {
    title: 'ユーザー',
    hint: 'このアカウントを使える人と、その人ができること。',
    invite: '招待',
    search: '名前またはメールで検索',
    none: '見つかりませんでした',
    unloaded: 'ユーザーを読み込めませんでした',
    you: '自分',
    deactivated: '無効',
    noRole: 'ロールなし',
    roleOf: '{{name}} のロール',
    actionsOf: '{{name}} の操作',
    attributes: '属性',
    newLink: '新しい招待リンク',
    activate: '有効にする',
    access: {
      action: 'セッション、アプリケーション、キー',
      title: '{{name}} のセッション、アプリケーション、キー',
      sessions: 'サインイン中の場所',
      noSessions: 'サインイン中のブラウザーはありません。',
      endAll: 'すべてのセッションを終了',
      applications: '代わりに操作できるアプリケーション',
      noApplications: '代わりに操作できるアプリケーションはありません。',
      unloaded: 'セッションを読み込めませんでした',
      noKeys: 'キーはありません。',
      keysUnloaded: 'キーを読み込めませんでした',
    },
    resetFactors: '第 2 要素をリセット',
    factorsTitle: '{{name}} の第 2 要素をリセットしますか?',
    factorsText:
      '紛失したユーザーのための操作です。認証アプリ、パスキー、リカバリーコードが削除され、セッションは終了します。本人からの依頼であることを確認してください。',
    deactivate: '無効にする',
    deactivateTitle: '{{name}} を無効にしますか?',
    deactivateText:
      'セッション、キー、トークンはすぐに使えなくなります。作成したものは残り、再び有効にできます。',
    deleteTitle: '{{name}} を削除しますか?',
    deleteText: 'キーと設定も削除されます。作成したものは残り、誰のものでもなくなります。元に戻せません。',
    column: {
      user: 'ユーザー',
      role: 'ロール',
      lastLogin: '最後のサインイン',
      actions: '操作',
    },
    role: {
      Viewer: '閲覧者',
      Explorer: 'エクスプローラー',
      Developer: '開発者',
      Admin: '管理者',
    },
    roleHint: {
      Viewer: '共有されたものを見ます。',
      Explorer: 'レポートとワークブックも作成します。',
      Developer: 'データモデルとデプロイメントも作成します。',
      Admin: 'ユーザーを含め、すべてを管理します。',
    },
    inviteForm: {
      title: 'ユーザーを招待',
      email: 'メール',
      name: '名前',
      role: 'ロール',
    },
    link: {
      title: '招待リンク',
      once: 'このリンクをユーザーに送ってください。パスワードを設定するもので、7 日間に 1 回だけ使え、再表示されません。',
      done: '控えました',
    },
  },
};
