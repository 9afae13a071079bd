import type { Translation } from '../../translation/translation.ts';
import type { queryEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const queryJapanese: Translation<typeof queryEnglish> = {
  query: {
    title: 'クエリ',
    save: 'レポートとして保存',
    missing: 'クエリがありません',
    missingText: 'このページのアドレスにクエリ API のクエリがありません。',
  },
};
