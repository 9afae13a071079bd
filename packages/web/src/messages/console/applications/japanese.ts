import type { Translation } from '../../translation/translation.ts';
import type { applicationsEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const applicationsJapanese: Translation<typeof applicationsEnglish> = {
  applications: {
    title: 'アプリケーション',
    hint: 'Oriel のコマンドラインなど、あなたの代わりに操作することを許可したもの。いつでも取り消せます。',
    none: 'アプリケーションはありません',
    noneText: '代わりに操作することを許可すると、ここに表示されます。',
    unloaded: 'アプリケーションを読み込めませんでした',
    builtIn: 'Oriel の一部',
    remembered: '次回から確認しない',
    write: '読み取りと変更',
    read: '読み取り',
    identity: 'サインイン',
    allDeployments: 'すべてのデプロイメント',
    onPhone: '{{since}} から、最終使用 {{used}}',
    withdraw: '取り消す',
    withdrawNamed: '{{name}} を取り消す',
    withdrawTitle: '{{name}} を取り消しますか?',
    withdrawText:
      '現在の処理は次のリクエストで中断されます。ここでは元に戻せず、アプリケーションが再び許可を求める必要があります。',
    column: {
      name: 'アプリケーション',
      gets: 'できること',
      since: '開始',
      lastUsed: '最終使用',
      actions: '操作',
    },
  },
};
