import type { Translation } from '../../translation/translation.ts';
import type { groupsEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const groupsJapanese: Translation<typeof groupsEnglish> = {
  groups: {
    title: 'グループ',
    hint: 'まとめてロールや共有を受けるユーザー。データモデルはアクセスポリシーでグループを指定します。',
    create: '新しいグループ',
    search: '名前で検索',
    none: 'グループはまだありません',
    noneText: 'グループはユーザーにロールを与え、グループとの共有は全員に及びます。',
    notFound: 'この名前を含むグループはありません',
    unloaded: 'グループを読み込めませんでした',
    actionsOf: '{{name}} の操作',
    users: 'ユーザー',
    usersOf: '{{name}} のユーザー',
    usersUnloaded: 'グループのユーザーを読み込めませんでした',
    noUsers: 'グループにはまだユーザーがいません。',
    addUser: 'ユーザーを追加',
    addUserHint: '名前またはメール',
    removeUser: '{{name}} をグループから外す',
    userCount_other: '{{count, number}} ユーザー',
    deleteTitle: '{{name}} を削除しますか?',
    deleteText:
      'ユーザーは、グループのロールと共有を失います。グループを指定するアクセスポリシーは誰にも適用されません。元に戻せません。',
    column: {
      name: 'グループ',
      roles: 'ロール',
      users: 'ユーザー',
      actions: '操作',
    },
    form: {
      create: '新しいグループ',
      edit: '{{name}} を編集',
      name: '名前',
      nameHint: 'データモデルのアクセスポリシーでの書き方のとおり。',
      description: '説明',
      roles: 'ロール',
      rolesHint: 'グループの全ユーザーに、本人のロールに加えて与えられます。',
    },
  },
};
