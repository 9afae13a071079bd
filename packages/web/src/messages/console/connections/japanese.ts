import type { Translation } from '../../translation/translation.ts';
import type { connectionsEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const connectionsJapanese: Translation<typeof connectionsEnglish> = {
  connections: {
    title: '接続済みアカウント',
    hint: 'あなた自身のアクセス権で読み取られるデータソース。Oriel が保管し、誰にも見せません。',
    unloaded: '接続済みアカウントを読み込めませんでした',
    none: '接続するものはありません',
    noneText: 'このアカウントには、ユーザーのアクセス権で読み取られるデータソースがありません。',
    connect: '接続',
    reconnect: '再接続',
    disconnect: '切断',
    connectNamed: '{{name}} に接続',
    disconnectNamed: '{{name}} から切断',
    until: 'アクセス権は自動的に更新されます。現在の期限は {{time}} です。',
    since: '{{time}} に接続しました。',
    connected: '接続しています。',
    failed: '接続していません。理由は下に表示されます。',
    lastError: '最後のエラー: {{error}}',
    status: {
      active: '接続済み',
      expired: '終了',
      error: '失敗',
      none: '未接続',
    },
    remove: {
      title: '{{name}} から切断しますか?',
      text: '再接続するまで、そのデータソースのグラフはあなたには何も表示しません。ほかの人の表示は変わりません。',
    },
  },
};
