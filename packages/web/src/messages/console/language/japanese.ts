import type { Translation } from '../../translation/translation.ts';
import type { languageEnglish } from './english.ts';

/** The texts of `english.ts` in Japanese. */
export const languageJapanese: Translation<typeof languageEnglish> = {
  language: {
    title: '言語',
    label: 'コンソールの言語',
    hint: 'あなたへのメールもこの言語になります。',
    ofBrowser: 'ブラウザーと同じ: {{language}}',
  },
};
