import type { Translation } from '../../translation/translation.ts';
import type { workloadTokensEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const workloadTokensJapanese: Translation<typeof workloadTokensEnglish> = {
  workloads: {
    title: 'ワークロードトークン',
    hint: '1 時間有効なトークンで、ランタイムがクラウドや自社のサービスに身元を示します。',
    unloaded: '構成を読み込めませんでした',
    none: '構成はまだありません',
    noneText: 'ランタイムを信頼する相手ごとに作成してください。',
    create: '新しい構成',
    actionsFor: '{{name}} の操作',
    isOn: 'ランタイムにトークンを渡す',
    isOnHint: 'アカウント全体のスイッチです。',
    enabled: 'オン',
    disabled: 'オフ',
    enable: 'オンにする',
    disable: 'オフにする',
    column: {
      name: '名前',
      variable: '変数',
      state: '状態',
      actions: '操作',
    },
    kind: {
      aws: 'AWS',
      azure: 'Azure',
      gcp: 'Google Cloud',
      custom: 'その他',
    },
    form: {
      create: '新しい構成',
      edit: '{{name}} を編集',
      name: '名前',
      nameHint: '小文字、数字、ハイフン。ファイル名になります。',
      kind: 'トークンを信頼する相手',
      audience: 'オーディエンス',
      subject: 'サブジェクト',
      subjectHint:
        '{deployment_id}、{component}、{region} を使えます。空の場合は svc:deployment:{deployment_id}。',
      variable: '環境変数',
      variableHint: '各ランタイムでファイルのパスを保持します。',
      claims: '追加のクレーム',
      claimsHint: 'テキスト、またはテキストのリストの JSON オブジェクト。',
      claimsFault: 'これは JSON オブジェクトではありません。',
    },
    delete: {
      title: '{{name}} を削除しますか?',
      text: 'ファイルは削除されます。読み取り済みのトークンは、1 時間以内の期限まで有効です。',
    },
  },
};
