import type { Translation } from '../../translation/translation.ts';
import type { attributesEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const attributesJapanese: Translation<typeof attributesEnglish> = {
  attributes: {
    title: '属性',
    hint: '地域など、データモデルのアクセスポリシーとフィルターが読み取る、ユーザーについての情報。',
    create: '新しい属性',
    none: '属性はまだありません',
    noneText:
      '属性があれば、1 つのアクセスポリシーで、各ユーザーに自分の地域、店舗、顧客の行を表示できます。',
    unloaded: '属性を読み込めませんでした',
    noDefault: 'なし',
    editNamed: '{{name}} を編集',
    ofUser: '{{name}} の属性',
    noneToSet: 'アカウントにはまだ属性がありません。「属性」ページで作成します。',
    column: {
      name: '属性',
      type: '型',
      default: '既定値',
      actions: '操作',
    },
    type: {
      string: 'テキスト',
      number: '数値',
      boolean: '真偽値',
      string_array: 'テキストのリスト',
      number_array: '数値のリスト',
    },
    valueHint: {
      string: 'テキスト。空の場合はなし。',
      number: '数値。空の場合はなし。',
      boolean: 'true または false。空の場合はなし。',
      string_array: 'コンマ区切りのテキスト。空の場合はなし。',
      number_array: 'コンマ区切りの数値。空の場合はなし。',
    },
    form: {
      create: '新しい属性',
      edit: '{{name}} を編集',
      name: '名前',
      nameHint: 'モデルでの書き方: userAttributes.NAME。後から変更できません。',
      type: '型',
      displayName: '表示名',
      description: '説明',
      default: '既定値',
    },
  },
};
