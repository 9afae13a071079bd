import type { Translation } from '../../translation/translation.ts';
import type { reportsEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const reportsJapanese: Translation<typeof reportsEnglish> = {
  python: {
    title: 'Python',
    run: '実行',
    ran: '{{time}} に、{{name}} に見える {{count, number}} 行に対して実行',
    ranByNobody: '{{time}} に {{count, number}} 行に対して実行',
    shownToAll: 'このレポートを読む全員に、その結果が表示されます。',
    never: 'まだ実行されていません。クエリの行が表示されています。',
    outdated: '古い結果',
    outdatedText: 'その後、コードまたはクエリが変更されました。もう一度実行すると新しい行になります。',
    failed: '実行に失敗しました',
    keptText: '前回の実行の結果が引き続き表示されています。',
    printed: '出力',
    warned: 'エラーと警告',
  },
};
