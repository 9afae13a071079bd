import type { MailTexts } from './mail-text-types.ts';

export const japanese: MailTexts = {
  invitation: {
    title: 'Oriel への招待',
    text: '{{email}} としてサインインするためのパスワードを設定してください。リンクは 7 日以内に 1 回だけ使用できます。',
    action: 'パスワードを設定',
    reason: '管理者があなたを招待したため、このメッセージをお送りしています。',
  },
  reset: {
    title: '新しいパスワードの設定',
    text: '{{email}} の新しいパスワードがリクエストされました。リンクは 1 時間以内に 1 回だけ使用できます。',
    action: '新しいパスワードを設定',
    reason: 'お心当たりがない場合は、何もする必要はありません。パスワードは変更されません。',
  },
  changed: {
    title: 'パスワードが変更されました',
    text: '{{email}} のパスワードが変更され、コンソールの他のセッションは終了しました。',
    reason:
      'お心当たりがない場合は、サインイン ページで新しいパスワードをリクエストし、管理者に連絡してください。',
  },
  notification: {
    unnamed: 'ダッシュボード',
    open: 'ダッシュボードを開く',
    reason: 'このダッシュボードの受信者に登録されているため、このメッセージをお送りしています。',
    unsubscribe: '配信を停止',
    withoutData: 'このダッシュボードのデータはダウンロードできないため、このメッセージには含まれていません。',
    picture: 'ダッシュボードの画像',
    tooLarge: '大きすぎて添付できません: {{titles}}',
    failed: 'このグラフを読み込めませんでした。',
    noRows: '行がありません',
    moreRows: {
      one: 'ほかに {{count}} 行が添付ファイルにあります',
      other: 'ほかに {{count}} 行が添付ファイルにあります',
    },
  },
  mention: {
    title: '{{author}} さんが {{dashboard}} であなたにメンションしました',
    unnamed: 'ダッシュボード',
    open: 'コメントを開く',
    openYourself: 'コメントは、いつもダッシュボードを開いている画面の横に表示されます。',
    reason: 'コメントであなたがメンションされたため、このメッセージをお送りしています。',
    unsubscribe: '配信を停止',
  },
  truth: { yes: 'はい', no: 'いいえ' },
};
