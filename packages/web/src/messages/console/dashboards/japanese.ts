import type { Translation } from '../../translation/translation.ts';
import type { dashboardsEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const dashboardsJapanese: Translation<typeof dashboardsEnglish> = {
  embed: {
    title: 'このダッシュボードを埋め込む',
    notAllowed: 'このダッシュボードでは、署名付き埋め込みがまだ許可されていません。',
    allow: '許可する',
    notShared: 'アクセスできる埋め込みテナントがありません',
    notSharedText:
      'セッションからダッシュボードが見つかりません。このワークブック、または上位のフォルダーを、埋め込みテナントまたはすべての埋め込みユーザーと共有してください。',
    tenant: '埋め込みテナント',
    tenantHint: 'このダッシュボードの共有先',
    session: 'サーバーで閲覧者ごとにセッションを生成します。5 分以内に 1 回使えます。',
    attributes:
      'モデルのアクセスポリシーが閲覧者の属性を参照する場合は、userAttributes を追加してください。ないとグラフに行が表示されません。',
    sessionLabel: 'セッションを生成するリクエスト',
    frameLabel: 'ダッシュボードのフレーム',
    frame: 'ページで、そのセッションを使ってダッシュボードを読み込みます:',
  },
  versions: {
    title: 'バージョン',
    none: 'まだ何も公開されていません。',
    unloaded: 'バージョンを読み込めませんでした',
    number: 'バージョン {{version}}',
    current: '閲覧者に表示中',
    newest: '最新',
    publishedBy: '{{time}}、{{user}}',
    restoredFrom: 'バージョン {{version}} の復元後',
    restore: '復元',
    restoreLabel: 'バージョン {{version}} を復元',
    restoreTitle: 'バージョン {{version}} を復元しますか?',
    restoreText:
      'このバージョンの下書きとレポートが現在のものに置き換わります。公開していない内容は失われます。閲覧者には公開後に表示されます。',
    deleteOthers: 'このバージョンにないレポートを削除',
    addedLater: 'それ以降に追加されたもの: {{names}}',
    restored: 'バージョン {{version}} が下書きになりました。閲覧者に表示するには公開してください。',
  },
  status: {
    unpublish: '公開を取り消す',
    unpublishTitle: 'このダッシュボードの公開を取り消しますか?',
    unpublishText: '再び公開するまで、ワークブックの編集者だけに表示されます。アドレスは変わりません。',
    archive: 'アーカイブ',
    archiveTitle: 'このダッシュボードをアーカイブしますか?',
    archiveText: '使用されなくなります。再び公開するまで、ワークブックの編集者だけに表示されます。',
    show: '閲覧者に再び表示',
    showTitle: 'このダッシュボードを閲覧者に再び表示しますか?',
    showText: '閲覧者には、同じアドレスで最新のバージョンが表示されます。',
  },
};
