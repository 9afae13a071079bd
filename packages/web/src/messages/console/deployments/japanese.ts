import type { Translation } from '../../translation/translation.ts';
import type { deploymentsEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const deploymentsJapanese: Translation<typeof deploymentsEnglish> = {
  deployments: {
    unloaded: 'デプロイメントを読み込めませんでした',
    none: 'デプロイメントはまだありません',
    noneText:
      'デプロイメントには、独自のデータモデルと、その上のワークスペースがあります。最初のものを作成してください。空のモデルから始まります。',
    noneOfYours: '利用できるデプロイメントがありません',
    noneOfYoursText: 'このアカウントの管理者が、アクセス権を与えるか、新しく作成できます。',
    create: {
      submit: 'デプロイメントを作成',
      title: '新しいデプロイメント',
      name: '名前',
      description: '「売上」や「フライト」など、内容がわかる名前',
      creating: 'デプロイメントを作成中 …',
      taken: 'この名前のデプロイメントがあります。別の名前を選んでください。',
      required: '名前が必要です',
      tooLong: '{{max, number}} 文字まで',
    },
  },
};
