import type { Translation } from '../../translation/translation.ts';
import type { shellEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const shellJapanese: Translation<typeof shellEnglish> = {
  product: 'Oriel',
  documentTitle: '{{title}} · Oriel',
  never: 'なし',
  shell: {
    skip: '内容へ移動',
    logo: 'ホーム',
    navigation: 'ナビゲーション',
    main: 'メインメニュー',
    workspace: 'ワークスペース',
    chat: 'チャット',
    thisAccount: 'アカウント',
    thisDeployment: 'デプロイメント',
    apiReference: 'API リファレンス',
    iconsOnly: 'アイコンのみ表示',
    iconsAndNames: 'アイコンと名前を表示',
    unopened: 'コンソールを開けませんでした',
    deployment: 'デプロイメント',
    newDeployment: '新しいデプロイメント',
    account: '{{email}} のアカウント',
    shortcuts: 'キーボードショートカット',
    signOut: 'サインアウト',
    signOutUnsaved: '保存せずにサインアウトしますか?',
    signOutUnsavedHint: '保存されていない変更があります。サインアウトすると失われます。',
    colours: {
      label: '色: {{scheme}}',
      light: 'ライト',
      dark: 'ダーク',
      auto: 'システムと同じ',
    },
  },
  shortcuts: {
    anywhere: {
      place: '全画面共通',
      help: 'このヘルプを表示',
      search: 'ワークスペースを開いているときに検索',
    },
    list: {
      place: 'リスト',
      walk: '上または下の行に移動',
      open: '行を開く',
      select: '行を選択または解除',
      selectRange: '最後の行からこの行まで選択',
      selectAll: '読み込まれたものをすべて選択',
      selectNone: '選択を解除',
    },
    tree: {
      place: 'フォルダーツリー',
      walk: '上または下のフォルダーに移動',
      open: 'フォルダーを開き、次に中に入る',
      close: 'フォルダーを閉じ、次に親に移動',
      ends: '最初または最後のフォルダーに移動',
      choose: 'フォルダーを表示',
    },
  },
};
