import type { Translation } from '../../translation/translation.ts';
import type { languageEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const languageItalian: Translation<typeof languageEnglish> = {
  language: {
    title: 'Lingua',
    label: 'Lingua della console',
    hint: 'Anche le e-mail per Lei sono scritte in questa lingua.',
    ofBrowser: 'Come il browser: {{language}}',
  },
};
